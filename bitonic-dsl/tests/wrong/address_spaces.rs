//! Places used as their address space does not allow.

use bitonic_dsl::*;

fn main() {
    let _ = kernel("wrong").build(|k| {
        let u = k.param::<u32>("u");
        let _ = 1u32.to_var("sum") + u; //~ function
        private_var("calls", 5u32).assign(1.0); //~ private
        workgroup_array::<u32>("tile", 4).element(0).assign(0.5); //~ workgroup
        k.uniform::<UVec4>("weights").place().assign(uvec4(u, u, u, u)); //~ uniform
        k.storage::<u32>("data").element(0).increment(); //~ storage, read
        k.storage_mut::<u32>("more").element(0).assign(0.5); //~ storage, read_write
        let _ = k.param::<bool>("flag"); //~ immediate
        Fn("zero", ["a"], |a: Pointer<u32>| a.assign(0)).call(u); //~ pointer as a parameter
    });
}
