//! The colours of keys: a path through OKLCH on which lightness rises evenly, so that equal
//! steps of a key look equally far apart, also in grey and to eyes that tell fewer hues.
//!
//! OKLab and its conversions: B. Ottosson, "A perceptual color space for image
//! processing" (2020).

/// Red, green and blue of 0 to 255, as screens take them (sRGB).
pub type Rgb = [u8; 3];

/// How many colours the path is cut into.
const STEPS: usize = 1024;

/// The colours of keys, from the least to the greatest.
#[derive(Clone, Debug)]
pub struct Palette(Vec<Rgb>);

impl Default for Palette {
    fn default() -> Palette {
        let colour = |step| path(step as f32 / (STEPS - 1) as f32);
        Palette((0..STEPS).map(colour).collect())
    }
}

impl Palette {
    /// The colour of `key` of `0..n`. Greater keys have the last colour.
    #[must_use]
    pub fn colour(&self, key: u32, n: u32) -> Rgb {
        let greatest = u64::from(n.saturating_sub(1).max(1));
        let last = self.0.len() - 1;
        let place = u64::from(key) * last as u64 / greatest;
        self.0[(place as usize).min(last)]
    }
}

/// The colour at `t` of 0 to 1: deep indigo by way of violet and rose to pale amber.
fn path(t: f32) -> Rgb {
    let lightness = 0.23 + 0.71 * t;
    let hue = 274.0 + 184.0 * t.powf(1.15);
    // The most chroma that screens show at the ends is little.
    let chroma = 0.105 + 0.125 * (std::f32::consts::PI * t.powf(0.9)).sin().max(0.0);
    shown(lightness, chroma, hue)
}

/// A colour of OKLCH; where no screen shows it, with the most chroma that one does.
fn shown(lightness: f32, chroma: f32, hue: f32) -> Rgb {
    let mut chroma = chroma;
    loop {
        let linear = linear_of(lightness, chroma, hue);
        let fits = linear.iter().all(|part| (-0.001..=1.001).contains(part));
        if fits || chroma <= 0.0 {
            return linear.map(encoded);
        }
        chroma -= 0.002;
    }
}

/// Linear red, green and blue of a colour of OKLCH; hue in degrees.
fn linear_of(lightness: f32, chroma: f32, hue: f32) -> [f32; 3] {
    let (sin, cos) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ]
}

/// A linear part as sRGB stores it.
fn encoded(linear: f32) -> u8 {
    let linear = linear.clamp(0.0, 1.0);
    let part = match linear <= 0.003_130_8 {
        true => 12.92 * linear,
        false => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
    };
    (part * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of sRGB, as the Web Content Accessibility Guidelines define it.
    fn luminance(colour: Rgb) -> f32 {
        let [r, g, b] = colour.map(|part| {
            let part = f32::from(part) / 255.0;
            match part <= 0.04045 {
                true => part / 12.92,
                false => ((part + 0.055) / 1.055).powf(2.4),
            }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    #[test]
    fn known_colours_come_out() {
        // White, black and the primary red, by their values in OKLCH.
        assert_eq!(shown(1.0, 0.0, 0.0), [255, 255, 255]);
        assert_eq!(shown(0.0, 0.0, 0.0), [0, 0, 0]);
        let red = shown(0.627_955, 0.257_683, 29.233_9);
        let off = |a: u8, b: u8| a.abs_diff(b) <= 2;
        assert!(
            off(red[0], 255) && off(red[1], 0) && off(red[2], 0),
            "{red:?}"
        );
    }

    #[test]
    fn greater_keys_are_never_darker() {
        let palette = Palette::default();
        let colours = (0..256).map(|key| luminance(palette.colour(key, 256)));
        let colours: Vec<f32> = colours.collect();
        assert!(colours.is_sorted(), "{colours:?}");
        assert!(colours[255] > 0.7 && colours[0] < 0.05);
    }

    #[test]
    fn every_key_has_a_colour() {
        let palette = Palette::default();
        assert_eq!(palette.colour(0, 0), palette.colour(0, 100));
        assert_eq!(palette.colour(u32::MAX, 1), palette.colour(99, 100));
        assert_eq!(palette.colour(u32::MAX, u32::MAX), palette.colour(1, 2));
    }
}
