"""Checks that one .npy file of float32 is the other one sorted, bit for bit.

    python3 check_sorted.py INPUT SORTED

Shares nothing with the project: no NumPy either, so that it runs anywhere.
The order: numbers from -inf to inf with -0.0 before 0.0, then NaNs with a clear
sign bit, then NaNs with a set one, these by falling payload.
"""

import ast
import struct
import sys


def bits_of(path):
    """The elements' bit patterns, as unsigned integers."""
    with open(path, "rb") as file:
        content = file.read()
    assert content[:8] == b"\x93NUMPY\x01\x00", f"{path} is not a .npy file of version 1.0"
    (length,) = struct.unpack("<H", content[8:10])
    header = ast.literal_eval(content[10 : 10 + length].decode("latin1"))
    assert header["descr"] == "<f4" and len(header["shape"]) == 1, header
    data = content[10 + length :]
    assert len(data) == 4 * header["shape"][0], "the data is as long as the shape says"
    return [bits for (bits,) in struct.iter_unpack("<I", data)]


def order(bits):
    """The place of a float in the total order, as something Python can compare."""
    negative, magnitude = bits >> 31, bits & 0x7FFFFFFF
    is_nan = magnitude > 0x7F800000
    return (is_nan, is_nan and negative, ~magnitude if negative else magnitude)


def main():
    original, found = map(bits_of, sys.argv[1:3])
    expected = sorted(original, key=order)
    for index, (wanted, got) in enumerate(zip(expected, found)):
        if wanted != got:
            sys.exit(f"element {index} is {got:#010x} and must be {wanted:#010x}")
    if len(expected) != len(found):
        sys.exit(f"{len(found)} elements, and {len(expected)} are due")
    print(f"{len(found)} elements are in order, by a sort of Python's")


main()
