//! The statements of a function. Assignments and calls are in `effects`, loops in
//! `turns`, expressions in `expressions`; which lines there are is decided in `plan`.

use naga::valid::FunctionInfo;
use naga::{Block, Function, Module, Span, Statement, SwitchCase, SwitchValue};

use super::expressions::{Expressions, Types};
use super::facts::{Declaration, Key, Local};
use super::grammar::Position;
use super::items::ModuleNames;
use super::loops::{self, Shape};
use super::names::Scope;
use super::output::Output;
use super::plan::Plan;
use super::{Refusal, Value, derived, turns, types, words};

type Written = Result<(), Refusal>;

/// Writes the body of one function.
pub(super) struct Body<'a> {
    pub(super) module: &'a Module,
    pub(super) names: &'a ModuleNames<'a>,
    pub(super) function: &'a Function,
    pub(super) info: &'a FunctionInfo,
    pub(super) plan: Plan<'a>,
    pub(super) scope: &'a mut Scope,
    out: &'a mut Output,
    /// By expression: its name in scope.
    pub(super) lets: Vec<Option<String>>,
    pub(super) locals: Vec<Option<String>>,
    arguments: Vec<String>,
    /// The first value of a variable that the next loop counts with.
    pub(super) carried: Option<(Local, Value)>,
    pub(super) indent: usize,
}

impl<'a> Body<'a> {
    pub(super) fn new(
        module: &'a Module,
        names: &'a ModuleNames<'a>,
        (function, info): (&'a Function, &'a FunctionInfo),
        scope: &'a mut Scope,
        out: &'a mut Output,
        arguments: Vec<String>,
    ) -> Body<'a> {
        Body {
            module,
            names,
            function,
            info,
            plan: Plan::of(module, function, info),
            scope,
            out,
            lets: vec![None; function.expressions.len()],
            locals: vec![None; function.local_variables.len()],
            arguments,
            carried: None,
            indent: 1,
        }
    }

    pub(super) fn write(&mut self) -> Written {
        let function = self.function;
        self.statements(&function.body, 0, true)
    }

    pub(super) fn expressions(&self) -> Expressions<'_> {
        Expressions {
            module: self.module,
            names: self.names,
            arena: &self.function.expressions,
            types: Types::Function(self.info),
            lets: &self.lets,
            locals: &self.locals,
            arguments: &self.arguments,
        }
    }

    pub(super) fn text(&self, value: Value) -> Result<String, Refusal> {
        self.expressions().text(value)
    }

    pub(super) fn line(&mut self, text: &str, span: Span) {
        self.out.line(self.indent, text, span);
    }

    /// A block of its own, indented.
    pub(super) fn block(&mut self, block: &Block, from: usize, is_last: bool) -> Written {
        let opened = self.scope.open();
        self.indent += 1;
        self.statements(block, from, is_last)?;
        self.indent -= 1;
        self.scope.close(opened);
        Ok(())
    }

    /// The statements of `block` from the `from`th on. `is_last` if the function ends
    /// behind them.
    pub(super) fn statements(&mut self, block: &Block, from: usize, is_last: bool) -> Written {
        let spans = block.span_iter().map(|(_, span)| *span);
        let all: Vec<(&Statement, Span)> = block.iter().zip(spans).collect();
        for (index, (statement, span)) in all.iter().enumerate().skip(from) {
            let behind = &all[index + 1..];
            let is_last = is_last && loops::is_silent(&self.plan, behind.iter().map(|one| one.0));
            let declared = self.declare_before(statement, *span);
            declared
                .and_then(
                    |()| match turns::is_carried(&self.plan, statement, behind) {
                        Some(carried) => {
                            self.carried = Some(carried);
                            Ok(())
                        }
                        None => self.statement(statement, *span, behind.is_empty(), is_last),
                    },
                )
                .map_err(|refusal| refusal.at(*span))?;
        }
        Ok(())
    }

    /// Declares the variables that `statement` is the first to use.
    fn declare_before(&mut self, statement: &Statement, span: Span) -> Written {
        let key = Key::of(statement);
        let Some(declarations) = self.plan.facts.declarations.get(&key) else {
            return Ok(());
        };
        let before: Vec<Declaration> = declarations
            .iter()
            .copied()
            .filter(|declaration| !declaration.by_store)
            .collect();
        for Declaration { local, last, .. } in before {
            let variable = &self.function.local_variables[local];
            let counts = matches!(
                loops::shape(&self.plan, statement),
                Shape::For { counter, .. } if counter == local && last == Some(key)
            );
            match variable.init {
                Some(init) if counts => self.carried = Some((local, init)),
                Some(init) => {
                    let init = self.text(init)?;
                    let name = self.declare_local(local);
                    self.line(
                        &format!("var {name} = {init};"),
                        self.local_span(local, span),
                    );
                }
                None => {
                    let ty = types::type_name(self.module, self.names, variable.ty)?;
                    let name = self.declare_local(local);
                    self.line(&format!("var {name}: {ty};"), self.local_span(local, span));
                }
            }
        }
        Ok(())
    }

    fn local_span(&self, local: Local, other: Span) -> Span {
        match self.function.local_variables.get_span(local) {
            span if span == Span::default() => other,
            span => span,
        }
    }

    pub(super) fn declare_local(&mut self, local: Local) -> String {
        let wanted = self.function.local_variables[local].name.as_deref();
        let other = derived::of_local(self.function, &self.plan, local.index());
        let name = self.scope.declare(wanted, other);
        self.locals[local.index()] = Some(name.clone());
        name
    }

    /// Declares the name of `value`, and gives it.
    pub(super) fn name(&mut self, value: Value, other: impl FnOnce(&Self) -> String) -> String {
        let wanted = self.function.named_expressions.get(&value);
        let name = match wanted {
            Some(wanted) => self.scope.declare(Some(wanted), "value"),
            None => {
                let other = other(self);
                self.scope.declare(Some(&other), "value")
            }
        };
        self.lets[value.index()] = Some(name.clone());
        name
    }

    fn statement(
        &mut self,
        statement: &Statement,
        span: Span,
        ends_block: bool,
        is_last: bool,
    ) -> Written {
        match *statement {
            Statement::Emit(ref range) => {
                for value in range.clone() {
                    self.emit(value)?;
                }
            }
            Statement::Block(ref block) => {
                // What follows a jump would be cut off.
                match ends_block || !jumps(block) {
                    true => self.statements(block, 0, is_last)?,
                    false => {
                        self.line("{", span);
                        self.block(block, 0, is_last)?;
                        self.line("}", Span::default());
                    }
                }
            }
            Statement::If {
                condition,
                ref accept,
                ref reject,
            } => {
                self.branch("if ", (condition, accept, reject), span, is_last)?;
                self.line("}", Span::default());
            }
            Statement::Switch {
                selector,
                ref cases,
            } => self.switch(selector, cases, span, is_last)?,
            Statement::Loop { .. } => self.loop_statement(statement, span)?,
            Statement::Break => self.line("break;", span),
            Statement::Continue => self.line("continue;", span),
            Statement::Return { value: None } if is_last => {}
            Statement::Return { value: None } => self.line("return;", span),
            Statement::Return { value: Some(value) } => {
                let line = format!("return {};", self.text(value)?);
                self.line(&line, span);
            }
            Statement::ControlBarrier(barrier) => self.barrier(barrier, span),
            Statement::Store { .. } => {
                let line = self.store(statement)? + ";";
                self.line(&line, span);
            }
            Statement::ImageStore {
                image,
                coordinate,
                array_index,
                value,
            } => {
                let others = array_index.into_iter().chain([value]);
                let arguments: Vec<Value> = [image, coordinate].into_iter().chain(others).collect();
                self.call_line("textureStore", &arguments, span)?;
            }
            Statement::ImageAtomic {
                image,
                coordinate,
                array_index,
                fun,
                value,
            } => {
                let others = array_index.into_iter().chain([value]);
                let arguments: Vec<Value> = [image, coordinate].into_iter().chain(others).collect();
                let name = format!("textureAtomic{}", words::atomic(fun));
                self.call_line(&name, &arguments, span)?;
            }
            Statement::Call { .. }
            | Statement::Atomic { .. }
            | Statement::WorkGroupUniformLoad { .. }
            | Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. } => self.made(statement, span)?,
            Statement::Kill => return Err(Refusal::new("a compute kernel cannot discard")),
            Statement::MemoryBarrier(_) => {
                return Err(Refusal::new(
                    "WGSL has no barrier of memory alone, that invocations do not wait at",
                ));
            }
            Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) => {
                return Err(Refusal::new("WGSL has no ray queries"));
            }
            Statement::CooperativeStore { .. } => {
                return Err(Refusal::new("WGSL has no cooperative matrices"));
            }
        }
        Ok(())
    }

    fn emit(&mut self, value: Value) -> Written {
        let span = self.function.expressions.get_span(value);
        if self.plan.is_let(value) {
            let text = self.text(value).map_err(|refusal| refusal.at(span))?;
            let name = self.name(value, |body| {
                derived::of_value(&body.plan, body.names, value)
            });
            self.line(&format!("let {name} = {text};"), span);
        } else if self.plan.is_unused_read(value) {
            let text = self.text(value).map_err(|refusal| refusal.at(span))?;
            self.line(&format!("_ = {text};"), span);
        }
        Ok(())
    }

    fn call_line(&mut self, name: &str, arguments: &[Value], span: Span) -> Written {
        let mut line = String::new();
        self.expressions().call(name, arguments, &mut line)?;
        line.push(';');
        self.line(&line, span);
        Ok(())
    }

    fn barrier(&mut self, barrier: naga::Barrier, span: Span) {
        for (kind, call) in [
            (naga::Barrier::STORAGE, "storageBarrier();"),
            (naga::Barrier::WORK_GROUP, "workgroupBarrier();"),
            (naga::Barrier::SUB_GROUP, "subgroupBarrier();"),
            (naga::Barrier::TEXTURE, "textureBarrier();"),
        ] {
            if barrier.contains(kind) {
                self.line(call, span);
            }
        }
    }

    fn is_empty(&self, block: &Block, is_last: bool) -> bool {
        block.iter().all(|statement| {
            let is_end = matches!(statement, Statement::Return { value: None });
            (is_end && is_last) || loops::is_silent_emit(&self.plan, statement)
        })
    }

    /// `if ..` and its branches, but for the last brace.
    fn branch(
        &mut self,
        before: &str,
        (condition, accept, reject): (Value, &Block, &Block),
        span: Span,
        is_last: bool,
    ) -> Written {
        let (empty_accept, empty_reject) = (
            self.is_empty(accept, is_last),
            self.is_empty(reject, is_last),
        );
        let turned = empty_accept && !empty_reject;
        let mut line = before.to_owned();
        match turned {
            true => self.expressions().write_not(condition, &mut line)?,
            false => {
                self.expressions()
                    .write(condition, Position::Free, &mut line)?;
            }
        }
        line.push_str(" {");
        self.line(&line, span);
        if turned {
            return self.block(reject, 0, is_last);
        }
        self.block(accept, 0, is_last)?;
        if empty_reject {
            return Ok(());
        }
        match self.only_branch(reject) {
            Some((
                Statement::If {
                    condition,
                    accept,
                    reject,
                },
                span,
            )) => self.branch("} else if ", (*condition, accept, reject), span, is_last),
            _ => {
                self.line("} else {", Span::default());
                self.block(reject, 0, is_last)
            }
        }
    }

    /// The one statement that `block` has, if it is an `if` that declares nothing.
    fn only_branch<'b>(&self, block: &'b Block) -> Option<(&'b Statement, Span)> {
        let mut spoken = block
            .span_iter()
            .filter(|(statement, _)| !loops::is_silent_emit(&self.plan, statement));
        let (statement, span) = spoken.next()?;
        let all = block.iter();
        let mut declaring =
            all.filter(|one| self.plan.facts.declarations.contains_key(&Key::of(one)));
        let is_branch = matches!(statement, Statement::If { .. })
            && spoken.next().is_none()
            && declaring.next().is_none();
        is_branch.then_some((statement, *span))
    }

    fn switch(
        &mut self,
        selector: Value,
        cases: &[SwitchCase],
        span: Span,
        is_last: bool,
    ) -> Written {
        let line = format!("switch {} {{", self.text(selector)?);
        self.line(&line, span);
        self.indent += 1;
        let mut values: Vec<String> = Vec::new();
        for case in cases {
            values.push(match case.value {
                SwitchValue::I32(value) => value.to_string(),
                SwitchValue::U32(value) => value.to_string(),
                SwitchValue::Default => "default".to_owned(),
            });
            if case.fall_through {
                if !case.body.is_empty() {
                    return Err(Refusal::new("a case that goes on with the next one"));
                }
                continue;
            }
            let line = match values.as_slice() {
                [one] if one == "default" => "default: {".to_owned(),
                values => format!("case {}: {{", values.join(", ")),
            };
            values.clear();
            self.line(&line, Span::default());
            self.block(&case.body, 0, is_last)?;
            self.line("}", Span::default());
        }
        self.indent -= 1;
        self.line("}", Span::default());
        Ok(())
    }
}

/// Whether control leaves `block` at its end.
fn jumps(block: &Block) -> bool {
    match block.last() {
        Some(Statement::Block(inner)) => jumps(inner),
        last => matches!(
            last,
            Some(
                Statement::Break | Statement::Continue | Statement::Return { .. } | Statement::Kill
            )
        ),
    }
}
