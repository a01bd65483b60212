//! What a person may choose, and how it is read from fields and addresses. Pure.

use crate::distribution::Distribution;

/// The fewest and the most keys of the page.
pub const COUNTS: std::ops::RangeInclusive<u32> = 2..=1 << 20;

/// Steps in a second, slowest first; the last waits for nothing.
pub const SPEEDS: [f64; 8] = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0, f64::INFINITY];

/// The place of 10 steps in a second among [`SPEEDS`].
const USUAL_SPEED: usize = 4;

/// Where kernels run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Executor {
    /// On the GPU; on the software adapter where the browser has no WebGPU.
    #[default]
    Automatic,
    /// On the software adapter, compiled to WebAssembly.
    Software,
}

impl Executor {
    /// The name in addresses and in the values of controls.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Executor::Automatic => "webgpu",
            Executor::Software => "software",
        }
    }

    /// The executor of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Executor> {
        let all = [Executor::Automatic, Executor::Software];
        all.into_iter().find(|known| known.name() == name)
    }
}

/// What is sorted, and how: a change of any of it begins anew.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// The number of keys, within [`COUNTS`].
    pub n: u32,
    /// The most invocations of a workgroup.
    pub workgroup_size: u32,
    /// How the keys lie before the first step.
    pub distribution: Distribution,
    /// Greatest key first.
    pub descending: bool,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            n: 16384,
            workgroup_size: 64,
            distribution: Distribution::default(),
            descending: false,
        }
    }
}

/// All that may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// What is sorted.
    pub shape: Shape,
    /// Where it runs.
    pub executor: Executor,
    /// Which of [`SPEEDS`].
    pub speed: usize,
    /// Whether it begins again after the last step.
    pub repeat: bool,
    /// Whether it plays from the start.
    pub play: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            shape: Shape::default(),
            executor: Executor::default(),
            speed: USUAL_SPEED,
            repeat: true,
            play: true,
        }
    }
}

impl Settings {
    /// Takes one `name=value` of an address: `n`, `workgroup`, `distribution`, `order`
    /// (`ascending` or `descending`), `adapter`, `speed` (steps in a second, or `max`),
    /// `repeat` and `play` (`1` or `0`).
    ///
    /// # Errors
    ///
    /// The value is none of these, in words. Names that the page does not know are left
    /// alone.
    pub fn take(&mut self, name: &str, value: &str) -> Result<(), String> {
        let shape = &mut self.shape;
        match name {
            "n" => shape.n = count(value).map_err(|why| cannot(name, value, &why))?,
            "workgroup" => {
                let size = workgroup_size(value);
                shape.workgroup_size = size.map_err(|why| cannot(name, value, &why))?;
            }
            "distribution" => {
                let named = Distribution::named(value);
                shape.distribution = named.ok_or_else(|| unknown(name, value))?;
            }
            "order" => {
                shape.descending = match value {
                    "ascending" => false,
                    "descending" => true,
                    _ => return Err(unknown(name, value)),
                }
            }
            "adapter" => {
                self.executor = Executor::named(value).ok_or_else(|| unknown(name, value))?;
            }
            "speed" => self.speed = speed(value).ok_or_else(|| unknown(name, value))?,
            "repeat" => self.repeat = switch(name, value)?,
            "play" => self.play = switch(name, value)?,
            _ => {}
        }
        Ok(())
    }
}

fn unknown(name: &str, value: &str) -> String {
    cannot(name, value, "The page does not know this.")
}

fn cannot(name: &str, value: &str, why: &str) -> String {
    format!("The address says {name}={value}. {why}")
}

fn switch(name: &str, value: &str) -> Result<bool, String> {
    match value {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(unknown(name, value)),
    }
}

fn speed(value: &str) -> Option<usize> {
    let asked = match value {
        "max" => f64::INFINITY,
        _ => value.parse().ok()?,
    };
    SPEEDS.iter().position(|&known| known == asked)
}

/// A number of keys as people write it: `16384`, `16 384`, `16,384`, `2^14`.
///
/// # Errors
///
/// No number, or one outside [`COUNTS`], in words.
pub fn count(text: &str) -> Result<u32, String> {
    let digits: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace() && !matches!(letter, ',' | '_' | '\''))
        .collect();
    let number = match digits.split_once('^') {
        Some(("2", exponent)) => exponent
            .parse()
            .ok()
            .map(|exponent: u32| 1u128.checked_shl(exponent).unwrap_or(u128::MAX)),
        Some(_) => None,
        None => whole(&digits),
    };
    let (least, most) = (*COUNTS.start(), *COUNTS.end());
    match number {
        Some(n) if (u128::from(least)..=u128::from(most)).contains(&n) => Ok(n as u32),
        Some(0 | 1) => Err(format!("A sort needs at least {least} keys.")),
        Some(_) => Err(format!("The page shows at most {most} keys (2^20).")),
        None => Err(format!(
            "Write a whole number from {least} to {most}, or a power such as 2^14."
        )),
    }
}

/// The number of these digits, or one too great for any bound.
fn whole(digits: &str) -> Option<u128> {
    let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| digits.parse().unwrap_or(u128::MAX))
}

/// A workgroup size as it stands in an address: any number but 0.
///
/// # Errors
///
/// No number, or 0, in words.
pub fn workgroup_size(text: &str) -> Result<u32, String> {
    match text.trim().parse() {
        Ok(size) if size > 0 => Ok(size),
        Ok(_) => Err("A workgroup has at least 1 invocation.".to_owned()),
        Err(_) => Err("A workgroup size is a whole number, 64 say.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        for (text, n) in [
            ("16384", 16384),
            (" 16 384 ", 16384),
            ("16,384", 16384),
            ("2^14", 16384),
            ("2 ^ 14", 16384),
            ("2", 2),
            ("1000", 1000),
            ("2^20", 1 << 20),
            ("0100", 100),
        ] {
            assert_eq!(count(text), Ok(n), "{text}");
        }
    }

    #[test]
    fn bad_counts_say_what_is_wrong() {
        for (text, part) in [
            ("0", "at least 2"),
            ("1", "at least 2"),
            ("2^0", "at least 2"),
            ("2^21", "at most 1048576"),
            ("1048577", "at most 1048576"),
            ("2^400", "at most"),
            ("99999999999999999999999999999999999999999999999", "at most"),
            ("", "whole number"),
            ("-5", "whole number"),
            ("1e4", "whole number"),
            ("3^4", "whole number"),
            ("2^-1", "whole number"),
            ("2^", "whole number"),
            ("NaN", "whole number"),
            ("１６", "whole number"),
        ] {
            let message = count(text).expect_err(text);
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn an_address_sets_what_it_names() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("n", "2^10"),
            ("workgroup", "32"),
            ("distribution", "sawtooth"),
            ("order", "descending"),
            ("adapter", "software"),
            ("speed", "max"),
            ("repeat", "0"),
            ("play", "0"),
            ("utm_source", "elsewhere"),
        ] {
            settings.take(name, value).expect(name);
        }
        let expected = Settings {
            shape: Shape {
                n: 1024,
                workgroup_size: 32,
                distribution: Distribution::Sawtooth,
                descending: true,
            },
            executor: Executor::Software,
            speed: SPEEDS.len() - 1,
            repeat: false,
            play: false,
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn a_bad_address_changes_nothing() {
        let mut settings = Settings::default();
        for (name, value) in [
            ("n", "0"),
            ("workgroup", "0"),
            ("workgroup", "many"),
            ("distribution", "normal"),
            ("order", "up"),
            ("adapter", "cuda"),
            ("speed", "3"),
            ("speed", "NaN"),
            ("play", "yes"),
        ] {
            let told = settings.take(name, value).expect_err(name);
            assert!(told.contains(&format!("says {name}={value}. ")), "{told}");
        }
        assert_eq!(settings, Settings::default());
    }
}
