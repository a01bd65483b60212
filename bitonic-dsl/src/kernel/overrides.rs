//! A kernel with values for its overrides.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Kernel, Signature};
use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::error::Error;
use crate::graph::{self, Graph, Literal};
use crate::interface::{Override, OverrideValue, ParameterPassing};
use crate::validate;

/// The kernel that one with values was made of, and the values, by name.
pub(super) struct Origin {
    pub(super) kernel: Kernel,
    pub(super) values: Vec<(String, OverrideValue)>,
}

impl<A: Signature> Kernel<A> {
    /// The kernel with `values` for its overrides, by name: all that is known then is
    /// checked and told by its [`Interface`](crate::interface::Interface), the texts hold
    /// the values, and a pipeline is made with them. Overrides that are not named stay.
    ///
    /// It is compiled anew: where the same values serve many runs, keep what this returns.
    ///
    /// ```
    /// use bitonic_dsl::*;
    ///
    /// let width = pipeline_override::<u32>("width").with_default(64);
    /// let clear = kernel("clear").workgroup_size(&width).build(|k| {
    ///     let data = k.storage_mut::<u32>("data");
    ///     data.element(instance_index()).assign(0);
    /// })?;
    /// assert_eq!(clear.workgroup_size(), [64, 1, 1]);
    /// let wide = clear.with_overrides([("width", 256u32)])?;
    /// assert_eq!(wide.workgroup_size(), [256, 1, 1]);
    /// assert!(wide.wgsl(Dialect::Browser)?.contains("@workgroup_size(256"));
    /// assert!(clear.with_overrides([("width", 0u32)]).is_err());
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A name that no override has, or named twice; a value of another type, or that is not
    /// finite; and what the kernel cannot be with these values: a workgroup of no
    /// invocations, an array of no elements, a constant index beyond its end, a constant
    /// division by zero ..
    #[track_caller]
    pub fn with_overrides<'a, V: Into<OverrideValue>>(
        &self,
        values: impl IntoIterator<Item = (&'a str, V)>,
    ) -> Result<Kernel<A>, Error> {
        let at = SourceLocation::caller();
        let kernel = self.untyped().overridden(values, at);
        kernel.map(A::hold)
    }
}

impl Kernel {
    fn overridden<'a, V: Into<OverrideValue>>(
        &self,
        values: impl IntoIterator<Item = (&'a str, V)>,
        at: SourceLocation,
    ) -> Result<Kernel, Error> {
        let mut given: Vec<(String, OverrideValue)> = Vec::new();
        let mut faults = Vec::new();
        for (name, value) in values {
            let value = value.into();
            faults.extend(self.check_value(name, value, &given, at));
            given.push((name.to_owned(), value));
        }
        match (faults.is_empty(), given.is_empty()) {
            (false, _) => Err(self.refused(faults)),
            (true, true) => Ok(self.clone()),
            (true, false) => self.with_checked(given),
        }
    }

    /// Checks that `value` can be given to the override `name`, as
    /// [`Kernel::with_overrides`] does first.
    ///
    /// # Errors
    ///
    /// A name that no override has, a value of another type, or that is not finite.
    #[track_caller]
    pub fn check_override(&self, name: &str, value: impl Into<OverrideValue>) -> Result<(), Error> {
        let fault = self.check_value(name, value.into(), &[], SourceLocation::caller());
        fault.map_or(Ok(()), |fault| Err(self.refused(vec![fault])))
    }

    /// The kernel whose text declares the overrides, to be compiled with
    /// [`Kernel::override_values`]: itself, where it was given none.
    #[must_use]
    pub fn overridable(&self) -> &Kernel {
        match &self.inner.origin {
            Some(origin) => &origin.kernel,
            None => self,
        }
    }

    /// The values that [`Kernel::with_overrides`] gave to the overrides of
    /// [`Kernel::overridable`], each with its override.
    pub fn override_values(&self) -> impl Iterator<Item = (&Override, OverrideValue)> {
        let origin = self.inner.origin.iter();
        origin.flat_map(|origin| {
            let overrides = &origin.kernel.interface().overrides;
            origin.values.iter().filter_map(move |(name, value)| {
                let one = overrides.iter().find(|one| one.name == *name);
                Some((one?, *value))
            })
        })
    }

    /// What is emitted in languages that have no overrides: the kernel with their defaults.
    ///
    /// # Errors
    ///
    /// An override has no value.
    pub(super) fn settled(&self) -> Result<&Kernel, Error> {
        let overrides = &self.interface().overrides;
        if overrides.is_empty() {
            return Ok(self);
        }
        let graph = self.graph();
        let missing = |one: &&Arc<graph::Override>| one.default.is_none();
        let all = graph.overrides();
        let faults: Vec<_> = all
            .iter()
            .filter(missing)
            .map(|one| no_value(one))
            .collect();
        match &self.inner.defaults {
            Some(defaults) if faults.is_empty() => Ok(defaults),
            Some(_) | None => Err(self.refused(faults)),
        }
    }

    fn with_checked(&self, mut given: Vec<(String, OverrideValue)>) -> Result<Kernel, Error> {
        let graph = settled_graph(self.graph(), &given)?;
        if let Some(origin) = &self.inner.origin {
            given.extend(origin.values.iter().cloned());
        }
        let kernel = self.overridable().clone();
        let origin = Origin {
            kernel,
            values: given,
        };
        Kernel::compile(&Arc::new(graph), self.inner.passing, Some(origin))
    }

    fn check_value(
        &self,
        name: &str,
        value: OverrideValue,
        given: &[(String, OverrideValue)],
        at: SourceLocation,
    ) -> Option<Diagnostic> {
        let kernel = self.name();
        let overrides = &self.interface().overrides;
        let Some(one) = overrides.iter().find(|one| one.name == name) else {
            let names = overrides.iter().map(|one| format!("`{}`", one.name));
            let names: Vec<_> = names.collect();
            let (has, help) = match (self.has_value(name), names.is_empty()) {
                (true, _) => (
                    "it has its value already".to_owned(),
                    "leave it out: its value is part of this kernel".to_owned(),
                ),
                (false, true) => (
                    "it has none".to_owned(),
                    "leave it out, or use a `pipeline_override` in the kernel".to_owned(),
                ),
                (false, false) => (
                    format!("its overrides: {}", names.join(", ")),
                    "give values to these alone".to_owned(),
                ),
            };
            let help = match self.has_parameter(name) {
                true => format!("it is a parameter: `.set(\"{name}\", value)`"),
                false => help,
            };
            let message = format!("kernel `{kernel}`: no override `{name}`; {has}");
            return Some(Diagnostic::new(message, at).help(help));
        };
        let (what, help) = if given.iter().any(|(known, _)| known == name) {
            let help = "give each override one value".to_owned();
            ("is given twice".to_owned(), help)
        } else if one.ty != value.ty() {
            let what = format!("is `{}`, the value given is `{}`", one.ty, value.ty());
            (what, format!("give it a value of the type `{}`", one.ty))
        } else if value.literal().not_finite().is_some() {
            let help = "give it a finite value, or pass it in a parameter or a buffer".to_owned();
            (format!("is `{value}`: a value is finite"), help)
        } else {
            return None;
        };
        let message = format!("kernel `{kernel}`: override `{name}` {what}");
        Some(Diagnostic::new(message, at).help(help))
    }

    fn has_parameter(&self, name: &str) -> bool {
        let parameters = self.interface().parameters.iter();
        let mut fields = parameters.flat_map(|parameters| &parameters.fields);
        fields.any(|field| field.name == name)
    }

    fn has_value(&self, name: &str) -> bool {
        self.override_values().any(|(one, _)| one.name == name)
    }
}

/// The kernel with the defaults of its overrides, where each has one.
///
/// # Errors
///
/// What the kernel cannot be with them.
pub(super) fn with_defaults(
    graph: &Graph,
    passing: ParameterPassing,
) -> Result<Option<Kernel>, Error> {
    let overrides = graph.overrides();
    if overrides.is_empty() || overrides.iter().any(|one| one.default.is_none()) {
        return Ok(None);
    }
    let values = overrides.iter().filter_map(|one| {
        let value = OverrideValue::of_literal(one.default?)?;
        Some((one.name.clone(), value))
    });
    let values: Vec<_> = values.collect();
    let graph = settled_graph(graph, &values)?;
    Kernel::compile(&Arc::new(graph), passing, None).map(Some)
}

/// What was `compiled`, and the faults of lengths that are defaults: instead of what else
/// is said of those arrays, and whether or not the other overrides have defaults.
pub(super) fn with_default_lengths<T>(
    graph: &Graph,
    compiled: Result<T, Vec<Diagnostic>>,
) -> Result<T, Vec<Diagnostic>> {
    let overrides = graph.overrides();
    let defaults = overrides
        .iter()
        .filter_map(|one| Some((one.name.clone(), one.default?)))
        .collect();
    let lengths = validate::array_lengths(graph, &graph.with_overrides(&defaults));
    if lengths.is_empty() {
        return compiled;
    }
    let mut faults = compiled.err().unwrap_or_default();
    faults.retain(|fault| !lengths.iter().any(|length| length.at == fault.at));
    faults.extend(lengths);
    Err(faults)
}

/// The graph with `values`.
fn settled_graph(graph: &Graph, values: &[(String, OverrideValue)]) -> Result<Graph, Error> {
    let by_name: HashMap<String, Literal> = values
        .iter()
        .map(|(name, value)| (name.clone(), value.literal()))
        .collect();
    let settled = graph.with_overrides(&by_name);
    let faults = validate::array_lengths(graph, &settled);
    match faults.is_empty() {
        true => Ok(settled),
        false => Err(Error::of(graph, faults)),
    }
}

fn no_value(one: &graph::Override) -> Diagnostic {
    let name = &one.name;
    let help = format!(
        "give it one, `kernel.with_overrides([(\"{name}\", value)])`, or a default, `.with_default(..)`: this language has no overrides"
    );
    Diagnostic::new(format!("the override `{name}` has no value"), one.at).help(help)
}
