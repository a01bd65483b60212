//! The sources as the checks see them: files with a place in the workspace, and
//! code as words with line numbers, without comments, texts and unit tests.

use std::fs;
use std::path::Path;

/// One file of the project.
pub(crate) struct Source {
    /// The path from the workspace's root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// An identifier, or one character of punctuation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Source {
        Source {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The module beneath the root of `package` that the file belongs to; `None`
    /// for the root itself and for files that are not of the library.
    pub(crate) fn module_of(&self, package: &str) -> Option<&str> {
        let inner = self.path.strip_prefix(package)?.strip_prefix("/src/")?;
        let first = inner.split('/').next()?;
        let module = first.strip_suffix(".rs").unwrap_or(first);
        (module != "lib" && module != "main").then_some(module)
    }

    /// Whether the file is a library source of `package`: its root included.
    pub(crate) fn is_library_of(&self, package: &str) -> bool {
        let inner = self.path.strip_prefix(package);
        self.is_rust() && inner.is_some_and(|inner| inner.starts_with("/src/"))
    }

    /// How many `super::` lead from the file's module to the crate's root.
    pub(crate) fn depth(&self) -> usize {
        let inner = self.path.split_once("/src/").map_or("", |(_, inner)| inner);
        let steps = inner.split('/').count();
        if inner.ends_with("/mod.rs") {
            steps - 1
        } else {
            steps
        }
    }

    /// The code without comments, texts and unit tests.
    pub(crate) fn tokens(&self) -> Vec<Token> {
        let is_unit_test = ["/tests.rs", "_tests.rs"]
            .iter()
            .any(|end| self.path.ends_with(end));
        if is_unit_test || self.path.contains("/tests/") {
            return Vec::new();
        }
        without_unit_tests(tokenize(&self.text))
    }
}

/// All files of the project beneath `root` that people read.
pub(crate) fn load(root: &Path) -> Vec<Source> {
    let mut sources = Vec::new();
    load_folder(root, root, &mut sources);
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

fn load_folder(root: &Path, folder: &Path, sources: &mut Vec<Source>) {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of a folder just opened").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if name != "target" && (name == ".ci" || !name.starts_with('.')) {
                load_folder(root, &path, sources);
            }
        } else if is_read_by_people(&name) {
            let text = fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let inner = path.strip_prefix(root).expect("found beneath the root");
            let inner = inner.to_string_lossy().replace('\\', "/");
            sources.push(Source { path: inner, text });
        }
    }
}

fn is_read_by_people(name: &str) -> bool {
    let endings = [".rs", ".md", ".toml", ".wgsl", ".stderr", ".snap"];
    name == "run" || endings.iter().any(|ending| name.ends_with(ending))
}

/// The words of Rust `text`: comments are dropped, literals become one `"`.
pub(crate) fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest);
        let kept = if first == '"' || is_literal_with_prefix(rest) || (first == '\'' && length > 1)
        {
            Some("\"")
        } else if rest.starts_with("//") || rest.starts_with("/*") || first.is_whitespace() {
            None
        } else {
            Some(&rest[..length])
        };
        tokens.extend(kept.map(|text| Token {
            text: text.to_owned(),
            line,
        }));
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

fn token_length(rest: &str) -> usize {
    let first = rest.chars().next().map_or(0, char::len_utf8);
    if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        block_comment_length(rest)
    } else if is_literal_with_prefix(rest) {
        raw_string_length(rest)
    } else if rest.starts_with('"') {
        string_length(rest)
    } else if rest.starts_with('\'') {
        character_length(rest)
    } else {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        word.unwrap_or(rest.len()).max(first)
    }
}

fn block_comment_length(rest: &str) -> usize {
    let mut depth = 0_usize;
    for (at, _) in rest.char_indices() {
        if rest[at..].starts_with("/*") {
            depth += 1;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            if depth == 0 {
                return at + 2;
            }
        }
    }
    rest.len()
}

/// `r"`, `r#"`, `b"`, `br"` ..: a prefix that belongs to a text.
fn is_literal_with_prefix(rest: &str) -> bool {
    let prefix = rest.trim_start_matches(['b', 'c', 'r']);
    let length = rest.len() - prefix.len();
    (1..=2).contains(&length) && prefix.trim_start_matches('#').starts_with('"')
}

fn raw_string_length(rest: &str) -> usize {
    let open = rest.find('"').unwrap_or(rest.len());
    if !rest[..open].contains('r') {
        return open + string_length(&rest[open..]);
    }
    let hashes = rest[..open].matches('#').count();
    let close = format!("\"{}", "#".repeat(hashes));
    let body = &rest[open + 1..];
    body.find(&close)
        .map_or(rest.len(), |end| open + 1 + end + close.len())
}

fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of a character literal, or 1 for the tick of a lifetime.
fn character_length(rest: &str) -> usize {
    let body = &rest[1..];
    if let Some(escape) = body.strip_prefix('\\') {
        let after = escape.chars().next().map_or(0, char::len_utf8);
        let close = escape[after..].find('\'');
        return close.map_or(rest.len(), |close| 2 + after + close + 1);
    }
    let character = body.chars().next().map_or(0, char::len_utf8);
    if body[character..].starts_with('\'') {
        character + 2
    } else {
        1
    }
}

/// Drops every `#[cfg(test)] mod name { .. }`: a unit test may look upwards.
fn without_unit_tests(tokens: Vec<Token>) -> Vec<Token> {
    const HEAD: [&str; 8] = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_test = HEAD.iter().enumerate().all(|(offset, word)| {
            tokens
                .get(at + offset)
                .is_some_and(|token| token.text == *word)
        });
        if is_test {
            at = end_of_item(&tokens, at + HEAD.len());
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// The position after the item whose name is at `start`: after its `;` or body.
fn end_of_item(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text.as_str() {
            ";" if depth == 0 => return at + 1,
            "{" => depth += 1,
            "}" if depth == 1 => return at + 1,
            "}" => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}
