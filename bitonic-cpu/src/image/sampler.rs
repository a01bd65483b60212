//! What a sampler says: how coordinates beyond a texture are meant, and how texels are mixed.

/// What lies beyond the edge of a texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AddressMode {
    /// The texel at the edge.
    #[default]
    ClampToEdge,
    /// The texture again.
    Repeat,
    /// The texture again, turned around each time.
    MirrorRepeat,
    /// The border's colour.
    ClampToBorder,
}

impl AddressMode {
    /// Where texel `index` of a row of `size` is found; `None` is the border.
    pub(super) fn resolve(self, index: i64, size: u32) -> Option<u32> {
        let size = i64::from(size.max(1));
        let inside = match self {
            Self::ClampToEdge => index.clamp(0, size - 1),
            Self::Repeat => index.rem_euclid(size),
            Self::MirrorRepeat => {
                let within = index.rem_euclid(2 * size);
                within.min(2 * size - 1 - within)
            }
            Self::ClampToBorder if (0..size).contains(&index) => index,
            Self::ClampToBorder => return None,
        };
        Some(inside as u32)
    }
}

/// How texels, or levels of detail, are mixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// The nearest alone.
    #[default]
    Nearest,
    /// Weighted by their distance.
    Linear,
}

/// How a depth reference is compared with a texel: `reference OP texel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the operators")]
pub enum Compare {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
}

impl Compare {
    pub(super) fn holds(self, reference: f32, texel: f32) -> bool {
        match self {
            Self::Never => false,
            Self::Less => reference < texel,
            Self::Equal => reference == texel,
            Self::LessEqual => reference <= texel,
            Self::Greater => reference > texel,
            Self::NotEqual => reference != texel,
            Self::GreaterEqual => reference >= texel,
            Self::Always => true,
        }
    }
}

/// A sampler. The default one takes the nearest texel of the nearest level, with coordinates clamped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampler {
    /// By axis.
    pub address_modes: [AddressMode; 3],
    /// Where texels are larger than what is asked for.
    pub magnify: Filter,
    /// Where they are smaller.
    pub minify: Filter,
    /// Between levels of detail.
    pub mipmap: Filter,
    /// Least level of detail.
    pub min_level: f32,
    /// Greatest level of detail.
    pub max_level: f32,
    /// Set for comparison samplers.
    pub compare: Option<Compare>,
    /// Red, green, blue and alpha of [`AddressMode::ClampToBorder`].
    pub border: [f32; 4],
}

impl Default for Sampler {
    fn default() -> Self {
        Self {
            address_modes: [AddressMode::ClampToEdge; 3],
            magnify: Filter::Nearest,
            minify: Filter::Nearest,
            mipmap: Filter::Nearest,
            min_level: 0.0,
            max_level: 32.0,
            compare: None,
            border: [0.0; 4],
        }
    }
}
