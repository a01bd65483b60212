//! An image blurred on storage textures: once along its rows and once along its columns,
//! with the same kernel.
//!
//! The weights 1, 4, 6, 4, 1 are P. J. Burt and E. H. Adelson's, "The Laplacian Pyramid as a
//! Compact Image Code" (1983): near a Gaussian, and its own mirror image.
//!
//! `cargo run --release --example 09_blur`

use bitonic::runtime::Texture;
use bitonic::*;

/// How much each of five neighbours counts, in sixteenths.
const WEIGHTS: [f32; 5] = [1.0, 4.0, 6.0, 4.0, 1.0];

/// `blurred` becomes the mean of `image` along one axis; beyond its edges the image goes on
/// as it ends. `along` is (1, 0) for the rows, (0, 1) for the columns.
#[kernel(workgroup_size(8, 8))]
pub(crate) fn blur(
    image: StorageTexture2d<R32Float, Read>,
    blurred: StorageTexture2d<R32Float, WriteOnly>,
    along: IVec2,
) {
    let at = global_invocation_id().xy;
    let size = image.dimensions();
    if all(at < size) {
        let mut sum = 0.0f32;
        for i in 0u32..5 {
            let from = at.to_i32() + along * (i as i32 - 2);
            let inside = clamp(from, ivec2(0, 0), size.to_i32() - 1);
            sum += image.load(inside).x * WEIGHTS[i];
        }
        blurred.store(at, vec4(sum / 16.0, 0.0, 0.0, 1.0));
    }
}

/// A picture of one channel, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Image {
    pub(crate) size: [u32; 2],
    pub(crate) texels: Vec<f32>,
}

impl Image {
    /// The image with `texel(x, y)` at each place.
    pub(crate) fn of(size: [u32; 2], texel: impl Fn(u32, u32) -> f32) -> Image {
        let places = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
        let texels = places.map(|(x, y)| texel(x, y)).collect();
        Image { size, texels }
    }

    /// The texel at a place, or the nearest one of the image.
    fn at(&self, x: i64, y: i64) -> f32 {
        let [width, height] = self.size.map(i64::from);
        let (x, y) = (x.clamp(0, width - 1), y.clamp(0, height - 1));
        self.texels[(y * width + x) as usize]
    }
}

/// `image` after `turns` blurs along both axes.
pub(crate) fn blurred(gpu: &Gpu, image: &Image, turns: usize) -> Result<Image, runtime::Error> {
    let kernel = blur()?;
    let [width, height] = image.size;
    let mut here: Texture<R32Float> = gpu.texture(image.size, &image.texels)?;
    let mut there: Texture<R32Float> = gpu.zeroed_texture(image.size)?;
    let grid = [width.div_ceil(8), height.div_ceil(8), 1];
    let pass = |from: &Texture<R32Float>, to: &mut Texture<R32Float>, along: IVec2| {
        gpu.run(&kernel).bind(from, to, along).workgroups(grid)
    };
    for _ in 0..turns {
        pass(&here, &mut there, IVec2::new(1, 0))?;
        pass(&there, &mut here, IVec2::new(0, 1))?;
    }
    Ok(Image {
        size: image.size,
        texels: here.read()?,
    })
}

/// One blur on the host, by all 25 neighbours at once, in double precision.
pub(crate) fn blurred_on_host(image: &Image) -> Image {
    const WEIGHTS: [(i64, f64); 5] = [(-2, 1.0), (-1, 4.0), (0, 6.0), (1, 4.0), (2, 1.0)];
    Image::of(image.size, |x, y| {
        let mut sum = 0.0;
        for (dy, weight_y) in WEIGHTS {
            for (dx, weight_x) in WEIGHTS {
                let texel = image.at(i64::from(x) + dx, i64::from(y) + dy);
                sum += weight_x * weight_y * f64::from(texel);
            }
        }
        (sum / 256.0) as f32
    })
}

/// The greatest difference of a texel.
pub(crate) fn greatest_miss(found: &Image, expected: &Image) -> f32 {
    let pairs = found.texels.iter().zip(&expected.texels);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

/// A character for each texel, the brighter the denser.
pub(crate) fn picture(image: &Image) -> String {
    const SHADES: &[u8] = b" .:-=+*#%@";
    let shade = |&texel: &f32| char::from(SHADES[(texel * 9.0).round().clamp(0.0, 9.0) as usize]);
    let rows = image.texels.chunks(image.size[0] as usize);
    let lines = rows.map(|row| {
        row.iter()
            .map(shade)
            .collect::<String>()
            .trim_end()
            .to_owned()
            + "\n"
    });
    lines.collect()
}

/// A ring and a bar, black and white.
pub(crate) fn scene() -> Image {
    Image::of([70, 23], |x, y| {
        // A character is twice as high as wide.
        let (dx, dy) = ((f64::from(x) - 24.0) / 2.0, f64::from(y) - 11.0);
        let distance = dx.hypot(dy);
        let is_lit = (5.0..9.0).contains(&distance) || (52..=57).contains(&x);
        f32::from(u8::from(is_lit))
    })
}

/// What the example prints, once the blurred image is the host's.
pub(crate) fn report(gpu: &Gpu) -> Result<String, Box<dyn std::error::Error>> {
    let scene = scene();
    let found = blurred(gpu, &scene, 2)?;
    let expected = blurred_on_host(&blurred_on_host(&scene));
    let miss = greatest_miss(&found, &expected);
    if miss > 1e-5 {
        return Err(format!("a texel is {miss} from the host's").into());
    }
    Ok(picture(&found))
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::auto()?;
    print!("{}", report(&gpu)?);
    println!("on {}", gpu.info());
    Ok(())
}
