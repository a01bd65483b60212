//! Sorts of any keys, called from JavaScript: for tests and for whoever opens the console of
//! the page. `sortKeys` of the module takes the bits of the keys and gives them back in order.
//!
//! The page itself is in `page`.

use std::cell::RefCell;

use bitonic::runtime::{BitonicSort, BitonicSortBuilder};
use bitonic::types::f16;
use bitonic::{Buffer, Gpu, Key, SortOptions};
use js_sys::{Array, Object, Reflect, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

type Failure = Box<dyn std::error::Error>;

/// After how many waits, at the most, a browser has told of a wrong call.
const WAITS: usize = 100;

/// What is asked of a sort, as fields of an object; each may be missing.
struct Asked {
    adapter: Option<String>,
    key: String,
    workgroup_size: Option<u32>,
    descending: bool,
    stable: bool,
    payload: bool,
    separate_info: bool,
    /// Single steps before the rest is run in one go.
    steps: u32,
}

impl Asked {
    fn of(how: &Object) -> Asked {
        let field = |name: &str| Reflect::get(how, &name.into()).unwrap_or(JsValue::UNDEFINED);
        let flag = |name| field(name).is_truthy();
        let number = |name| field(name).as_f64().map(|number| number as u32);
        Asked {
            adapter: field("adapter").as_string(),
            key: field("type")
                .as_string()
                .unwrap_or_else(|| "u32".to_owned()),
            workgroup_size: number("workgroupSize"),
            descending: flag("descending"),
            stable: flag("stable"),
            payload: flag("payload"),
            separate_info: flag("separateInfo"),
            steps: number("steps").unwrap_or(0),
        }
    }

    fn shape<K: Key>(&self, mut builder: BitonicSortBuilder<K>) -> BitonicSortBuilder<K> {
        if let Some(most) = self.workgroup_size {
            builder = builder.workgroup_size(most);
        }
        if self.descending {
            builder = builder.descending();
        }
        if self.stable {
            builder = builder.stable();
        }
        if self.separate_info {
            builder = builder.separate_info();
        }
        builder
    }
}

/// Sorts the keys whose bits `bytes` are, on the device that `how.adapter` names (the page's
/// choice, where it names none), as the other fields of `how` say: `type` (`u32`, `i32`,
/// `f32`, `f16`, `u64`, `i64`, `f64`), `workgroupSize`, `descending`, `stable`, `payload`
/// (carries each key's index along), `separateInfo`, and `steps`, the number of single steps
/// to run before the rest.
///
/// Comes to an object: `bytes`, the sorted keys; `payload`, the indices; `info`, the three
/// words of the sort's information; `steps`, how many it has; `adapter` and `backend`, where
///
/// # Errors
///
/// There is no such type or adapter, or the sort cannot be built.
#[wasm_bindgen(js_name = sortKeys)]
pub async fn sort_keys(bytes: Vec<u8>, how: Object) -> Result<Object, JsValue> {
    let asked = Asked::of(&how);
    let sorted = sorted(&bytes, &asked).await;
    sorted.map_err(|failure| js_sys::Error::new(&failure.to_string()).into())
}

async fn sorted(bytes: &[u8], asked: &Asked) -> Result<Object, Failure> {
    let gpu = opened(asked.adapter.as_deref()).await?;
    match asked.key.as_str() {
        "u32" => run::<u32>(&gpu, bytes, asked).await,
        "i32" => run::<i32>(&gpu, bytes, asked).await,
        "f32" => run::<f32>(&gpu, bytes, asked).await,
        "f16" => run::<f16>(&gpu, bytes, asked).await,
        "u64" => run::<u64>(&gpu, bytes, asked).await,
        "i64" => run::<i64>(&gpu, bytes, asked).await,
        "f64" => run::<f64>(&gpu, bytes, asked).await,
        other => Err(format!("there are no keys of type `{other}`").into()),
    }
}

async fn run<K: Key>(gpu: &Gpu, bytes: &[u8], asked: &Asked) -> Result<Object, Failure> {
    let keys = gpu.buffer(&K::values_of(bytes))?;
    let builder = asked.shape(gpu.bitonic_sort(&keys));
    let carried: Option<Buffer<u32>> = match asked.payload {
        true => Some(gpu.buffer(&(0..keys.len() as u32).collect::<Vec<_>>())?),
        false => None,
    };
    let mut sort: BitonicSort<K> = match &carried {
        Some(indices) => builder.payload(indices).build()?,
        None => builder.build()?,
    };
    for _ in 0..asked.steps {
        sort.compute_step()?;
    }
    sort.compute()?;
    let info = sort.info_async().await?;
    let told = Object::new();
    let tell = |name: &str, value: JsValue| Reflect::set(&told, &name.into(), &value).is_ok();
    let words = K::bytes_of(&keys.read_async().await?).into_owned();
    tell("bytes", Uint8Array::from(words.as_slice()).into());
    if let Some(carried) = carried {
        let indices = carried.read_async().await?;
        tell("payload", Uint32Array::from(indices.as_slice()).into());
    }
    let info = [info.kind, info.span, info.largest_span];
    tell("info", Uint32Array::from(&info[..]).into());
    tell("steps", sort.step_count().into());
    tell("workgroupSize", sort.workgroup_size().into());
    tell("adapter", gpu.info().name.clone().into());
    tell("backend", gpu.info().backend.clone().into());
    Ok(told)
}

thread_local! {
    /// The devices that were asked for so far, by name.
    static OPENED: RefCell<Vec<(String, Gpu)>> = const { RefCell::new(Vec::new()) };
}

async fn opened(name: Option<&str>) -> Result<Gpu, Failure> {
    let key = name.unwrap_or_default();
    let known = OPENED.with_borrow(|opened| {
        let found = opened.iter().find(|(known, _)| known == key);
        found.map(|(_, gpu)| gpu.clone())
    });
    if let Some(gpu) = known {
        return Ok(gpu);
    }
    let gpu = match name {
        Some(name) => Gpu::named_async(name).await?,
        None => Gpu::auto_async().await?,
    };
    OPENED.with_borrow_mut(|opened| opened.push((key.to_owned(), gpu.clone())));
    Ok(gpu)
}

/// What calls say that would block the browser, and what a device says of a wrong call made
/// beside this library: each as `[call, message]`, with an empty message where it did as asked.
/// On the device that `adapter` names.
///
/// # Errors
///
/// There is no such adapter.
#[wasm_bindgen]
pub async fn refusals(adapter: String) -> Result<Array, JsValue> {
    let told = refused(&adapter).await;
    let told = told.map_err(|failure| js_sys::Error::new(&failure.to_string()))?;
    let pair = |(call, message): &(&str, String)| Array::of2(&(*call).into(), &message.into());
    Ok(told.iter().map(pair).collect())
}

async fn refused(adapter: &str) -> Result<Vec<(&'static str, String)>, Failure> {
    fn said<R>(result: Result<R, bitonic::runtime::Error>) -> String {
        result
            .err()
            .map_or_else(String::new, |error| error.to_string())
    }
    let gpu = opened(Some(adapter)).await?;
    let buffer = gpu.buffer(&[3u32, 1, 2])?;
    let options = SortOptions::default();
    let mut told = vec![
        ("Gpu::auto", said(Gpu::auto())),
        ("Gpu::named", said(Gpu::named(adapter))),
        ("Gpu::wait", said(gpu.wait())),
        ("Buffer::read", said(buffer.read())),
        ("Gpu::sort", said(gpu.sort(&mut [3u32, 1, 2]))),
        (
            "Gpu::sort_buffer",
            said(gpu.sort_buffer_with(&buffer, &options)),
        ),
        ("Gpu::checked", said(Gpu::checked())),
    ];
    // A dispatch of no kernel, which a browser and the software adapter both refuse.
    let mut encoder = gpu.device().create_command_encoder(&Default::default());
    encoder
        .begin_compute_pass(&Default::default())
        .dispatch_workgroups(1, 1, 1);
    drop(encoder.finish());
    // Made beside the library: a browser tells of it when it comes to it.
    let mut wrong = String::new();
    for _ in 0..WAITS {
        wrong = said(gpu.wait_async().await);
        if !wrong.is_empty() {
            break;
        }
    }
    told.push(("a wrong call", wrong));
    told.push(("the wait after it", said(gpu.wait_async().await)));
    Ok(told)
}
