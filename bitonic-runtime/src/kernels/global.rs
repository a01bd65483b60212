//! The kernels that exchange keys wider apart than a tile, each from one buffer to another, and
//! those that move what the sort does not compare: the copy that brings the result home, and
//! the payload's way to its keys.

use bitonic_dsl::nodes::{bitonic_disperse_indices, bitonic_flip_indices};
use bitonic_dsl::{Error, Kernel, KernelScope, instance_index, kernel};

use super::columns::{between, shares_words};
use super::exchange::{exchange_global, exchange_words};
use super::form::Form;
use super::key::Key;

/// One flip: each key against its mirror image in its block of `span` keys.
///
/// # Arguments
///
/// `input` and `output`, of equal length, and `input_index` and `output_index` if the index is
/// carried; `span`, a power of two. It takes `ceil(n / span) * span / 2` invocations for `n` keys.
/// Where two keys share a `u32` it takes half as many, `span` is 4 or more, and `count` is the
/// number of keys.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn flip_global<K: Key>(workgroup_size: u32, form: impl Into<Form>) -> Result<Kernel, Error> {
    let form = form.into();
    kernel(&form.kernel_name::<K>("flip_global"))
        .doc("One flip: each key against its mirror image in its block of `span` keys.")
        .workgroup_size(workgroup_size)
        .build(|k| exchange::<K>(k, form, true))
}

/// One disperse: each key against the one half a block of `span` keys further.
///
/// # Arguments
///
/// As [`flip_global`].
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
pub fn disperse_global<K: Key>(
    workgroup_size: u32,
    form: impl Into<Form>,
) -> Result<Kernel, Error> {
    let form = form.into();
    kernel(&form.kernel_name::<K>("disperse_global"))
        .doc("One disperse: each key against the one half a block of `span` keys further.")
        .workgroup_size(workgroup_size)
        .build(|k| exchange::<K>(k, form, false))
}

/// A flip, whose pairs are mirrored, or a disperse. Of keys that share a `u32` it is one of the
/// words, and blocks are half as many words high.
#[track_caller]
fn exchange<K: Key>(k: &KernelScope, form: Form, mirrored: bool) {
    let (input, output) = between::<K>(k, form);
    let beside = form.beside(k, true);
    let span = beside.span();
    let shares = shares_words::<K>();
    let height = if shares { span >> 1 } else { span };
    let pair = match mirrored {
        true => bitonic_flip_indices(instance_index(), height),
        false => bitonic_disperse_indices(instance_index(), height),
    };
    let pair = pair.to_const("pair");
    match shares {
        true => exchange_words(input, output, pair, mirrored),
        false => exchange_global(input, output, pair),
    }
    beside.tell();
}

/// Copies words one by one.
///
/// # Arguments
///
/// `input` and `output`, of equal length. It takes one invocation for each word.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = "copy_u32")]
pub fn copy(#[host] workgroup_size: u32, input: &[u32], output: &mut [u32]) {
    if instance_index() < input.len() {
        output[instance_index()] = input[instance_index()];
    }
}

/// Brings rows of words to the order that an index names: row `i` of the output is row `index[i]`
/// of the input.
///
/// # Arguments
///
/// `index`, a row of the input for each row; `input` and `output`, rows of `width` words. It takes
/// one invocation for each word of the output.
///
/// # Errors
///
/// The kernel's own faults: a workgroup size that no device can have.
#[kernel(workgroup_size(workgroup_size), name = "gather_rows")]
pub fn gather(
    #[host] workgroup_size: u32,
    index: &[u32],
    input: &[u32],
    output: &mut [u32],
    width: u32,
) {
    let i = instance_index();
    if i < output.len() {
        let row = i / width;
        output[i] = input[index[row] * width + i - row * width];
    }
}
