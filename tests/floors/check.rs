//! The checks: each reads the sources by one kind of rule and says what breaks it.
//! The rules themselves are in `rules`.

use crate::rules::{
    CONFINED, Confined, FLOORS, FORBIDDEN_DEPENDENCIES, Floors, HIDDEN, LINES, MADE_BY, MadeBy,
    SPEAKS_OF_WORDS, WITHOUT_HEAD, WORDS,
};
use crate::source::{Source, Token};

/// A broken rule, as `file:line: what`.
pub(crate) type Fault = String;

/// Everything that is wrong with `sources`.
pub(crate) fn check(sources: &[Source]) -> Vec<Fault> {
    let each = sources.iter().flat_map(|source| {
        let mut faults = check_text(source);
        if source.is_rust() {
            faults.extend(check_rust(source));
        }
        faults
    });
    each.chain(check_manifests(sources)).collect()
}

fn check_text(source: &Source) -> Vec<Fault> {
    if SPEAKS_OF_WORDS.contains(&source.path.as_str()) {
        return Vec::new();
    }
    let lines = source.text.lines().enumerate();
    lines
        .flat_map(|(index, line)| {
            let line = line.to_lowercase();
            let found = WORDS.iter().filter(|word| has_word(&line, word)).copied();
            let found: Vec<_> = found.collect();
            let say = |word| {
                fault(
                    source,
                    index + 1,
                    &format!("`{word}` does not belong in the project"),
                )
            };
            found.into_iter().map(say).collect::<Vec<_>>()
        })
        .collect()
}

/// Whether `word` stands in `line` with no letter, digit or `_` at either end of it.
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| {
        let starts_inside =
            word.starts_with(char::is_alphanumeric) && is_part(line[..at].chars().next_back());
        let ends_inside = word.ends_with(char::is_alphanumeric)
            && is_part(line[at + word.len()..].chars().next());
        !starts_inside && !ends_inside
    })
}

fn check_rust(source: &Source) -> Vec<Fault> {
    let tokens = source.tokens();
    let mut faults = Vec::new();
    faults.extend(check_length(source));
    faults.extend(check_head(source));
    faults.extend(
        FLOORS
            .iter()
            .flat_map(|floors| check_floors(source, &tokens, floors)),
    );
    faults.extend(
        CONFINED
            .iter()
            .flat_map(|rule| check_confined(source, &tokens, rule)),
    );
    faults.extend(
        MADE_BY
            .iter()
            .flat_map(|rule| check_made_by(source, &tokens, rule)),
    );
    let hidden = HIDDEN.iter();
    faults.extend(hidden.flat_map(|(package, word)| check_hidden(source, &tokens, package, word)));
    faults
}

fn check_length(source: &Source) -> Option<Fault> {
    let lines = source.text.lines().count();
    let what = format!("{lines} lines: more than {LINES}; split the file by concept");
    (lines > LINES).then(|| fault(source, lines, &what))
}

fn check_head(source: &Source) -> Option<Fault> {
    let exempt = WITHOUT_HEAD
        .iter()
        .any(|folder| source.path.starts_with(folder));
    let has_head = source.text.trim_start().starts_with("//!");
    let what = "no `//!` head: say what lives here and what does not";
    (!exempt && !has_head).then(|| fault(source, 1, what))
}

fn check_floors(source: &Source, tokens: &[Token], floors: &Floors) -> Vec<Fault> {
    let Some(module) = source.module_of(floors.package) else {
        return Vec::new();
    };
    if !floors.knows(module) {
        let what = format!(
            "module `{module}` of {} has no floor: add it to the table",
            floors.package
        );
        return vec![fault(source, 1, &what)];
    }
    root_names(tokens, source.depth())
        .into_iter()
        .filter(|name| name.text != module && !floors.allows(module, &name.text))
        .map(|name| {
            let what = if floors.knows(&name.text) {
                format!("`{module}` names `{}`, which is not beneath it", name.text)
            } else {
                format!(
                    "`{module}` takes `{}` from the crate's root: name its module",
                    name.text
                )
            };
            fault(source, name.line, &what)
        })
        .collect()
}

/// The names that follow `crate::`, or as many `super::` as lead to the root.
fn root_names(tokens: &[Token], depth: usize) -> Vec<Token> {
    let mut names = Vec::new();
    for at in 0..tokens.len() {
        let after_dollar = at > 0 && tokens[at - 1].text == "$";
        if after_dollar || (at > 1 && tokens[at - 1].text == ":" && tokens[at - 2].text == ":") {
            continue;
        }
        let path = match tokens[at].text.as_str() {
            "crate" => after_colons(tokens, at + 1),
            "super" => after_supers(tokens, at, depth),
            _ => None,
        };
        if let Some(start) = path {
            names.extend(first_segments(&tokens[start..]));
        }
    }
    names
}

fn after_colons(tokens: &[Token], at: usize) -> Option<usize> {
    let colon = |at: usize| tokens.get(at).is_some_and(|token| token.text == ":");
    (colon(at) && colon(at + 1)).then_some(at + 2)
}

fn after_supers(tokens: &[Token], at: usize, depth: usize) -> Option<usize> {
    let mut at = at;
    for _ in 0..depth {
        if tokens.get(at)?.text != "super" {
            return None;
        }
        at = after_colons(tokens, at + 1)?;
    }
    // `super::Item` of an inline module is no path to the root.
    let is_module = |text: &str| FLOORS.iter().any(|floors| floors.knows(text));
    tokens
        .get(at)
        .is_some_and(|token| token.text == "{" || is_module(&token.text))
        .then_some(at)
}

/// The first name of a path, or of each path in a `{ .. }`.
fn first_segments(tokens: &[Token]) -> Vec<Token> {
    if tokens.first().is_none_or(|token| token.text != "{") {
        return tokens.first().cloned().into_iter().collect();
    }
    let mut names = Vec::new();
    let mut depth = 0_usize;
    let mut expected = true;
    for token in tokens {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => break,
            "}" => depth -= 1,
            "," if depth == 1 => expected = true,
            _ if depth == 1 && expected => {
                expected = false;
                names.push(token.clone());
            }
            _ => {}
        }
    }
    names
}

fn check_confined(source: &Source, tokens: &[Token], rule: &Confined) -> Vec<Fault> {
    let module = source.module_of(rule.package).unwrap_or_default();
    if !source.is_library_of(rule.package) || rule.modules.contains(&module) {
        return Vec::new();
    }
    let place = match rule.modules {
        [] => format!("nowhere in {}", rule.package),
        modules => format!("only in {} of {}", modules.join(", "), rule.package),
    };
    let what = format!("`{}` may stand {place}", rule.word);
    // `$word` is a variable of a macro.
    let named = |at: usize| tokens[at].text == rule.word && (at == 0 || tokens[at - 1].text != "$");
    let found = (0..tokens.len()).filter(|&at| named(at));
    found
        .map(|at| fault(source, tokens[at].line, &what))
        .collect()
}

fn check_made_by(source: &Source, tokens: &[Token], rule: &MadeBy) -> Vec<Fault> {
    if !source.is_library_of(rule.package) || source.module_of(rule.package) == Some(rule.module) {
        return Vec::new();
    }
    let what = format!("`{}` is made by `{}` alone", rule.name, rule.module);
    let pairs = tokens.windows(3).filter(|window| {
        let [before, name, brace] = window else {
            return false;
        };
        // A return type, an impl and a pattern are no construction.
        let constructs = !matches!(
            before.text.as_str(),
            ">" | "for" | "impl" | "struct" | "let"
        );
        constructs && name.text == rule.name && brace.text == "{"
    });
    pairs
        .map(|window| fault(source, window[1].line, &what))
        .collect()
}

fn check_hidden(source: &Source, tokens: &[Token], package: &str, word: &str) -> Vec<Fault> {
    if !source.is_library_of(package) {
        return Vec::new();
    }
    let starts = (0..tokens.len()).filter(|&at| {
        let public = tokens[at].text == "pub";
        public && tokens.get(at + 1).is_none_or(|next| next.text != "(")
    });
    starts
        .filter_map(|at| {
            let item = &tokens[at..at + signature_length(&tokens[at..])];
            let shown = item.iter().find(|token| token.text == word)?;
            let what = format!(
                "a public item of {package} shows `{word}`: wrap it, or make it `pub(crate)`"
            );
            Some(fault(source, shown.line, &what))
        })
        .collect()
}

/// Tokens up to the body, the end or, of a field, the comma.
fn signature_length(tokens: &[Token]) -> usize {
    let mut nesting = 0_i32;
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "(" | "[" | "<" => nesting += 1,
            ")" | "]" => nesting -= 1,
            ">" if at == 0 || tokens[at - 1].text != "-" => nesting -= 1,
            "{" | ";" | "}" => return at,
            "," if nesting <= 0 => return at,
            _ => {}
        }
    }
    tokens.len()
}

fn check_manifests(sources: &[Source]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (package, dependency) in FORBIDDEN_DEPENDENCIES {
        let manifest = format!("{package}/Cargo.toml");
        for source in sources.iter().filter(|source| source.path == manifest) {
            let lines = source.text.lines().enumerate();
            let declared = lines.filter(|(_, line)| declares(line, dependency));
            let what = format!("{package} may not depend on {dependency}");
            faults.extend(declared.map(|(index, _)| fault(source, index + 1, &what)));
        }
    }
    faults
}

fn declares(line: &str, dependency: &str) -> bool {
    let after = line.trim_start().strip_prefix(dependency);
    after.is_some_and(|after| after.trim_start().starts_with(['.', '=']))
}

fn fault(source: &Source, line: usize, what: &str) -> Fault {
    format!("{}:{line}: {what}", source.path)
}
