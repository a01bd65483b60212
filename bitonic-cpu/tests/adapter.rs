//! The instance, the adapter and the life of a device: what they offer, refuse and promise.

mod common;

use std::{
    borrow::Cow,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
        mpsc,
    },
};

use bitonic_cpu::AdapterOptions;
use common::{Engine, software, software_engine};
use wgpu::{
    Backends, Buffer, BufferUsages, DeviceLostReason, DeviceType, ErrorFilter, Features, Limits,
    MapMode, PollError, PollStatus, PollType, ShaderModule, ShaderSource,
};

fn engine() -> Engine {
    software_engine(Features::empty())
}

fn buffer(engine: &Engine, usage: BufferUsages) -> Buffer {
    engine.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("b"),
        size: 32,
        usage,
        mapped_at_creation: false,
    })
}

fn readable(engine: &Engine) -> Buffer {
    buffer(engine, BufferUsages::MAP_READ | BufferUsages::COPY_DST)
}

/// What came of a map, when it is told.
fn map(buffer: &Buffer, mode: MapMode) -> mpsc::Receiver<bool> {
    let (tell, told) = mpsc::channel();
    buffer.map_async(mode, .., move |mapped| {
        // A test that has ended does not want to know.
        let _ = tell.send(mapped.is_ok());
    });
    told
}

fn caught(engine: &Engine, filter: ErrorFilter, run: impl FnOnce()) -> Option<String> {
    let scope = engine.device.push_error_scope(filter);
    run();
    pollster::block_on(scope.pop()).map(|error| error.to_string())
}

fn request(options: AdapterOptions, features: Features, limits: Limits) -> Result<(), String> {
    let instance = bitonic_cpu::instance_with(options);
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))
        .expect("the software adapter is always there");
    pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
        required_features: features,
        required_limits: limits,
        ..Default::default()
    }))
    .map(|_| ())
    .map_err(|error| error.to_string())
}

#[test]
fn the_adapter_introduces_itself() {
    let info = software().get_info();
    assert_eq!(info.name, "bitonic software adapter");
    assert_eq!(info.device_type, DeviceType::Cpu);
    assert_eq!(info.backend, wgpu::Backend::Noop);
}

#[test]
fn the_adapter_is_found_however_it_is_looked_for() {
    let instance = bitonic_cpu::instance();
    for backends in [Backends::all(), Backends::PRIMARY] {
        let found = pollster::block_on(instance.enumerate_adapters(backends));
        assert_eq!(found.len(), 1);
    }
    assert!(pollster::block_on(instance.enumerate_adapters(Backends::empty())).is_empty());
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        force_fallback_adapter: true,
        ..Default::default()
    };
    assert!(pollster::block_on(instance.request_adapter(&options)).is_ok());
}

#[test]
fn a_device_has_what_was_asked_for_and_no_more() {
    let adapter = software();
    assert!(adapter.limits().max_compute_invocations_per_workgroup >= 1024);
    let engine = engine();
    assert_eq!(engine.device.limits(), Limits::defaults());
    assert_eq!(engine.device.features(), Features::empty());
    let best = Engine::open_with("best", adapter.clone(), Features::all(), adapter.limits());
    assert_eq!(best.device.limits(), adapter.limits());
    assert_eq!(best.device.features(), adapter.features());
}

#[test]
fn what_the_adapter_cannot_do_is_refused_by_name() {
    let refusal = |features, limits| {
        request(AdapterOptions::default(), features, limits).expect_err("it is refused")
    };
    let ray_query = refusal(Features::EXPERIMENTAL_RAY_QUERY, Limits::defaults());
    assert!(ray_query.contains("EXPERIMENTAL_RAY_QUERY"), "{ray_query}");
    let invocations = Limits {
        max_compute_invocations_per_workgroup: 4096,
        ..Limits::defaults()
    };
    let invocations = refusal(Features::empty(), invocations);
    let expected =
        "Limit 'max_compute_invocations_per_workgroup' value 4096 is better than allowed 1024";
    assert_eq!(invocations, expected);
    let alignment = Limits {
        min_storage_buffer_offset_alignment: 100,
        ..Limits::defaults()
    };
    let alignment = refusal(Features::empty(), alignment);
    assert!(
        alignment.contains("100 is not a power of two"),
        "{alignment}"
    );
}

#[test]
fn options_lower_what_is_offered_and_never_raise_it() {
    let options = AdapterOptions {
        features: Features::empty(),
        limits: Limits {
            max_compute_invocations_per_workgroup: 1 << 20,
            ..Limits::defaults()
        },
        ..AdapterOptions::default()
    };
    let adapter = pollster::block_on(
        bitonic_cpu::instance_with(options.clone()).request_adapter(&Default::default()),
    )
    .expect("the software adapter is always there");
    let limits = adapter.limits();
    assert_eq!(limits.max_compute_invocations_per_workgroup, 1024);
    assert_eq!(limits.max_compute_workgroup_storage_size, 16384);
    assert!(adapter.features().is_empty());
    assert!(request(options.clone(), Features::empty(), Limits::defaults()).is_ok());
    assert!(request(options, Features::IMMEDIATES, Limits::defaults()).is_err());
}

#[test]
fn maps_are_made_by_poll_and_not_before() {
    let engine = engine();
    let data = readable(&engine);
    let told = map(&data, MapMode::Read);
    assert!(told.try_recv().is_err());
    assert!(data.get_mapped_range(..).is_err(), "the map is pending");
    engine.wait();
    assert_eq!(told.try_recv(), Ok(true));
    assert_eq!(*data.get_mapped_range(8..16).expect("it is mapped"), [0; 8]);
    data.unmap();
    assert!(data.get_mapped_range(..).is_err(), "the map has ended");
}

#[test]
fn a_pending_map_can_be_taken_back_and_made_again() {
    let engine = engine();
    let data = readable(&engine);
    let first = map(&data, MapMode::Read);
    data.unmap();
    assert_eq!(first.try_recv(), Ok(false));
    let second = map(&data, MapMode::Read);
    engine.wait();
    assert_eq!(second.try_recv(), Ok(true));
    let third = map(&data, MapMode::Read);
    assert_eq!(
        third.try_recv(),
        Ok(false),
        "a mapped buffer is not mapped again"
    );
    data.unmap();
    let pending = map(&data, MapMode::Read);
    data.destroy();
    assert_eq!(pending.try_recv(), Ok(false), "destroying cancels");
}

#[test]
fn mapped_ranges_keep_to_the_rules() {
    let engine = engine();
    let data = buffer(&engine, BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC);
    map(&data, MapMode::Write);
    engine.wait();
    assert!(
        data.get_mapped_range(4..12).is_err(),
        "the offset is unaligned"
    );
    assert!(
        data.get_mapped_range(8..14).is_err(),
        "the size is unaligned"
    );
    let mut low = data.get_mapped_range_mut(0..16).expect("it is mapped");
    low.copy_from_slice(&[7; 16]);
    assert!(
        data.get_mapped_range(8..24).is_err(),
        "it overlaps a range that is written"
    );
    let high = data.get_mapped_range(16..32).expect("it does not overlap");
    drop(low);
    assert_eq!(*high, [0; 16]);
    assert_eq!(
        *data.get_mapped_range(0..16).expect("it is mapped"),
        [7; 16]
    );
}

#[test]
fn a_map_to_read_leaves_the_buffer_as_it_is() {
    let engine = engine();
    let data = readable(&engine);
    map(&data, MapMode::Read);
    engine.wait();
    let mut view = data.get_mapped_range_mut(..).expect("wgpu gives it");
    view.copy_from_slice(&[9; 32]);
    drop(view);
    assert_eq!(*data.get_mapped_range(..).expect("it is mapped"), [0; 32]);
}

#[test]
fn empty_buffers_are_buffers() {
    let engine = engine();
    let empty = engine.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 0,
        usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    assert!(empty.get_mapped_range(..).is_err());
    let told = map(&empty, MapMode::Read);
    engine.wait();
    assert_eq!(told.try_recv(), Ok(true));
    assert!(empty.get_mapped_range(..).expect("it is mapped").is_empty());
}

#[test]
fn mappable_primary_buffers_are_a_feature() {
    let mixed = BufferUsages::MAP_READ | BufferUsages::STORAGE;
    let refused = engine();
    let error = caught(&refused, ErrorFilter::Validation, || {
        let _ = buffer(&refused, mixed);
    });
    assert!(
        error
            .expect("it is refused")
            .contains("MAPPABLE_PRIMARY_BUFFERS")
    );
    let allowed = software_engine(Features::MAPPABLE_PRIMARY_BUFFERS);
    let error = caught(&allowed, ErrorFilter::Validation, || {
        let _ = buffer(&allowed, mixed);
    });
    assert_eq!(error, None);
}

#[test]
fn a_destroyed_device_is_lost_and_silent() {
    let engine = engine();
    let (tell, told) = mpsc::channel();
    engine
        .device
        .set_device_lost_callback(move |reason, message| {
            let _ = tell.send((reason, message));
        });
    let data = readable(&engine);
    engine.device.destroy();
    assert!(told.try_recv().is_err(), "callbacks come from poll");
    assert_eq!(map(&data, MapMode::Read).try_recv(), Ok(false));
    // These would be errors, and uncaught ones panic.
    engine.queue.write_buffer(&data, 2, &[0; 3]);
    let encoder = engine.device.create_command_encoder(&Default::default());
    engine.queue.submit([encoder.finish()]);
    engine.wait();
    let (reason, message) = told.try_recv().expect("the loss is told");
    assert_eq!(reason, DeviceLostReason::Destroyed);
    assert!(!message.is_empty());
    engine.wait();
    assert!(told.try_recv().is_err(), "and told once");
}

#[test]
fn polls_know_their_submissions() {
    let (few, many) = (engine(), engine());
    let submit = |engine: &Engine| {
        let encoder = engine.device.create_command_encoder(&Default::default());
        engine.queue.submit([encoder.finish()])
    };
    let own = submit(&few);
    submit(&many);
    let foreign = submit(&many);
    let wait = |submission| {
        few.device.poll(PollType::Wait {
            submission_index: Some(submission),
            timeout: None,
        })
    };
    assert!(matches!(wait(own), Ok(PollStatus::QueueEmpty)));
    let wrong = wait(foreign);
    assert!(matches!(wrong, Err(PollError::WrongSubmissionIndex(2, 1))));
}

#[test]
fn callbacks_may_call_back() {
    let instance = bitonic_cpu::instance();
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))
        .expect("the software adapter is always there");
    let engine = Engine::open("callbacks", adapter, Features::empty());
    let data = readable(&engine);
    let (queue, again) = (engine.queue.clone(), data.clone());
    let fired = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&fired);
    data.map_async(MapMode::Read, .., move |mapped| {
        assert!(mapped.is_ok());
        again.unmap();
        queue.write_buffer(&again, 0, &[1; 4]);
        queue.on_submitted_work_done(move || {
            count.fetch_add(1, SeqCst);
        });
    });
    assert!(instance.poll_all(true));
    assert_eq!(fired.load(SeqCst), 0, "registered during that poll");
    assert!(instance.poll_all(true));
    assert_eq!(fired.load(SeqCst), 1);
}

/// A kernel that counts to twenty thousand, without atomics, for long enough to be disturbed.
const COUNTS: &str = "
    @group(0) @binding(0) var<storage, read_write> count: u32;
    @compute @workgroup_size(1) fn main() {
        for (var turn = 0u; turn < 20000u; turn++) { count += 1u; }
    }";

#[test]
fn threads_that_share_a_queue_take_turns() {
    let engine = software_engine(Features::MAPPABLE_PRIMARY_BUFFERS);
    let module = module(&engine, ShaderSource::Wgsl(COUNTS.into()));
    let pipeline = engine
        .device
        .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        });
    let count = buffer(&engine, BufferUsages::STORAGE | BufferUsages::MAP_READ);
    let group = engine.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: count.as_entire_binding(),
        }],
    });
    let submit_many = || {
        for _ in 0..50 {
            let mut encoder = engine.device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(1, 1, 1);
            drop(pass);
            engine.queue.submit([encoder.finish()]);
        }
    };
    std::thread::scope(|scope| {
        (0..4).for_each(|_| {
            scope.spawn(submit_many);
        });
    });
    map(&count, MapMode::Read);
    engine.wait();
    let view = count.get_mapped_range(0..8).expect("it is mapped");
    assert_eq!(view[..4], 4_000_000u32.to_le_bytes());
}

#[test]
fn objects_of_another_backend_are_an_error_and_no_panic() {
    let Some(vulkan) = common::vulkan_engine(Features::empty()) else {
        return;
    };
    let engine = engine();
    let foreign = buffer(&vulkan, BufferUsages::COPY_DST);
    let error = caught(&engine, ErrorFilter::Validation, || {
        engine.queue.write_buffer(&foreign, 0, &[0; 4]);
    });
    let error = error.expect("it is refused");
    assert!(error.contains("belongs to another wgpu backend"), "{error}");
    let encoder = vulkan.device.create_command_encoder(&Default::default());
    let commands = encoder.finish();
    let error = caught(&engine, ErrorFilter::Validation, || {
        engine.queue.submit([commands]);
    });
    assert!(error.is_some());
}

#[test]
fn objects_print_as_their_names() {
    let text = format!("{:?}", readable(&engine()));
    assert!(text.contains("Buffer with 'b' label"), "{text}");
    assert!(text.len() < 500, "not their contents: {text}");
}

fn module(engine: &Engine, source: ShaderSource<'_>) -> ShaderModule {
    engine
        .device
        .create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("m"),
            source,
        })
}

#[test]
fn compilation_messages_have_a_place() {
    let engine = engine();
    let mut broken = None;
    let error = caught(&engine, ErrorFilter::Validation, || {
        let source = "fn good() {}\nfn bad() { let x: i32 = true; }";
        broken = Some(module(&engine, ShaderSource::Wgsl(source.into())));
    });
    assert!(error.is_some());
    let broken = broken.expect("the module was made, if in error");
    let info = pollster::block_on(broken.get_compilation_info());
    let location = info.messages[0].location.expect("it has a place");
    assert_eq!((info.messages.len(), location.line_number), (1, 2));
    let good = module(&engine, ShaderSource::Wgsl("fn good() {}".into()));
    let info = pollster::block_on(good.get_compilation_info());
    assert!(info.messages.is_empty());
}

#[test]
fn a_naga_module_is_taken_and_its_faults_are_told_without_a_text() {
    let engine = engine();
    let source = "@compute @workgroup_size(1) fn main() { let x = 1 + 2; }";
    let parsed = naga::front::wgsl::parse_str(source).expect("it parses");
    let mut invalid = parsed.clone();
    invalid.entry_points[0].workgroup_size = [0, 1, 1];
    let error = caught(&engine, ErrorFilter::Validation, || {
        module(&engine, ShaderSource::Naga(Cow::Owned(parsed)));
    });
    assert_eq!(error, None);
    let error = caught(&engine, ErrorFilter::Validation, || {
        module(&engine, ShaderSource::Naga(Cow::Owned(invalid)));
    });
    let error = error.expect("a workgroup without invocations is invalid");
    assert!(error.contains("Shader 'm' validation error:"), "{error}");
}

#[test]
fn scopes_catch_their_own_kind_and_close_with_their_guard() {
    let engine = engine();
    let outer = engine.device.push_error_scope(ErrorFilter::Validation);
    let error = caught(&engine, ErrorFilter::OutOfMemory, || {
        let _ = buffer(&engine, BufferUsages::empty());
    });
    assert_eq!(error, None);
    // A guard that is dropped unread takes its error with it.
    let dropped = engine.device.push_error_scope(ErrorFilter::Validation);
    let _ = buffer(&engine, BufferUsages::empty());
    drop(dropped);
    let error = pollster::block_on(outer.pop()).expect("the outer scope caught the first");
    assert!(
        error
            .to_string()
            .contains("In Device::create_buffer, label = 'b'")
    );
}

#[test]
#[should_panic(expected = "wgpu error: Validation Error")]
fn an_error_that_nobody_catches_panics() {
    let _ = buffer(&engine(), BufferUsages::empty());
}
