//! Structures that end in an array of run-time length, from the host's list to the shader's
//! length and back: for every number of elements, on every executor.

mod support;

use bitonic::runtime::StructBuffer;
use bitonic::types::Layout;
use bitonic::*;

/// An array directly behind a field of its own alignment: every length is exact.
#[derive(Clone, PartialEq, Debug, ShaderType)]
struct Tight {
    count: u32,
    items: Vec<u32>,
}

/// Elements of 4 bytes behind a field aligned to 16: the structure itself takes 32 bytes,
/// with room for four.
#[derive(Clone, PartialEq, Debug, ShaderType)]
struct Padded {
    head: Vec4,
    items: Vec<u32>,
}

fn measured<T: RuntimeSized>(gpu: &Gpu, kernel: &Kernel, buffer: &StructBuffer<T>) -> u32 {
    let length = gpu.zeroed::<u32>(1).unwrap();
    let run = gpu.run(kernel).bind("data", buffer).bind("length", &length);
    run.workgroups([1, 1, 1]).unwrap();
    length.read().unwrap()[0]
}

macro_rules! adds_one {
    ($structure:ident) => {
        kernel("adds_one").workgroup_size(1).build(|k| {
            let items = k.storage_struct_mut::<$structure>("data").fields().items;
            let length = k.storage_mut::<u32>("length");
            length.element(0).assign(items.len());
            Loop(range(0, items.len()), |i| items.element(i).add_assign(1));
        })
    };
}

fn check(gpu: &Gpu) {
    let tight = adds_one!(Tight).unwrap();
    let padded = adds_one!(Padded).unwrap();
    for len in [0, 1, 2, 3, 4, 5, 63, 1000] {
        let items = |shift: u32| (0..len).map(|i| i * 3 + shift).collect::<Vec<_>>();
        let count = 77;
        let buffer = gpu
            .struct_buffer(&Tight {
                count,
                items: items(0),
            })
            .unwrap();
        assert_eq!(buffer.len(), len as usize);
        // A binding has room for one element (WebGPU, "minimum buffer binding size").
        assert_eq!(measured(gpu, &tight, &buffer), len.max(1), "{len}");
        let after = Tight {
            count,
            items: items(1),
        };
        assert_eq!(buffer.read().unwrap(), after);
        buffer
            .write(&Tight {
                count: 5,
                items: items(9),
            })
            .unwrap();
        assert_eq!(
            buffer.read().unwrap(),
            Tight {
                count: 5,
                items: items(9)
            }
        );

        let head = Vec4::new(1.0, 2.0, 3.0, 4.0);
        let buffer = gpu
            .struct_buffer(&Padded {
                head,
                items: items(0),
            })
            .unwrap();
        assert_eq!(measured(gpu, &padded, &buffer), len.max(4), "{len}");
        let after = Padded {
            head,
            items: items(1),
        };
        assert_eq!(buffer.read().unwrap(), after);
    }
    let zeroed = gpu.zeroed_struct::<Tight>(2).unwrap();
    let zeros = Tight {
        count: 0,
        items: vec![0; 2],
    };
    assert_eq!(zeroed.read().unwrap(), zeros);
}

#[test]
fn every_length_on_the_software_adapter() {
    check(&Gpu::named("software").unwrap());
}

#[test]
fn every_length_on_vulkan() {
    if let Some(gpu) = support::vulkan() {
        check(&gpu);
    }
}

#[test]
fn the_interface_says_where_the_elements_lie() {
    let padded = adds_one!(Padded).unwrap();
    let [data, length] = &padded.interface().bindings[..] else {
        panic!("two bindings")
    };
    let array = data.runtime_array().unwrap();
    assert_eq!((array.offset, array.stride), (16, 4));
    assert_eq!(data.min_size, 32, "one element, and the padding behind it");
    assert_eq!(Layout::bytes(&data.ty, 3), 28);
    let array = length.runtime_array().unwrap();
    assert_eq!((array.offset, array.stride), (0, 4));
}

#[test]
fn wrong_buffers_are_refused() {
    let gpu = Gpu::named("software").unwrap();
    let tight = adds_one!(Tight).unwrap();
    let length = gpu.zeroed::<u32>(1).unwrap();
    let refused = |run: runtime::Run| run.workgroups([1, 1, 1]).unwrap_err().to_string();
    let words = gpu.zeroed::<u32>(8).unwrap();
    let run = gpu.run(&tight).bind("data", &words).bind("length", &length);
    let said = refused(run);
    assert!(said.contains("binding `data` is `Tight`"), "{said}");
    let other = gpu.zeroed_struct::<Padded>(8).unwrap();
    let run = gpu.run(&tight).bind("data", &other).bind("length", &length);
    let said = refused(run);
    assert!(said.contains("holds `Padded`"), "{said}");
    let buffer = gpu.zeroed_struct::<Tight>(8).unwrap();
    let wrong = Tight {
        count: 0,
        items: vec![0; 7],
    };
    let said = buffer.write(&wrong).unwrap_err().to_string();
    assert!(said.contains("7 elements"), "{said}");
}

/// The bytes of a run on the caller's own bindings: what wgpu is given is what the plan
/// says.
#[test]
fn a_plan_takes_such_a_buffer() {
    use bitonic::runtime::Bound;
    use bitonic::runtime::plan::{Grid, Plan, Role};
    use bitonic::types::{ShaderType, Type};

    let gpu = Gpu::named("software").unwrap();
    let mut plan = Plan::new("adding");
    let kernel = plan.add_kernel(adds_one!(Tight).unwrap());
    let data = plan.add_buffer("data", Role::InputOutput, Tight::ty(), 3);
    let length = plan.add_buffer("length", Role::Scratch, Type::U32, 1);
    assert_eq!(plan.buffers()[0].bytes(), 16);
    plan.add_step("add", kernel, [data, length], Grid::new([1, 1, 1]));
    let buffer = gpu
        .struct_buffer(&Tight {
            count: 1,
            items: vec![4, 5, 6],
        })
        .unwrap();
    let recording = gpu.prepare(plan, Bound::new().with(data, &buffer)).unwrap();
    recording.submit().unwrap();
    assert_eq!(buffer.read().unwrap().items, [5, 6, 7]);
}
