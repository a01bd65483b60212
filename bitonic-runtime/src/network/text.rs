//! Networks as text: what files hold, written and read.
//!
//! One round a line, comparators as `0:3`, the lesser key to the wire before the colon; an empty
//! line begins a stage, `#` a comment. [`Network::parse`] has the whole of it. `token` cuts lines
//! up.

mod token;

use std::fmt;

use super::forms::allowed;
use super::sequence::{Sequence, fits, one_line};
use super::{Comparator, Network, NetworkError, Round};
use token::{Kind, Token, beginning, tokens};

impl fmt::Display for Network {
    /// The text that [`Network::parse`] reads as the same network.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.name().is_empty() {
            writeln!(f, "# {}", self.name())?;
        }
        writeln!(f, "wires {}", self.wires())?;
        let mut stage = None;
        for round in self.rounds() {
            if stage != Some(round.stage()) {
                writeln!(f)?;
            }
            stage = Some(round.stage());
            writeln!(f, "{round}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Round {
    /// The comparators with a space between, as `0:3 1:2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, comparator) in self.comparators().iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{comparator}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Comparator {
    /// The wire that the lesser key goes to, and the other, as `0:3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.low, self.high)
    }
}

impl Network {
    /// Reads a network from text.
    ///
    /// | line | what it says |
    /// | --- | --- |
    /// | `0:3 1:2` | a round; in each comparator the lesser key goes to the wire before the colon |
    /// | `[(0,3),(1,2),(0,1)]` | comparators in order, as optimal networks are published; each goes into the first round after those that share a wire with it. `[[0,3],[1,2]]` says the same |
    /// | an empty line | what follows is another stage |
    /// | `wires 16` | the number of wires, ahead of all rounds; without it, as many as are touched |
    /// | `# text` | a comment, also behind a round; the first line is the network's name |
    ///
    /// Wires count from 0.
    ///
    /// ```
    /// use bitonic_runtime::network::Network;
    ///
    /// let network = Network::parse("# Sorts four\n0:1 2:3\n0:2 1:3\n1:2\n")?;
    /// assert_eq!((network.name(), network.wires(), network.depth()), ("Sorts four", 4, 3));
    /// assert!(network.check()?.is_proof());
    /// assert_eq!(Network::parse(&network.to_string())?, network);
    ///
    /// let error = Network::parse("0:1 2:3\n0:2 2:3\n").unwrap_err();
    /// assert_eq!((error.line(), error.column()), (Some(2), Some(5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first thing that is none of these, or that no network has: the error names its line and
    /// character.
    pub fn parse(text: &str) -> Result<Network, NetworkError> {
        let mut reader = Reader::default();
        // Some editors put a mark of the encoding in front.
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        for (number, line) in (1..).zip(text.lines()) {
            reader.line(number, line)?;
        }
        reader.end()
    }
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    name: Option<String>,
    /// The number of wires that the text gives.
    declared: Option<u32>,
    /// One more than the greatest wire that is touched.
    touched: u32,
    rounds: Vec<Round>,
    stage: u32,
    /// Lists that are open, each with its place and the bracket that closes it.
    open: Vec<(usize, usize, char)>,
}

/// A comparator of a line, with the character that it begins at.
type Placed = (usize, Comparator);

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), NetworkError> {
        let (content, comment) = match line.split_once('#') {
            Some((content, comment)) => (content, Some(comment.trim())),
            None => (line, None),
        };
        if number == 1 && content.trim().is_empty() {
            self.name = comment.map(str::to_owned);
        }
        let tokens = tokens(content).map_err(|(error, column)| error.at(number, column))?;
        match tokens.first().map(|token| &token.kind) {
            None if comment.is_none() => self.next_stage(),
            None => {}
            Some(Kind::Word(_)) => self.declaration(number, &tokens)?,
            Some(_) => self.comparators(number, &tokens)?,
        }
        Ok(())
    }

    fn next_stage(&mut self) {
        let last = self.rounds.last().map(Round::stage);
        if last == Some(self.stage) {
            self.stage += 1;
        }
    }

    /// `wires 16`.
    fn declaration(&mut self, line: usize, tokens: &[Token]) -> Result<(), NetworkError> {
        let wrong = |column, message: String| {
            let help = "the number of wires is said once, ahead of the rounds: `wires 16`";
            Err(NetworkError::new(message, help).at(line, column))
        };
        match tokens {
            [
                Token {
                    kind: Kind::Word(word),
                    column,
                },
                ..,
            ] if word != "wires" => {
                let message = format!("`{}` says nothing here", beginning(word));
                let help =
                    "write comparators as `0:3 1:2`, one round a line, and comments behind `#`";
                Err(NetworkError::new(message, help).at(line, *column))
            }
            [first, ..] if self.declared.is_some() => {
                wrong(first.column, "`wires` is said twice".to_owned())
            }
            [first, ..] if !self.rounds.is_empty() => {
                wrong(first.column, "`wires` is said too late".to_owned())
            }
            [
                _,
                Token {
                    kind: Kind::Number(wires),
                    column,
                },
            ] => {
                allowed(*wires).map_err(|error| error.at(line, *column))?;
                self.declared = Some(*wires);
                Ok(())
            }
            [_, _, third, ..] => wrong(
                third.column,
                "there is more than a number of wires".to_owned(),
            ),
            [first, ..] => wrong(first.column, "`wires` without their number".to_owned()),
            [] => Ok(()),
        }
    }

    /// A round, or a list whose comparators are spread over rounds.
    fn comparators(&mut self, line: usize, tokens: &[Token]) -> Result<(), NetworkError> {
        let mut rest = tokens;
        let (mut placed, mut is_list) = (Vec::new(), !self.open.is_empty());
        while let Some((first, behind)) = rest.split_first() {
            rest = match (&first.kind, behind) {
                (Kind::Comma, _) => behind,
                (
                    Kind::Open(close),
                    [
                        Token {
                            kind: Kind::Number(_),
                            ..
                        },
                        ..,
                    ],
                ) => {
                    is_list = true;
                    pair(line, first, behind, Kind::Comma, Some(*close), &mut placed)?
                }
                (Kind::Open(close), _) => {
                    is_list = true;
                    self.open.push((line, first.column, *close));
                    behind
                }
                (Kind::Close(close), _) => {
                    self.close(line, first.column, *close)?;
                    behind
                }
                (Kind::Number(_), _) => pair(line, first, rest, Kind::Colon, None, &mut placed)?,
                (Kind::Colon | Kind::Word(_), _) => return Err(no_comparator(line, first.column)),
            };
        }
        for &(column, comparator) in &placed {
            self.take_wires(comparator)
                .map_err(|error| error.at(line, column))?;
        }
        match (is_list, placed.is_empty()) {
            (_, true) => {}
            (true, false) => self.list(&placed),
            (false, false) => self.round(line, placed)?,
        }
        Ok(())
    }

    fn close(&mut self, line: usize, column: usize, close: char) -> Result<(), NetworkError> {
        match self.open.pop() {
            Some((_, _, awaited)) if awaited == close => Ok(()),
            Some((_, _, awaited)) => {
                let message = format!("`{close}` closes what `{awaited}` should");
                Err(NetworkError::new(message, format!("write `{awaited}`")).at(line, column))
            }
            None => {
                let message = format!("`{close}` closes nothing");
                Err(NetworkError::new(message, "take it out").at(line, column))
            }
        }
    }

    fn take_wires(&mut self, comparator: Comparator) -> Result<(), NetworkError> {
        let wires = comparator.last().saturating_add(1);
        allowed(wires)?;
        fits(comparator, self.declared.unwrap_or(wires))?;
        self.touched = self.touched.max(wires);
        Ok(())
    }

    fn list(&mut self, placed: &[Placed]) {
        let mut sequence = Sequence::default();
        let comparators = placed.iter().map(|&(_, comparator)| comparator);
        comparators.for_each(|comparator| sequence.push(comparator));
        let stage = self.stage;
        let rounds = sequence.rounds.into_iter();
        self.rounds
            .extend(rounds.map(|comparators| Round { stage, comparators }));
    }

    fn round(&mut self, line: usize, placed: Vec<Placed>) -> Result<(), NetworkError> {
        let mut touched = vec![false; self.touched as usize];
        for &(column, comparator) in &placed {
            for wire in [comparator.low, comparator.high] {
                if std::mem::replace(&mut touched[wire as usize], true) {
                    let message = format!(
                        "`{comparator}` touches wire {wire}, which this round touches already"
                    );
                    let help =
                        "put it on a line below: a line is a round, and a round has each wire once";
                    return Err(NetworkError::new(message, help).at(line, column));
                }
            }
        }
        let comparators = Vec::from_iter(placed.into_iter().map(|(_, comparator)| comparator));
        let stage = self.stage;
        self.rounds.push(Round { stage, comparators });
        Ok(())
    }

    fn end(self) -> Result<Network, NetworkError> {
        if let Some(&(line, column, close)) = self.open.last() {
            let message = format!("the list that begins here has no `{close}`");
            return Err(
                NetworkError::new(message, format!("end it with `{close}`")).at(line, column)
            );
        }
        if self.rounds.is_empty() && self.declared.is_none() {
            return Err(NetworkError::new(
                "there is no network in the text",
                "write comparators as `0:3 1:2`, one round a line",
            ));
        }
        let wires = self.declared.unwrap_or(self.touched);
        Ok(Network {
            name: one_line(&self.name.unwrap_or_default()),
            wires,
            rounds: self.rounds,
        })
    }
}

/// Reads two numbers with `between` between them, and `close` behind them where there is one. The
/// first token of `rest` is the first number; what is behind the pair comes back.
fn pair<'a>(
    line: usize,
    first: &Token,
    rest: &'a [Token],
    between: Kind,
    close: Option<char>,
    placed: &mut Vec<Placed>,
) -> Result<&'a [Token], NetworkError> {
    let wrong = |at: usize| {
        let found = rest.get(at).map_or(first.column, |token| token.column);
        no_comparator(line, found)
    };
    let number = |at: usize| match rest.get(at).map(|token| &token.kind) {
        Some(Kind::Number(number)) => Ok(*number),
        Some(_) | None => Err(wrong(at)),
    };
    let is = |at: usize, kind: &Kind| rest.get(at).is_some_and(|token| token.kind == *kind);
    let low = number(0)?;
    if !is(1, &between) {
        return Err(wrong(1));
    }
    let high = number(2)?;
    placed.push((first.column, Comparator { low, high }));
    match close {
        None => Ok(&rest[3..]),
        Some(close) if is(3, &Kind::Close(close)) => Ok(&rest[4..]),
        Some(_) => Err(wrong(3)),
    }
}

fn no_comparator(line: usize, column: usize) -> NetworkError {
    NetworkError::new(
        "this is no comparator",
        "write it as `0:3`, the wire of the lesser key first, or as `(0,3)`",
    )
    .at(line, column)
}
