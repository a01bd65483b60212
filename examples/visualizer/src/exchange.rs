//! What one step of the sort does to which keys: its kind and span as the GPU tells them,
//! the blocks of a span, and which key meets which. Pure.

/// The kinds of step, by the numbers that the GPU has for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Sorts each tile from nothing, in workgroup memory: all exchanges of spans up to it.
    SwapLocal,
    /// Finishes each tile in workgroup memory: disperses of its span and all halves of it.
    DisperseLocal,
    /// One exchange of mirrored pairs.
    FlipGlobal,
    /// One exchange of pairs half a span apart.
    DisperseGlobal,
}

impl Kind {
    /// All of them, in the order of their numbers.
    pub const ALL: [Kind; 4] = [
        Kind::SwapLocal,
        Kind::DisperseLocal,
        Kind::FlipGlobal,
        Kind::DisperseGlobal,
    ];

    /// The number in `info`: 1 to 4; 0 there is no kind.
    #[must_use]
    pub fn code(self) -> u32 {
        match self {
            Kind::SwapLocal => 1,
            Kind::DisperseLocal => 2,
            Kind::FlipGlobal => 3,
            Kind::DisperseGlobal => 4,
        }
    }

    /// The kind of this number.
    #[must_use]
    pub fn of_code(code: u32) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// In words.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Kind::SwapLocal => "Swap local",
            Kind::DisperseLocal => "Disperse local",
            Kind::FlipGlobal => "Flip global",
            Kind::DisperseGlobal => "Disperse global",
        }
    }

    /// The name of its colour in the style sheet, and its name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::SwapLocal => "swap-local",
            Kind::DisperseLocal => "disperse-local",
            Kind::FlipGlobal => "flip-global",
            Kind::DisperseGlobal => "disperse-global",
        }
    }

    /// What it does, in a sentence.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Kind::SwapLocal => "Each workgroup sorts its tile in its own memory.",
            Kind::DisperseLocal => "Each workgroup finishes its tile in its own memory.",
            Kind::FlipGlobal => "Each key meets its mirror image in its block.",
            Kind::DisperseGlobal => "Each key meets the one half a block away.",
        }
    }

    /// Whether it exchanges mirrored pairs first.
    #[must_use]
    pub fn mirrors(self) -> bool {
        match self {
            Kind::SwapLocal | Kind::FlipGlobal => true,
            Kind::DisperseLocal | Kind::DisperseGlobal => false,
        }
    }
}

/// `info` as it was read back from the GPU: what the next step does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Info {
    /// The number of the kind of step; 0 for none.
    pub kind: u32,
    /// The block height of the step's first exchange, a power of two.
    pub span: u32,
    /// The block height of the round that the step belongs to.
    pub largest: u32,
}

impl Info {
    /// The kind, where the number means one.
    #[must_use]
    pub fn kind(self) -> Option<Kind> {
        Kind::of_code(self.kind)
    }

    /// The blocks of the step: within one, keys are exchanged; between two, none are.
    /// `tile` is what a workgroup holds: the blocks of the steps in workgroup memory.
    #[must_use]
    pub fn block(self, tile: u32) -> Option<u32> {
        match self.kind()? {
            Kind::SwapLocal | Kind::DisperseLocal => Some(tile),
            Kind::FlipGlobal | Kind::DisperseGlobal => Some(self.span),
        }
    }

    /// The key that the key at `index` meets in the step's first exchange; none where the
    /// partner lies past the end of the `n` keys, for then nothing is compared.
    #[must_use]
    pub fn partner(self, index: u32, n: u32) -> Option<u32> {
        let kind = self.kind()?;
        if !self.span.is_power_of_two() || self.span < 2 || index >= n {
            return None;
        }
        // Of a power of two: all low bits turn for a mirror image, the highest for half.
        let turned = match kind.mirrors() {
            true => self.span - 1,
            false => self.span / 2,
        };
        Some(index ^ turned).filter(|&partner| partner < n)
    }
}

/// Whether the blocks alternate dark at `index`: every second block does.
#[must_use]
pub fn is_odd_block(index: u32, height: u32) -> bool {
    index / height.max(1) % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(kind: Kind, span: u32) -> Info {
        Info {
            kind: kind.code(),
            span,
            largest: span,
        }
    }

    #[test]
    fn numbers_mean_kinds() {
        for kind in Kind::ALL {
            assert_eq!(Kind::of_code(kind.code()), Some(kind));
        }
        assert_eq!(Kind::of_code(0), None);
        assert_eq!(Kind::of_code(5), None);
    }

    /// The pairs that the two index functions give for each invocation, in integer
    /// division as they are defined.
    #[test]
    fn partners_are_those_of_the_index_functions() {
        for height in [2u32, 4, 8, 64] {
            for thread in 0..64 {
                let offset = 2 * thread / height * height;
                let half = height / 2;
                let first = offset + thread % half;
                let flipped = offset + height - 1 - thread % half;
                let flip = info(Kind::FlipGlobal, height);
                assert_eq!(flip.partner(first, 4096), Some(flipped));
                assert_eq!(flip.partner(flipped, 4096), Some(first));
                let disperse = info(Kind::DisperseGlobal, height);
                assert_eq!(disperse.partner(first, 4096), Some(first + half));
                assert_eq!(disperse.partner(first + half, 4096), Some(first));
            }
        }
    }

    #[test]
    fn what_lies_past_the_end_meets_nobody() {
        let flip = info(Kind::FlipGlobal, 8);
        assert_eq!(flip.partner(0, 6), None);
        assert_eq!(flip.partner(2, 6), Some(5));
        assert_eq!(flip.partner(6, 6), None);
        assert_eq!(Info::default().partner(0, 6), None, "no kind");
        assert_eq!(
            info(Kind::FlipGlobal, 3).partner(0, 6),
            None,
            "no power of two"
        );
        assert_eq!(info(Kind::FlipGlobal, 0).partner(0, 6), None);
    }

    #[test]
    fn blocks_are_spans_or_tiles() {
        assert_eq!(info(Kind::SwapLocal, 2).block(128), Some(128));
        assert_eq!(info(Kind::DisperseLocal, 128).block(128), Some(128));
        assert_eq!(info(Kind::FlipGlobal, 512).block(128), Some(512));
        assert_eq!(Info::default().block(128), None);
        assert!(is_odd_block(130, 128));
        assert!(!is_odd_block(127, 128));
    }
}
