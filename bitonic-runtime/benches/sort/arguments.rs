//! What the caller may choose: `--date`, `--adapters`, `--log2`, `--turns`.

use std::str::FromStr;

use bitonic_runtime::Gpu;

/// The choices of one run.
pub(crate) struct Arguments {
    /// The day, as the caller writes it: the program asks no clock for it.
    pub(crate) date: String,
    /// Names of adapters, as for `Gpu::named`.
    pub(crate) adapters: Vec<String>,
    /// Binary logarithms of the counts of keys.
    pub(crate) log2: Vec<u32>,
    /// How often each thing is timed.
    pub(crate) turns: usize,
}

impl Arguments {
    pub(crate) fn of_process() -> Result<Arguments, String> {
        let mut arguments = Arguments {
            date: "not given".to_owned(),
            adapters: listed("software,vulkan")?,
            log2: vec![14, 16, 18],
            turns: 21,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("`{word}` needs a value"));
            match word.as_str() {
                // cargo adds this one.
                "--bench" => {}
                "--date" => arguments.date = value()?,
                "--adapters" => arguments.adapters = listed(&value()?)?,
                "--log2" => arguments.log2 = listed(&value()?)?,
                "--turns" => arguments.turns = listed(&value()?)?.first().copied().unwrap_or(1),
                other => return Err(format!("no option `{other}`; {OPTIONS}")),
            }
        }
        Ok(arguments)
    }

    /// The executors that were asked for; which of them are not there is said on standard error.
    pub(crate) fn executors(&self) -> Vec<Gpu> {
        let mut executors = Vec::new();
        for name in &self.adapters {
            match Gpu::named(name) {
                Ok(gpu) => executors.push(gpu),
                Err(error) => eprintln!("left out: {error}"),
            }
        }
        executors
    }
}

const OPTIONS: &str = "the options: --date, --adapters, --log2, --turns";

fn listed<T: FromStr>(text: &str) -> Result<Vec<T>, String> {
    let parsed = |word: &str| {
        word.trim()
            .parse()
            .map_err(|_| format!("`{word}`: {OPTIONS}"))
    };
    text.split(',').map(parsed).collect()
}
