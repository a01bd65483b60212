//! What a run reports while it goes.

/// Is told what happens during a run.
pub trait Observer {}

/// Watches nothing, and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}
