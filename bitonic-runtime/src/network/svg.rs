//! Networks as drawings.
