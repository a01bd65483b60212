//! The graph's text.
