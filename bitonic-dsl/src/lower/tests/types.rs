//! Types that cannot lie where a kernel puts them. Rust's bounds keep most of them
//! out, so that the graphs are made by hand.

use crate::diagnostic::{Diagnostic, SourceLocation};
use crate::graph::{Resource, Space};
use crate::types::{FieldType, ScalarType, StructType, Type, VectorSize};
use crate::*;
use std::sync::Arc;

/// The faults of a kernel with one resource, declared by the caller.
#[track_caller]
fn faults(space: Space, ty: Type) -> Vec<Diagnostic> {
    let at = SourceLocation::caller();
    let (mut graph, _) = kernel("k").workgroup_size(1).record(|_| ());
    graph.resources.push(Resource {
        name: "held".to_owned(),
        ty,
        space,
        length: None,
        init: None,
        at,
    });
    match Kernel::new(graph, Vec::new()) {
        Ok(_) => Vec::new(),
        Err(error) => error.diagnostics().to_vec(),
    }
}

fn refuses(space: Space, ty: Type, part: &str) {
    let declared_line = line!() + 1;
    let found = faults(space, ty);
    let [fault] = &found[..] else {
        panic!("one fault: {found:#?}")
    };
    assert!(fault.message.contains(part), "{fault:#?}");
    assert!(fault.help.is_some(), "{fault:#?}");
    assert_eq!((fault.at.file(), fault.at.line()), (file!(), declared_line));
}

#[test]
fn the_host_sees_no_bool() {
    for space in [Space::StorageRead, Space::StorageReadWrite, Space::Uniform] {
        refuses(
            space,
            Type::BOOL,
            "`held` is of type `bool`, which cannot lie in a",
        );
    }
    assert_eq!(faults(Space::Workgroup, Type::BOOL), []);
}

#[test]
fn elements_in_a_uniform_buffer_lie_sixteen_bytes_apart() {
    let array = || Type::array(Type::U32, 4);
    refuses(
        Space::Uniform,
        array(),
        "whose layout a uniform buffer does not allow",
    );
    assert_eq!(faults(Space::StorageRead, array()), []);
}

#[test]
fn only_storage_holds_arrays_of_any_length() {
    let four = Type::Vector(VectorSize::Four, ScalarType::U32);
    let array = || Type::runtime_array(four.clone());
    let message = "`held` is `array<vec4<u32>>`, whose length is found at run time";
    for space in [Space::Workgroup, Space::Uniform, Space::Private] {
        refuses(space, array(), message);
        refuses(
            space,
            Type::structure("Whole", [("rest", array())]),
            "`held` is `Whole`, whose length",
        );
    }
    assert_eq!(faults(Space::StorageRead, array()), []);
}

#[test]
fn arrays_and_structures_hold_something() {
    refuses(
        Space::Workgroup,
        Type::array(Type::U32, 0),
        "has no elements",
    );
    refuses(
        Space::Workgroup,
        Type::structure("Empty", []),
        "`Empty` has no fields",
    );
}

#[test]
fn an_array_of_any_length_comes_last() {
    let fields = [
        ("rest", Type::runtime_array(Type::U32)),
        ("count", Type::U32),
    ];
    refuses(
        Space::StorageRead,
        Type::structure("Bad", fields),
        "`rest` of `Bad` is `array<u32>`, and not the last field",
    );
    let fields = [
        ("count", Type::U32),
        ("rest", Type::runtime_array(Type::U32)),
    ];
    assert_eq!(
        faults(Space::StorageRead, Type::structure("Good", fields)),
        []
    );
}

#[test]
fn a_structure_that_ends_in_one_is_nowhere_within() {
    let inner = || Type::structure("Inner", [("rest", Type::runtime_array(Type::U32))]);
    let outer = Type::structure("Outer", [("inner", inner())]);
    refuses(
        Space::StorageRead,
        outer,
        "`inner` of `Outer` is the structure `Inner`",
    );
    for array in [Type::array(inner(), 4), Type::runtime_array(inner())] {
        refuses(
            Space::StorageRead,
            array,
            "an element of an array is `Inner`",
        );
    }
}

#[test]
fn fields_lie_where_wgsl_places_them() {
    let field = |name: &str, offset| FieldType {
        name: name.to_owned(),
        ty: Type::U32,
        offset,
    };
    let structure = StructType {
        name: "Gap".to_owned(),
        fields: vec![field("a", 0), field("b", 8)],
    };
    let ty = Type::Struct(Arc::new(structure));
    refuses(Space::StorageRead, ty, "`b` of `Gap` lies at byte 8");
}
