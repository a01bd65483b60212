//! Derives for host-shareable structs of bitonic.
