//! `bitonic adapters`: lists what can run kernels here.

use std::env;

use bitonic_runtime::{AdapterInfo, Gpu};
use comfy_table::{Table, presets};

use crate::failure::Failure;
use crate::print;

/// The variable that `Gpu::auto` looks at.
const VARIABLE: &str = "BITONIC_ADAPTER";

pub(crate) fn run() -> Result<(), Failure> {
    let table = table(&Gpu::adapters());
    let named = env::var_os(VARIABLE).map(|name| name.display().to_string());
    let named = named.filter(|name| !name.is_empty());
    print(format!("{table}\n\n{}", rule(named.as_deref())))
}

/// Which adapter is used, where the variable names `named`.
fn rule(named: Option<&str>) -> String {
    let first = match named {
        Some(name) => format!("{VARIABLE} is set: `{name}` is used"),
        None => "The first GPU is used, else the software adapter".to_owned(),
    };
    let another = match named {
        Some(_) => "`sort --adapter NAME` chooses".to_owned(),
        None => format!("`sort --adapter NAME` or {VARIABLE}=NAME chooses"),
    };
    format!(
        "{first}; {another} another.\n\
         NAME is `software` for the adapter that is built in, a backend, or a part of a name.\n"
    )
}

fn table(adapters: &[AdapterInfo]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["NAME", "BACKEND", "KIND", "DRIVER"]);
    for adapter in adapters {
        table.add_row([
            adapter.name.clone(),
            adapter.backend.clone(),
            adapter.kind.to_string(),
            adapter.driver.clone(),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitonic_runtime::AdapterKind;

    #[test]
    fn each_adapter_is_a_line_beneath_the_heading() {
        let adapter = AdapterInfo {
            name: "Card 1".to_owned(),
            backend: "vulkan".to_owned(),
            kind: AdapterKind::Discrete,
            driver: "driver 2".to_owned(),
        };
        let text = table(&[adapter.clone(), adapter]);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        for word in ["Card 1", "vulkan", "discrete", "driver 2"] {
            assert!(lines[1].contains(word) && lines[2].contains(word), "{text}");
        }
    }
}
