//! The entry of the page: opens an executor and sorts.

use bitonic::Gpu;
use wasm_bindgen::prelude::*;

/// Runs when the module is loaded.
#[wasm_bindgen(start)]
fn start() {
    wasm_bindgen_futures::spawn_local(async {
        let text = match sorted().await {
            Ok(text) => text,
            Err(error) => format!("error: {error}"),
        };
        let document = web_sys::window().and_then(|window| window.document());
        let status = document.and_then(|document| document.get_element_by_id("status"));
        if let Some(status) = status {
            status.set_text_content(Some(&text));
        }
    });
}

async fn sorted() -> Result<String, bitonic::runtime::Error> {
    let gpu = match Gpu::auto_async().await {
        Ok(gpu) => gpu,
        Err(_) => Gpu::named_async("software").await?,
    };
    let mut keys = [3u32, 1, 2];
    gpu.sort_async(&mut keys).await?;
    Ok(format!("{keys:?} on {}", gpu.info()))
}
