//! Taking vectors apart: every swizzle of a value, by `xyzw` and by `rgba`. Those of a
//! place are in `place_swizzle`, elements by an index in `element`.

use super::node::Node;
use crate::graph::NodeKind;
use crate::types::{Comparable, Vector, Vector3, Vector4};

/// The numbers of the components that `letters` name.
pub(super) fn components(letters: &str) -> Vec<u8> {
    let number = |letter| match letter {
        'x' | 'r' => 0,
        'y' | 'g' => 1,
        'z' | 'b' => 2,
        _ => 3,
    };
    letters.chars().map(number).collect()
}

macro_rules! single_components {
    ($($bound:ident: $($method:ident)*;)*) => {$(
        impl<T: $bound> Node<T> {
            $(
                #[must_use = "a value that nothing uses leaves no trace in the shader"]
                #[doc = concat!("The component `", stringify!($method), "`.")]
                #[track_caller]
                pub fn $method(self) -> Node<<T as Comparable>::Component> {
                    let components = components(stringify!($method));
                    Node::make(NodeKind::Swizzle(self.operand(), components))
                }
            )*
        }
    )*};
}

single_components! {
    Vector: x y r g;
    Vector3: z b;
    Vector4: w a;
}

macro_rules! swizzles {
    ($bound:ident -> $size:ident: $($method:ident)*) => {
        impl<T: $bound> Node<T> {
            $(
                #[must_use = "a value that nothing uses leaves no trace in the shader"]
                #[doc = concat!("The components `", stringify!($method), "`, in this order.")]
                #[track_caller]
                pub fn $method(self) -> Node<T::$size> {
                    let components = components(stringify!($method));
                    Node::make(NodeKind::Swizzle(self.operand(), components))
                }
            )*
        }
    };
}

swizzles! { Vector -> Two:
    xx xy yx yy
}
swizzles! { Vector -> Two:
    rr rg gr gg
}
swizzles! { Vector3 -> Two:
    xz yz zx zy zz
}
swizzles! { Vector3 -> Two:
    rb gb br bg bb
}
swizzles! { Vector4 -> Two:
    xw yw zw wx wy wz ww
}
swizzles! { Vector4 -> Two:
    ra ga ba ar ag ab aa
}
swizzles! { Vector -> Three:
    xxx xxy xyx xyy yxx yxy yyx yyy
}
swizzles! { Vector -> Three:
    rrr rrg rgr rgg grr grg ggr ggg
}
swizzles! { Vector3 -> Three:
    xxz xyz xzx xzy xzz yxz yyz yzx yzy yzz zxx zxy zxz zyx zyy zyz zzx zzy zzz
}
swizzles! { Vector3 -> Three:
    rrb rgb rbr rbg rbb grb ggb gbr gbg gbb brr brg brb bgr bgg bgb bbr bbg bbb
}
swizzles! { Vector4 -> Three:
    xxw xyw xzw xwx xwy xwz xww yxw yyw yzw ywx ywy ywz yww zxw zyw zzw zwx zwy zwz zww wxx wxy
    wxz wxw wyx wyy wyz wyw wzx wzy wzz wzw wwx wwy wwz www
}
swizzles! { Vector4 -> Three:
    rra rga rba rar rag rab raa gra gga gba gar gag gab gaa bra bga bba bar bag bab baa arr arg
    arb ara agr agg agb aga abr abg abb aba aar aag aab aaa
}
swizzles! { Vector -> Four:
    xxxx xxxy xxyx xxyy xyxx xyxy xyyx xyyy yxxx yxxy yxyx yxyy yyxx yyxy yyyx yyyy
}
swizzles! { Vector -> Four:
    rrrr rrrg rrgr rrgg rgrr rgrg rggr rggg grrr grrg grgr grgg ggrr ggrg gggr gggg
}
swizzles! { Vector3 -> Four:
    xxxz xxyz xxzx xxzy xxzz xyxz xyyz xyzx xyzy xyzz xzxx xzxy xzxz xzyx xzyy xzyz xzzx xzzy
    xzzz yxxz yxyz yxzx yxzy yxzz yyxz yyyz yyzx yyzy yyzz yzxx yzxy yzxz yzyx yzyy yzyz yzzx
    yzzy yzzz zxxx zxxy zxxz zxyx zxyy zxyz zxzx zxzy zxzz zyxx zyxy zyxz zyyx zyyy zyyz zyzx
    zyzy zyzz zzxx zzxy zzxz zzyx zzyy zzyz zzzx zzzy zzzz
}
swizzles! { Vector3 -> Four:
    rrrb rrgb rrbr rrbg rrbb rgrb rggb rgbr rgbg rgbb rbrr rbrg rbrb rbgr rbgg rbgb rbbr rbbg
    rbbb grrb grgb grbr grbg grbb ggrb gggb ggbr ggbg ggbb gbrr gbrg gbrb gbgr gbgg gbgb gbbr
    gbbg gbbb brrr brrg brrb brgr brgg brgb brbr brbg brbb bgrr bgrg bgrb bggr bggg bggb bgbr
    bgbg bgbb bbrr bbrg bbrb bbgr bbgg bbgb bbbr bbbg bbbb
}
swizzles! { Vector4 -> Four:
    xxxw xxyw xxzw xxwx xxwy xxwz xxww xyxw xyyw xyzw xywx xywy xywz xyww xzxw xzyw xzzw xzwx
    xzwy xzwz xzww xwxx xwxy xwxz xwxw xwyx xwyy xwyz xwyw xwzx xwzy xwzz xwzw xwwx xwwy xwwz
    xwww yxxw yxyw yxzw yxwx yxwy yxwz yxww yyxw yyyw yyzw yywx yywy yywz yyww yzxw yzyw yzzw
    yzwx yzwy yzwz yzww ywxx ywxy ywxz ywxw ywyx ywyy ywyz ywyw ywzx ywzy ywzz ywzw ywwx ywwy
    ywwz ywww zxxw zxyw zxzw zxwx zxwy zxwz zxww zyxw zyyw zyzw zywx zywy zywz zyww zzxw zzyw
    zzzw zzwx zzwy zzwz zzww zwxx zwxy zwxz zwxw zwyx zwyy zwyz zwyw zwzx zwzy zwzz zwzw zwwx
    zwwy zwwz zwww wxxx wxxy wxxz wxxw wxyx wxyy wxyz wxyw wxzx wxzy wxzz wxzw wxwx wxwy wxwz
    wxww wyxx wyxy wyxz wyxw wyyx wyyy wyyz wyyw wyzx wyzy wyzz wyzw wywx wywy wywz wyww wzxx
    wzxy wzxz wzxw wzyx wzyy wzyz wzyw wzzx wzzy wzzz wzzw wzwx wzwy wzwz wzww wwxx wwxy wwxz
    wwxw wwyx wwyy wwyz wwyw wwzx wwzy wwzz wwzw wwwx wwwy wwwz wwww
}
swizzles! { Vector4 -> Four:
    rrra rrga rrba rrar rrag rrab rraa rgra rgga rgba rgar rgag rgab rgaa rbra rbga rbba rbar
    rbag rbab rbaa rarr rarg rarb rara ragr ragg ragb raga rabr rabg rabb raba raar raag raab
    raaa grra grga grba grar grag grab graa ggra ggga ggba ggar ggag ggab ggaa gbra gbga gbba
    gbar gbag gbab gbaa garr garg garb gara gagr gagg gagb gaga gabr gabg gabb gaba gaar gaag
    gaab gaaa brra brga brba brar brag brab braa bgra bgga bgba bgar bgag bgab bgaa bbra bbga
    bbba bbar bbag bbab bbaa barr barg barb bara bagr bagg bagb baga babr babg babb baba baar
    baag baab baaa arrr arrg arrb arra argr argg argb arga arbr arbg arbb arba arar arag arab
    araa agrr agrg agrb agra aggr aggg aggb agga agbr agbg agbb agba agar agag agab agaa abrr
    abrg abrb abra abgr abgg abgb abga abbr abbg abbb abba abar abag abab abaa aarr aarg aarb
    aara aagr aagg aagb aaga aabr aabg aabb aaba aaar aaag aaab aaaa
}
