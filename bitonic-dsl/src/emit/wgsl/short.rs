//! `&&` and `||` where a module has an `if` instead: what decides whether the right side
//! is evaluated sets a variable, which is read once behind it. Readers of WGSL make
//! these of the operators.

use naga::{
    AddressSpace, BinaryOperator, Block, Expression, Function, Literal, Module, Statement,
    StorageAccess, TypeInner, UnaryOperator,
};

use super::Value;
use super::facts::{Local, for_each_operand_of};
use super::operands::{Root, root, whole_local};

/// `function` with the operators in place of such branches; none if it has none.
pub(super) fn with_operators(module: &Module, function: &Function) -> Option<Function> {
    let of_truth = |ty| module.types[ty].inner == TypeInner::Scalar(naga::Scalar::BOOL);
    let mut variables = function.local_variables.iter();
    let may_be =
        variables.any(|(_, one)| one.name.is_none() && one.init.is_none() && of_truth(one.ty));
    if !may_be {
        return None;
    }
    let mut rewritten = function.clone();
    let mut uses = vec![0; function.local_variables.len()];
    count_uses(function, &function.body, &mut uses);
    let mut rewrite = Rewrite {
        module,
        function: &mut rewritten,
        uses,
        changed: false,
    };
    let body = rewrite.block(&function.body);
    let changed = rewrite.changed;
    rewritten.body = body;
    changed.then_some(rewritten)
}

struct Rewrite<'a> {
    module: &'a Module,
    function: &'a mut Function,
    /// By variable: how many statements set it.
    uses: Vec<u32>,
    changed: bool,
}

/// A branch that stands for an operator.
struct Operator {
    read: Value,
    op: BinaryOperator,
    left: Value,
    right: Value,
}

impl Rewrite<'_> {
    fn block(&mut self, block: &Block) -> Block {
        let mut out = Block::new();
        let spans = block.span_iter().map(|(_, span)| *span);
        for (index, (statement, span)) in block.iter().zip(spans).enumerate() {
            let statement = self.within(statement);
            match self.operator(&statement, &block[index + 1..]) {
                Some((operator, evaluated)) => {
                    let Operator {
                        read,
                        op,
                        left,
                        right,
                    } = operator;
                    self.function.expressions[read] = Expression::Binary { op, left, right };
                    for (statement, span) in evaluated.span_iter() {
                        if let Statement::Emit(range) = statement {
                            out.push(Statement::Emit(range.clone()), *span);
                        }
                    }
                    self.changed = true;
                }
                None => out.push(statement, span),
            }
        }
        out
    }

    /// `statement` with its blocks rewritten.
    fn within(&mut self, statement: &Statement) -> Statement {
        let mut statement = statement.clone();
        match &mut statement {
            Statement::Block(block) => *block = self.block(block),
            Statement::If { accept, reject, .. } => {
                *accept = self.block(accept);
                *reject = self.block(reject);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    case.body = self.block(&case.body);
                }
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                *body = self.block(body);
                *continuing = self.block(continuing);
            }
            _ => {}
        }
        statement
    }

    /// The operator that `statement` stands for, and the block whose values it needs.
    fn operator<'b>(
        &self,
        statement: &'b Statement,
        behind: &[Statement],
    ) -> Option<(Operator, &'b Block)> {
        let Statement::If {
            condition,
            accept,
            reject,
        } = statement
        else {
            return None;
        };
        let (local, right) = self.last_set(accept)?;
        let (other, otherwise) = self.last_set(reject)?;
        let variable = &self.function.local_variables[local];
        let is_ours = local == other && variable.name.is_none() && variable.init.is_none();
        let alone = is_ours && self.uses[local.index()] == 2 && reject.len() == 1;
        if !alone || !self.is_pure(accept) {
            return None;
        }
        let expressions = &self.function.expressions;
        let (op, left) = match (&expressions[otherwise], &expressions[*condition]) {
            (Expression::Literal(Literal::Bool(false)), _) => {
                (BinaryOperator::LogicalAnd, *condition)
            }
            (
                Expression::Literal(Literal::Bool(true)),
                Expression::Unary {
                    op: UnaryOperator::LogicalNot,
                    expr,
                },
            ) => (BinaryOperator::LogicalOr, *expr),
            (_, _) => return None,
        };
        let read = self.only_read(local)?;
        let mut ranges = behind.iter().filter_map(|statement| match statement {
            Statement::Emit(range) => Some(range.clone()),
            _ => None,
        });
        let is_behind = ranges.any(|mut range| range.any(|value| value == read));
        let is_later = read.index() > left.index().max(right.index());
        let operator = Operator {
            read,
            op,
            left,
            right,
        };
        (is_behind && is_later).then_some((operator, accept))
    }

    /// The variable that `block` ends by setting, and the value.
    fn last_set(&self, block: &Block) -> Option<(Local, Value)> {
        match *block.last()? {
            Statement::Store { pointer, value } => {
                Some((whole_local(self.function, pointer)?, value))
            }
            _ => None,
        }
    }

    fn only_read(&self, local: Local) -> Option<Value> {
        let expressions = &self.function.expressions;
        let mut reads = expressions.iter().filter(|(_, one)| match one {
            Expression::Load { pointer } => root(expressions, *pointer) == Root::Local(local),
            _ => false,
        });
        let (read, _) = reads.next()?;
        reads.next().is_none().then_some(read)
    }

    /// Whether all of `block` but its last statement evaluates what may be evaluated in
    /// vain: nothing that others write is read.
    fn is_pure(&self, block: &Block) -> bool {
        let (_, before) = block.split_last().unzip();
        let mut before = before.into_iter().flatten();
        before.all(|statement| match statement {
            Statement::Emit(range) => range.clone().all(|value| self.is_pure_value(value)),
            _ => false,
        })
    }

    fn is_pure_value(&self, value: Value) -> bool {
        let expressions = &self.function.expressions;
        match expressions[value] {
            Expression::Load { pointer } => match root(expressions, pointer) {
                Root::Local(_) => true,
                Root::Global(global) => match self.module.global_variables[global].space {
                    AddressSpace::Uniform | AddressSpace::Immediate => true,
                    AddressSpace::Storage { access } => !access.contains(StorageAccess::STORE),
                    AddressSpace::Function
                    | AddressSpace::Private
                    | AddressSpace::WorkGroup
                    | AddressSpace::Handle
                    | AddressSpace::TaskPayload
                    | AddressSpace::RayPayload
                    | AddressSpace::IncomingRayPayload => false,
                },
                Root::Argument(_) | Root::None => false,
            },
            Expression::ImageLoad { .. } | Expression::ImageSample { .. } => false,
            _ => true,
        }
    }
}

fn count_uses(function: &Function, block: &Block, uses: &mut [u32]) {
    for statement in block.iter() {
        for_each_operand_of(statement, |value| {
            if let Root::Local(local) = root(&function.expressions, value) {
                uses[local.index()] += 1;
            }
        });
        match statement {
            Statement::Block(block) => count_uses(function, block, uses),
            Statement::If { accept, reject, .. } => {
                count_uses(function, accept, uses);
                count_uses(function, reject, uses);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    count_uses(function, &case.body, uses);
                }
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                count_uses(function, body, uses);
                count_uses(function, continuing, uses);
            }
            _ => {}
        }
    }
}
