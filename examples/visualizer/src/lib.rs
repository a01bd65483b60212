//! A page that shows a bitonic sort at work, step by step: on the GPU where the browser
//! has WebGPU, on the software adapter elsewhere.

#[cfg(target_arch = "wasm32")]
mod page;
