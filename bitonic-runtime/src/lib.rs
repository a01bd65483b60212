//! Devices, typed buffers, plans and sorting for wgpu.
