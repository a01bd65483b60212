//! A plan as a table for people.

use std::fmt;

use comfy_table::{CellAlignment, Table, presets};

use super::{Plan, ResourceId, Role, Step, TextureId};

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.label)?;
        if !self.buffers.is_empty() || self.textures.is_empty() {
            writeln!(f, "{}\n", buffer_table(self))?;
        }
        if !self.textures.is_empty() {
            writeln!(f, "{}\n", texture_table(self))?;
        }
        if !self.samplers.is_empty() {
            writeln!(f, "{}\n", sampler_table(self))?;
        }
        write!(f, "{}", step_table(self))?;
        let mut warnings = self.warnings().into_iter();
        warnings.try_for_each(|warning| write!(f, "\nwarning: {warning}"))
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Role::Input => "input",
            Role::Output => "output",
            Role::InputOutput => "input and output",
            Role::Scratch => "scratch",
        })
    }
}

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(header.to_vec());
    table
}

fn align_right(table: &mut Table, columns: &[usize]) {
    for &column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

fn buffer_table(plan: &Plan) -> Table {
    let mut table = table(&["buffer", "role", "element", "count", "bytes", "read back"]);
    for (id, buffer) in plan.buffers_with_ids() {
        table.add_row([
            buffer.label.clone(),
            buffer.role.to_string(),
            buffer.element.to_string(),
            buffer.count.to_string(),
            buffer.bytes().to_string(),
            yes(plan.read_backs.contains(&id)),
        ]);
    }
    align_right(&mut table, &[3, 4]);
    table
}

fn yes(it_is: bool) -> String {
    match it_is {
        true => "yes".to_owned(),
        false => String::new(),
    }
}

fn texture_table(plan: &Plan) -> Table {
    let mut table = table(&["texture", "role", "format", "size", "levels", "read back"]);
    for (id, texture) in plan.textures_with_ids() {
        table.add_row([
            texture.label.clone(),
            texture.role.to_string(),
            texture.format.to_string(),
            texture.extent.to_string(),
            texture.extent.levels().to_string(),
            yes(plan.texture_read_backs.contains(&id)),
        ]);
    }
    align_right(&mut table, &[3, 4]);
    table
}

fn sampler_table(plan: &Plan) -> Table {
    let mut table = table(&["sampler", "reads"]);
    for sampler in &plan.samplers {
        let reads = sampler.sampling.as_ref();
        let reads = reads.map_or("as the caller's".to_owned(), ToString::to_string);
        table.add_row([sampler.label.clone(), reads]);
    }
    table
}

fn step_table(plan: &Plan) -> Table {
    let mut table = table(&[
        "#",
        "step",
        "kernel",
        "bindings",
        "workgroups",
        "parameters",
    ]);
    for (index, step) in plan.steps.iter().enumerate() {
        table.add_row([
            index.to_string(),
            step.label.clone(),
            plan.kernels
                .get(step.kernel.index())
                .map_or_else(String::new, |kernel| kernel.name().to_owned()),
            bindings_text(plan, step),
            workgroups_text(plan, step),
            parameters_text(step),
        ]);
    }
    align_right(&mut table, &[0, 4]);
    table
}

/// The grid, or the buffer in which it is found.
fn workgroups_text(plan: &Plan, step: &Step) -> String {
    match step.indirect {
        Some(id) => format!("from {}", label(plan, id.into())),
        None => step.grid.to_string(),
    }
}

/// "input = keys, output = spare".
fn bindings_text(plan: &Plan, step: &Step) -> String {
    let kernel = plan.kernels.get(step.kernel.index());
    let names = kernel.map_or(&[][..], |kernel| &kernel.interface().bindings);
    let pairs = names.iter().zip(&step.bindings);
    let pairs = pairs.map(|(binding, id)| format!("{} = {}", binding.name, label(plan, *id)));
    pairs.collect::<Vec<_>>().join(", ")
}

/// What a resource is called, with the level that is bound where one is named.
fn label(plan: &Plan, id: ResourceId) -> String {
    let texture = |id: TextureId| plan.textures.get(id.index()).map(|texture| &texture.label);
    let label = match id {
        ResourceId::Buffer(id) => plan.buffers.get(id.index()).map(|buffer| &buffer.label),
        ResourceId::Texture(id) | ResourceId::Level(id, _) => texture(id),
        ResourceId::Sampler(id) => plan.samplers.get(id.index()).map(|sampler| &sampler.label),
    };
    let label = label.map_or("?", |label| label);
    match id {
        ResourceId::Level(_, level) => format!("{label} (level {level})"),
        ResourceId::Buffer(_) | ResourceId::Texture(_) | ResourceId::Sampler(_) => label.to_owned(),
    }
}

fn parameters_text(step: &Step) -> String {
    let parameters = step.parameters.iter();
    let texts = parameters.map(|(name, value)| format!("{name} = {value}"));
    texts.collect::<Vec<_>>().join(", ")
}
