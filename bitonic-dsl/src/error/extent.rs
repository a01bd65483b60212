//! How far the expression reaches that begins at a place: what is underlined.
//!
//! A place of Rust's source is a point. Here the rest of its line is read as far as it
//! needs: names, groups in brackets, text, and the operators that shader values have. It
//! is no parser of Rust; where it is at a loss, it underlines less.

use std::ops::Range;

/// The bytes of `line` to underline for what begins at `start`: a call, a method and its
/// arguments, or the whole expression of `operator`.
pub(super) fn extent(line: &str, start: usize, operator: Option<&str>) -> Range<usize> {
    let start = line.floor_char_boundary(start);
    let end = Line(line).end(start, operator).unwrap_or(start);
    // What is not understood is as wide as a character.
    let least = line[start..].chars().next().map_or(0, char::len_utf8);
    start..end.max(start + least)
}

/// The operators of shader values that Rust writes between them, those of two characters
/// first, and how tightly they bind.
const OPERATORS: [(&str, u32); 10] = [
    ("<<", 3),
    (">>", 3),
    ("*", 5),
    ("/", 5),
    ("%", 5),
    ("+", 4),
    ("-", 4),
    ("&", 2),
    ("^", 1),
    ("|", 0),
];

/// A line; positions in it are bytes. What ends on another line has no end here.
#[derive(Clone, Copy)]
struct Line<'a>(&'a str);

impl Line<'_> {
    fn end(self, start: usize, operator: Option<&str>) -> Option<usize> {
        let name = self.path(start);
        let call = name.and_then(|name| self.arguments(name));
        if self.is_method(start) {
            return call.or(name);
        }
        match (operator, name) {
            // A call; of one that goes on in the next line the name.
            (None, Some(name)) if self.opens(name) => call.or(Some(name)),
            (_, name) => self.operation(start, operator).or(call).or(name),
        }
    }

    /// Whether the name at `start` stands behind a dot.
    fn is_method(self, start: usize) -> bool {
        let before = self.0[..start].trim_end();
        before.ends_with('.') && !before.ends_with("..")
    }

    /// Behind the expression of operators at `at`: up to `operator` and its right side, or
    /// to the first operator's.
    fn operation(self, at: usize, operator: Option<&str>) -> Option<usize> {
        let mut end = self.operand(at)?;
        let mut found = None;
        while let Some((symbol, strength, behind)) = self.operator(end) {
            if found.is_some_and(|found| strength <= found) {
                break;
            }
            end = self.operand(behind)?;
            if found.is_none() && operator.is_none_or(|operator| operator == symbol) {
                found = Some(strength);
            }
        }
        Some(end)
    }

    fn operator(self, at: usize) -> Option<(&'static str, u32, usize)> {
        let at = self.blanks(at);
        let rest = self.0.get(at..)?;
        let (symbol, strength) = *OPERATORS.iter().find(|(one, _)| rest.starts_with(one))?;
        let behind = &rest[symbol.len()..];
        // An assignment, a comment, or an operator of conditions.
        let is_other = behind.starts_with(['=', '>', '&', '|', '/']) || rest.starts_with("/*");
        (!is_other).then_some((symbol, strength, at + symbol.len()))
    }

    /// Behind the operand at `at`, with its signs, methods and indices.
    fn operand(self, at: usize) -> Option<usize> {
        let at = self.blanks(at);
        let rest = self.0.get(at..)?;
        let unsigned = rest.trim_start_matches(['-', '!', '&', '*']);
        let at = at + (rest.len() - unsigned.len());
        let first = unsigned.chars().next()?;
        let mut end = match first {
            '(' | '[' => self.group(at)?,
            '"' => self.text(at)?,
            _ if first.is_ascii_digit() => self.number(at),
            _ => self.path(at)?,
        };
        loop {
            end = if self.opens(end) {
                self.arguments(end)?
            } else if self.starts(end, "[") {
                self.group(end)?
            } else if self.starts(end, "?") {
                end + 1
            } else if self.starts(end, ".") && !self.starts(end, "..") {
                self.member(end + 1)?
            } else {
                return Some(end);
            };
        }
    }

    /// Behind the method, field or position at `at`.
    fn member(self, at: usize) -> Option<usize> {
        self.path(at).or_else(|| {
            let digits = self.0[at..].bytes().take_while(u8::is_ascii_digit).count();
            (digits > 0).then_some(at + digits)
        })
    }

    fn starts(self, at: usize, text: &str) -> bool {
        self.0[at..].starts_with(text)
    }

    /// Whether what stands before `at` is called.
    fn opens(self, at: usize) -> bool {
        self.starts(at, "(") || self.starts(at, "!(") || self.starts(at, "![")
    }

    /// Behind the arguments at `at`, which may be a macro's.
    fn arguments(self, at: usize) -> Option<usize> {
        match self.opens(at) {
            true => self.group(at + usize::from(self.starts(at, "!"))),
            false => None,
        }
    }

    fn blanks(self, at: usize) -> usize {
        let rest = &self.0[at..];
        at + (rest.len() - rest.trim_start().len())
    }

    /// Behind the name at `at`, its path and its types.
    fn path(self, at: usize) -> Option<usize> {
        let mut end = self.word(at)?;
        while self.starts(end, "::") {
            end = match self.starts(end, "::<") {
                true => self.types(end + 2)?,
                false => self.word(end + 2)?,
            };
        }
        Some(end)
    }

    fn word(self, at: usize) -> Option<usize> {
        let rest = &self.0[at..];
        let first = rest.chars().next()?;
        let starts_word = first.is_alphabetic() || first == '_';
        starts_word.then(|| at + word_length(rest))
    }

    /// Behind the number at `at`, its fraction and its type.
    fn number(self, at: usize) -> usize {
        let end = at + word_length(&self.0[at..]);
        let behind_dot = self.0[end..].strip_prefix('.');
        match behind_dot.filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            Some(fraction) => end + 1 + word_length(fraction),
            None => end,
        }
    }

    /// Behind the list of types at `at`, which begins with `<`.
    fn types(self, at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (index, c) in self.0[at..].char_indices() {
            match c {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(at + index + 1);
            }
        }
        None
    }

    /// Behind the group at `at`, which begins with a bracket.
    fn group(self, at: usize) -> Option<usize> {
        let mut at = at;
        let mut depth = 0_usize;
        while let Some(c) = self.0[at..].chars().next() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.checked_sub(1)?,
                '/' if self.starts(at, "//") => return None,
                _ => {}
            }
            at = match c {
                '"' => self.text(at)?,
                '\'' => self.quote(at),
                _ => at + c.len_utf8(),
            };
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// Behind the text at `at`, which begins with a quotation mark.
    fn text(self, at: usize) -> Option<usize> {
        let mut escaped = false;
        for (index, c) in self.0[at + 1..].char_indices() {
            match c {
                '"' if !escaped => return Some(at + 1 + index + 1),
                _ => escaped = c == '\\' && !escaped,
            }
        }
        None
    }

    /// Behind the character at `at`, or behind the mark of a lifetime.
    fn quote(self, at: usize) -> usize {
        let mut rest = self.0[at + 1..].char_indices();
        let is_escape = matches!(rest.next(), Some((_, '\\')));
        let mut rest = rest.skip(usize::from(is_escape));
        match rest.next() {
            Some((index, '\'')) => at + 1 + index + 1,
            Some(_) | None => at + 1,
        }
    }
}

/// The bytes of the letters, digits and underscores that `text` begins with.
fn word_length(text: &str) -> usize {
    let is_other = |c: char| !c.is_alphanumeric() && c != '_';
    text.find(is_other).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::extent;

    /// What is underlined in the line before `|`, from its `^` on.
    #[track_caller]
    fn check(line: &str, start: &str, operator: Option<&str>, expected: &str) {
        let at = line.find(start).expect("the start is in the line");
        assert_eq!(&line[extent(line, at, operator)], expected, "{line}");
    }

    #[test]
    fn a_method_and_its_arguments() {
        let line = "out.element(0).assign(f(a, \")\") + 1); // done";
        check(line, "assign", None, "assign(f(a, \")\") + 1)");
        check(line, "element", None, "element(0)");
        check(
            "let a = k.storage::<Vec3>(\"a\");",
            "storage",
            None,
            "storage::<Vec3>(\"a\")",
        );
        check(
            "        .case([1, 2], || x.set(')', '\\''))",
            "case",
            None,
            "case([1, 2], || x.set(')', '\\''))",
        );
        check("let a = pair.x + 1;", "x", None, "x");
    }

    #[test]
    fn of_what_goes_on_in_the_next_line_the_name() {
        check("    If(x.lt(4), || {", "If", None, "If");
        check("let k = kernel(\"k\").build(|k| {", "build", None, "build");
        check(
            "    out.element(0).assign( // a )",
            "assign",
            None,
            "assign",
        );
        check("    a +", "a", Some("+"), "a");
    }

    #[test]
    fn a_call_or_the_operation_that_begins_with_it() {
        let line = "let x = instance_index() / 0 + y;";
        check(line, "instance", None, "instance_index()");
        check(line, "instance", Some("/"), "instance_index() / 0");
        check(line, "instance", Some("+"), "instance_index() / 0 + y");
        check(
            "f(a + b * c[i].x() - d)",
            "a",
            Some("+"),
            "a + b * c[i].x()",
        );
        check("f(a + b * c[i].x() - d)", "a", None, "a + b * c[i].x()");
        check(
            "f(a + b * c[i].x() - d)",
            "a",
            Some("-"),
            "a + b * c[i].x() - d",
        );
        check("(a + b) << 33u32 | 4", "(", Some("<<"), "(a + b) << 33u32");
        check("set(-1.5_f32 * x)", "-", Some("*"), "-1.5_f32 * x");
        check(
            "let _ = kept.get().unwrap().0 - 1;",
            "kept",
            None,
            "kept.get().unwrap().0 - 1",
        );
        check(
            "let i = &buffers[2].len() * 2; // x",
            "&",
            None,
            "&buffers[2].len() * 2",
        );
        check(
            "let _ = vec![1](2)?.x ^ 3 || 4;",
            "vec",
            Some("^"),
            "vec![1](2)?.x ^ 3",
        );
    }

    #[test]
    fn names_and_what_is_not_understood() {
        check("If(x, Break);", "Break", None, "Break");
        check("a = b::c::<T<u8>>;", "b", None, "b::c::<T<u8>>");
        check("é(ü) + 1", "é", None, "é(ü)");
        check("|x| x + 1", "|", None, "|");
        check("let x = 1;", ";", None, ";");
        assert_eq!(extent("abc", 9, None), 3..3);
        assert_eq!(extent("", 0, Some("+")), 0..0);
        for line in [
            "f('", "f('\\", "f(\"", "a.", "a::", "a::<", "-", "a + -", "(", "a)", "x!(",
        ] {
            for at in 0..=line.len() {
                for operator in [None, Some("+")] {
                    let range = extent(line, at, operator);
                    assert!(range.end <= line.len(), "{line}");
                }
            }
        }
    }
}
