"""Binds a kernel from its interface alone, with Python's standard library.

    bind.py INTERFACE.json KERNEL.wgsl VALUES.json

Packs the values of each uniform and of the parameters, by the layout that the interface
states, and prints them by name as JSON, in hexadecimal. Fails where a declaration of the
text is not what the interface says.
"""

import json
import re
import struct
import sys

# Codes of the module `struct`, little-endian.
CODES = {"i32": "<i", "u32": "<I", "i64": "<q", "u64": "<Q", "f16": "<e", "f32": "<f", "f64": "<d"}


def pack(into, at, ty, value):
    """Writes a value at an offset of a bytearray."""
    kind = ty["kind"]
    if kind in ("scalar", "atomic"):
        struct.pack_into(CODES[ty["scalar"]], into, at, value)
    elif kind == "vector":
        assert len(value) == ty["components"], ty["wgsl"]
        code = CODES[ty["scalar"]]
        for i, one in enumerate(value):
            struct.pack_into(code, into, at + i * struct.calcsize(code), one)
    elif kind == "matrix":
        assert len(value) == ty["columns"], ty["wgsl"]
        code = CODES[ty["scalar"]]
        for i, column in enumerate(value):
            assert len(column) == ty["rows"], ty["wgsl"]
            for j, one in enumerate(column):
                place = at + i * ty["columnStride"] + j * struct.calcsize(code)
                struct.pack_into(code, into, place, one)
    elif kind == "array":
        assert ty["length"] in (None, len(value)), ty["wgsl"]
        for i, one in enumerate(value):
            pack(into, at + i * ty["stride"], ty["element"], one)
    elif kind == "struct":
        assert {field["name"] for field in ty["fields"]} == set(value), ty["wgsl"]
        for field in ty["fields"]:
            pack(into, at + field["offset"], field["type"], value[field["name"]])
    else:
        sys.exit(f"a type of an unknown kind: {kind}")


def size(ty, value):
    """Bytes of a value; of an array without a length, those of what is given."""
    if ty["size"] is not None:
        return ty["size"]
    if ty["kind"] == "array":
        return ty["stride"] * len(value)
    last = ty["fields"][-1]
    return last["offset"] + size(last["type"], value[last["name"]])


def packed(interface, values):
    """The bytes of every value that is given."""
    blocks = {}
    for binding in interface["bindings"]:
        if binding["name"] in values:
            value = values[binding["name"]]
            block = bytearray(size(binding["type"], value))
            pack(block, 0, binding["type"], value)
            blocks[binding["name"]] = block.hex()
    parameters = interface["parameters"]
    if parameters:
        block = bytearray(parameters["size"])
        for field in parameters["fields"]:
            pack(block, field["offset"], field["type"], values["parameters"][field["name"]])
        blocks["parameters"] = block.hex()
    return blocks


DECLARATION = re.compile(
    r"@group\((\d+)\)\s*@binding\((\d+)\)\s*var(?:<([^>]*)>)?\s*(\w+)\s*:\s*([^;]+);"
)
SPACES = {"uniform": "uniform", "read-only-storage": "storage", "storage": "storage, read_write"}
ACCESSES = {"read-only": "read", "write-only": "write", "read-write": "read_write"}
CHANNELS = {"float": "f32", "unfilterable-float": "f32", "sint": "i32", "uint": "u32"}


def declared(entry):
    """How WGSL declares what a binding says: the address space, and the type where the
    binding names it."""
    if "buffer" in entry:
        ty = entry.get("type", {"kind": "struct"})
        named = None if ty["kind"] == "struct" else ty["wgsl"]
        return SPACES[entry["buffer"]["type"]], named
    if "texture" in entry:
        texture = entry["texture"]
        dimension = texture["viewDimension"].replace("-", "_")
        return "", f"texture_{dimension}<{CHANNELS[texture['sampleType']]}>"
    if "storageTexture" in entry:
        texture = entry["storageTexture"]
        dimension = texture["viewDimension"].replace("-", "_")
        access = ACCESSES[texture["access"]]
        return "", f"texture_storage_{dimension}<{texture['format']}, {access}>"
    if "sampler" in entry:
        return "", "sampler"
    sys.exit(f"a binding of an unknown kind: {entry}")


def check(interface, wgsl):
    """Compares the declarations of the text with the interface."""
    texts = {}
    for group, binding, space, _, ty in DECLARATION.findall(wgsl):
        texts[int(group), int(binding)] = (space, ty.strip())
    entries = list(interface["bindings"])
    parameters = interface["parameters"]
    if parameters and "buffer" in parameters:
        assert parameters["buffer"]["hasDynamicOffset"]
        entries.append(parameters)
    assert len(texts) == len(entries), (texts, entries)
    for entry in entries:
        space, ty = texts[entry["group"], entry["binding"]]
        said_space, said_type = declared(entry)
        assert space == said_space, (entry, space)
        assert said_type is None or said_type == ty, (entry, ty)
    assert f"fn {interface['entryPoint']}(" in wgsl
    sides = re.search(r"@workgroup_size\(([^)]*)\)", wgsl)[1].split(",")
    overrides = {override["name"]: override for override in interface["overrides"]}
    for axis, side in enumerate([side.strip() for side in sides] + ["1"] * (3 - len(sides))):
        if side.isdigit():
            assert int(side) == interface["workgroupSize"][axis], sides
        else:
            assert overrides[side]["workgroupSides"][axis], sides
    for override in interface["overrides"]:
        number = f"@id({override['key']}) " if override["key"].isdigit() else ""
        assert f"{number}override {override['name']}: {override['type']}" in wgsl, override


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        interface = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        wgsl = file.read()
    with open(sys.argv[3], encoding="utf-8") as file:
        values = json.load(file)
    assert interface["version"] == 1
    check(interface, wgsl)
    print(json.dumps(packed(interface, values)))


main()
