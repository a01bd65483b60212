//! Networks as drawings: wires from left to right, comparators across them, as on the pages of
//! textbooks. Made with the crate `svg` 0.18 (MIT or Apache-2.0), which knows elements and
//! attributes.
//!
//! `layout` says where everything lies, `blocks` which comparators of a round belong together,
//! `palette` what has which colour; here it becomes elements.

mod blocks;
mod layout;
mod palette;

use svg::Document;
use svg::node::element::{Circle, Group, Path, Rectangle, Text, Title};

use super::{Comparator, Network};
use blocks::Block;
use layout::{Layout, PlacedRound, Span};
use palette::{Inks, inks};

const BACKGROUND: &str = "#ffffff";
const FRAME: &str = "#d9dee4";
const WIRE: &str = "#98a2ae";
const WORDS: &str = "#1f2730";
const QUIET_WORDS: &str = "#66707c";
const FONT: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/// Half the width of an arrow's head, its length, and the radius of a dot.
const HEAD: i32 = 4;
const HEAD_LENGTH: i32 = 8;
const DOT: f64 = 3.5;

impl Network {
    /// The network as a drawing: a document of SVG, as wide and as high as it needs, that scales.
    ///
    /// Wires run from left to right with their numbers at both ends, rounds from the first to the
    /// last. The comparators of a round stand side by side so that none covers another; each says
    /// its wires where the pointer rests on it. Stages have colours, and the comparators of a round
    /// that cross each other are in one box, so that flips are seen as fans and disperses as
    /// slopes; a network of one stage has the colours by rounds, without boxes. Where some
    /// comparator is reversed, all have arrows, to the wire that the greater key goes to, and boxes
    /// that are reversed throughout are grey. The background is its own, so that it reads on light
    /// and dark pages.
    ///
    /// ```
    /// let drawing = bitonic_runtime::network::Network::flip(16)?.svg();
    /// assert!(drawing.starts_with("<svg"));
    /// assert!(drawing.contains("16 wires, 80 comparators, 10 rounds"));
    /// # Ok::<(), bitonic_runtime::network::NetworkError>(())
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        let layout = Layout::of(self);
        let drawing = Drawing {
            network: self,
            layout: &layout,
            arrows: self.has_reversed(),
            fans: !layout.by_rounds && layout.rounds.iter().any(PlacedRound::has_fans),
        };
        format!("{}\n", drawing.document())
    }
}

struct Drawing<'a> {
    network: &'a Network,
    layout: &'a Layout,
    arrows: bool,
    /// Whether some box is of nested comparators.
    fans: bool,
}

impl Drawing<'_> {
    fn document(&self) -> Document {
        let (width, height) = (self.layout.width, self.height());
        Document::new()
            .set("width", width)
            .set("height", height)
            .set("viewBox", (0, 0, width, height))
            .set("role", "img")
            .set("font-family", FONT)
            .add(Title::new(format!("{}: {}", self.title(), self.numbers())))
            .add(self.card())
            .add(self.heading())
            .add(self.stages())
            .add(self.boxes())
            .add(self.wires())
            .add(self.comparators())
            .add(self.explained())
    }

    fn height(&self) -> i32 {
        self.layout.height + layout::LINE * (self.legend().len() as i32 - 1)
    }

    fn title(&self) -> &str {
        match self.network.name() {
            "" => "Comparator network",
            name => name,
        }
    }

    fn numbers(&self) -> String {
        let counted = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        format!(
            "{}, {}, {}",
            counted(self.network.wires() as usize, "wire"),
            counted(self.network.len(), "comparator"),
            counted(self.network.depth(), "round")
        )
    }

    fn card(&self) -> Rectangle {
        Rectangle::new()
            .set("x", 0.5)
            .set("y", 0.5)
            .set("width", self.layout.width - 1)
            .set("height", self.height() - 1)
            .set("rx", 10)
            .set("fill", BACKGROUND)
            .set("stroke", FRAME)
    }

    fn heading(&self) -> Group {
        let title = words(self.title(), layout::EDGE, layout::TITLE, 17)
            .set("font-weight", 600)
            .set("fill", WORDS);
        let numbers = words(self.numbers(), layout::EDGE, layout::NUMBERS, 12);
        Group::new()
            .add(title)
            .add(numbers.set("fill", QUIET_WORDS))
    }

    /// A pale field behind each stage, with its number above; the numbers of the rounds below.
    fn stages(&self) -> Group {
        let mut group = Group::new().set("text-anchor", "middle");
        for (index, &span) in self.layout.stages.iter().enumerate() {
            let inks = inks(index);
            let field = self.field(span).set("fill", inks.field);
            let label = words(
                self.stage_label(index, span),
                span.middle(),
                layout::STAGES,
                11,
            );
            group = group
                .add(field)
                .add(label.set("fill", inks.line).set("font-weight", 600));
        }
        let under = self.layout.bottom() + layout::ROUNDS;
        for (number, round) in (1..).zip(&self.layout.rounds) {
            let label = words(format!("{number}"), round.span.middle(), under, 10);
            group = group.add(label.set("fill", QUIET_WORDS));
        }
        group
    }

    /// What stands above a field; nothing where fields are of rounds, which are numbered below.
    fn stage_label(&self, index: usize, span: Span) -> String {
        let number = index + 1;
        let is_narrow = number > 9 && span.width() < layout::ROOM_FOR_STAGE;
        match (self.layout.by_rounds, is_narrow) {
            (true, _) => String::new(),
            (false, true) => format!("{number}"),
            (false, false) => format!("stage {number}"),
        }
    }

    fn field(&self, span: Span) -> Rectangle {
        let (top, bottom) = (self.layout.top, self.layout.bottom());
        rectangle(span, top - layout::FIELD, bottom + layout::FIELD).set("rx", 8)
    }

    /// The boxes around comparators that cross each other; none where the fields are of rounds.
    fn boxes(&self) -> Group {
        let mut group = Group::new();
        if self.layout.by_rounds {
            return group;
        }
        for round in &self.layout.rounds {
            for block in &round.blocks {
                group = group.add(self.block(round, block));
            }
        }
        group
    }

    fn block(&self, round: &PlacedRound, block: &Block) -> Rectangle {
        let inks = self.inks(round, block.is_reversed);
        let span = round.span_of(block);
        let (top, bottom) = (self.layout.wire(block.first), self.layout.wire(block.last));
        // One comparator alone is a flip where a stage begins with flips.
        let is_fan = block.is_fan && (block.columns > 1 || (self.fans && round.begins));
        let fill = match is_fan {
            true => inks.fan,
            false => inks.slope,
        };
        rectangle(span, top - layout::AROUND, bottom + layout::AROUND)
            .set("rx", 5)
            .set("fill", fill)
            .set("stroke", inks.rim)
    }

    /// The colours of comparators that are reversed, or of the others in their stage.
    fn inks(&self, round: &PlacedRound, is_reversed: bool) -> Inks {
        match is_reversed && !self.layout.by_rounds {
            true => palette::REVERSED,
            false => inks(round.colour),
        }
    }

    fn wires(&self) -> Group {
        let (left, right) = (self.layout.left(), self.layout.right());
        let mut lines = Group::new().set("stroke", WIRE).set("stroke-width", 1.25);
        let mut numbers = Group::new().set("fill", QUIET_WORDS);
        for wire in 0..self.network.wires() {
            let y = self.layout.wire(wire);
            lines = lines.add(Path::new().set("d", format!("M{left} {y}H{right}")));
            let number =
                |x, anchor| words(wire.to_string(), x, y + 4, 11).set("text-anchor", anchor);
            numbers = numbers
                .add(number(left - layout::NUMBER, "end"))
                .add(number(right + layout::NUMBER, "start"));
        }
        Group::new().add(lines).add(numbers)
    }

    fn comparators(&self) -> Group {
        let mut group = Group::new().set("stroke-width", 1.75);
        for (round, placed) in self.network.rounds().iter().zip(&self.layout.rounds) {
            for (&comparator, &x) in round.comparators().iter().zip(&placed.places) {
                let ink = self.inks(placed, comparator.is_reversed()).line;
                group = group.add(self.comparator(comparator, x, ink));
            }
        }
        group
    }

    /// A line between two wires, with a dot at either end, or an arrow to the greater key.
    fn comparator(&self, comparator: Comparator, x: i32, ink: &str) -> Group {
        let low = self.layout.wire(comparator.low);
        let high = self.layout.wire(comparator.high);
        let line = Path::new().set("d", format!("M{x} {low}V{high}"));
        let group = Group::new()
            .set("fill", ink)
            .set("stroke", ink)
            .add(Title::new(comparator.to_string()))
            .add(line)
            .add(dot(x, low));
        match self.arrows {
            true => group.add(head(x, high, high > low)),
            false => group.add(dot(x, high)),
        }
    }

    /// What the signs mean, line by line.
    fn legend(&self) -> Vec<&'static str> {
        let mut lines = vec![match self.arrows {
            true => "An arrow points to the wire that the greater key goes to.",
            false => "The lesser key goes to the upper wire.",
        }];
        if self.fans {
            lines.push("Dark boxes are flips, pale ones disperses.");
        }
        if self.arrows && !self.layout.by_rounds {
            lines.push("Grey boxes send it upwards.");
        }
        lines
    }

    fn explained(&self) -> Group {
        let mut group = Group::new().set("fill", QUIET_WORDS);
        let under = self.layout.bottom() + layout::LEGEND;
        for (index, line) in (0..).zip(self.legend()) {
            group = group.add(words(line, layout::EDGE, under + layout::LINE * index, 11));
        }
        group
    }
}

fn words(text: impl Into<String>, x: i32, y: i32, size: u32) -> Text {
    Text::new(text)
        .set("x", x)
        .set("y", y)
        .set("font-size", size)
}

fn rectangle(span: Span, top: i32, bottom: i32) -> Rectangle {
    Rectangle::new()
        .set("x", span.left)
        .set("y", top)
        .set("width", span.width())
        .set("height", bottom - top)
}

fn dot(x: i32, y: i32) -> Circle {
    let stroke = "none";
    Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", DOT)
        .set("stroke", stroke)
}

/// A triangle whose point is at `y`.
fn head(x: i32, y: i32, points_down: bool) -> Path {
    let back = if points_down {
        y - HEAD_LENGTH
    } else {
        y + HEAD_LENGTH
    };
    let (left, right) = (x - HEAD, x + HEAD);
    Path::new()
        .set("d", format!("M{left} {back}H{right}L{x} {y}Z"))
        .set("stroke", "none")
}
