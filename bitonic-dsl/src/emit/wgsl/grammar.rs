//! Which expression may stand where without parentheses (WGSL specification,
//! "Operator Precedence and Associativity").

use naga::BinaryOperator;

/// What the text of an expression is in the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A name, a literal, a call, a part of something.
    Primary,
    /// `!x`, `~x`, `&x`, `*x`.
    Unary,
    /// What begins with a minus: two of them are one token.
    Negation,
    Multiplicative,
    Additive,
    Shift,
    Relational,
    BitAnd,
    BitOr,
    BitXor,
    LogicalAnd,
    LogicalOr,
    /// Any expression: always in parentheses where it is a part.
    Logical,
}

impl Form {
    pub(super) fn of(op: BinaryOperator) -> Form {
        match op {
            BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo => {
                Form::Multiplicative
            }
            BinaryOperator::Add | BinaryOperator::Subtract => Form::Additive,
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => Form::Shift,
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual => Form::Relational,
            BinaryOperator::And => Form::BitAnd,
            BinaryOperator::InclusiveOr => Form::BitOr,
            BinaryOperator::ExclusiveOr => Form::BitXor,
            BinaryOperator::LogicalAnd => Form::LogicalAnd,
            BinaryOperator::LogicalOr => Form::LogicalOr,
        }
    }

    fn is_unary(self) -> bool {
        match self {
            Form::Primary | Form::Unary | Form::Negation => true,
            Form::Multiplicative
            | Form::Additive
            | Form::Shift
            | Form::Relational
            | Form::BitAnd
            | Form::BitOr
            | Form::BitXor
            | Form::LogicalAnd
            | Form::LogicalOr
            | Form::Logical => false,
        }
    }

    fn is_multiplicative(self) -> bool {
        self.is_unary() || self == Form::Multiplicative
    }

    fn is_shift(self) -> bool {
        self.is_multiplicative() || matches!(self, Form::Additive | Form::Shift)
    }

    fn is_relational(self) -> bool {
        self.is_shift() || self == Form::Relational
    }
}

/// Where an expression is to stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Position {
    /// Where any expression may.
    Free,
    /// Before `.` or `[`.
    Postfix,
    /// Behind `!` or `~`.
    Unary,
    /// Behind a minus.
    Negated,
    LeftOf(Form),
    RightOf(Form),
}

impl Position {
    /// Whether an expression of this form may stand here as it is.
    pub(super) fn takes(self, form: Form) -> bool {
        match self {
            Position::Free => true,
            Position::Postfix => form == Form::Primary,
            Position::Unary => form.is_unary(),
            Position::Negated => form.is_unary() && form != Form::Negation,
            // Operators of one kind associate to the left, but for shifts and
            // comparisons, which do not.
            Position::LeftOf(of) => {
                let chains = !matches!(of, Form::Shift | Form::Relational);
                (chains && form == of) || takes_part(of, form)
            }
            Position::RightOf(of) => takes_part(of, form),
        }
    }
}

/// Whether an expression of `form` may be an operand of one of the form `of`.
fn takes_part(of: Form, form: Form) -> bool {
    match of {
        Form::Additive => form.is_multiplicative(),
        Form::Relational => form.is_shift(),
        Form::LogicalAnd | Form::LogicalOr => form.is_relational(),
        Form::Primary
        | Form::Unary
        | Form::Negation
        | Form::Multiplicative
        | Form::Shift
        | Form::BitAnd
        | Form::BitOr
        | Form::BitXor
        | Form::Logical => form.is_unary(),
    }
}
