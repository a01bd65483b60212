//! Whether two modules mean the same.
