// Keys of every type and their order, by JavaScript's own sort: nothing here is shared with
// the module that is tested. Evaluates to a function from the case to what is wrong, or null.
(() => {
  const arrays = {
    u32: Uint32Array, i32: Int32Array, f32: Float32Array, f16: Uint16Array,
    u64: BigUint64Array, i64: BigInt64Array, f64: Float64Array,
  };

  // A xorshift generator: the same bits in every run.
  const random = (seed) => {
    let state = seed >>> 0 || 1;
    return () => {
      state ^= state << 13; state >>>= 0;
      state ^= state >>> 17;
      state ^= state << 5; state >>>= 0;
      return state;
    };
  };

  // A number of 16 bits, by the definition of IEEE 754.
  const half = (bits) => {
    const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
    const size = exponent === 31 ? (fraction ? NaN : Infinity)
      : exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
    return bits & 0x8000 ? -size : size;
  };

  // The total order: numbers by value, -0 before 0, then NaNs with a clear sign bit, then
  // those with a set one by falling bits.
  const floats = (width, value) => (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (!Number.isNaN(x) && !Number.isNaN(y))
      return x < y ? -1 : x > y ? 1 : Number(Object.is(y, -0)) - Number(Object.is(x, -0));
    if (!Number.isNaN(x)) return -1;
    if (!Number.isNaN(y)) return 1;
    const top = 1n << BigInt(width - 1);
    const place = (bits) => { const n = BigInt(bits); return n & top ? 2n * top - (n - top) : n; };
    return place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0;
  };
  const view = new DataView(new ArrayBuffer(8));
  const orders = {
    f16: floats(16, half),
    f32: floats(32, (bits) => (view.setUint32(0, bits), view.getFloat32(0))),
    f64: floats(64, (bits) => (view.setBigUint64(0, bits), view.getFloat64(0))),
  };
  const plain = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

  // The bits of `count` keys: few different ones where there is a payload, so that the order
  // among equals shows, and the odd ones of floats strewn in.
  const bits = (type, count, few, next) => {
    const Words = { f32: Uint32Array, f64: BigUint64Array }[type] || arrays[type];
    const odd = {
      f16: [0x7e00, 0xfe00, 0x7c01, 0xfc01, 0x8000, 0, 0x7c00, 0xfc00, 1, 0x8001],
      f32: [0x7fc00000, 0xffc00000, 0x7f800001, 0xff800123, 0x80000000, 0, 0x7f800000,
        0xff800000, 1, 0x80000001],
      f64: [0x7ff8000000000000n, 0xfff8000000000000n, 0x7ff0000000000001n,
        0xfff0000000000abcn, 0x8000000000000000n, 0n, 0x7ff0000000000000n,
        0xfff0000000000000n, 1n],
    }[type];
    return Words.from({ length: count }, () => {
      if (odd && next() % 8 === 0) return odd[next() % odd.length];
      if (type.endsWith("64")) {
        const word = few ? BigInt(next() % 7) << 30n : (BigInt(next()) << 32n) | BigInt(next());
        return type === "i64" ? BigInt.asIntN(64, few ? word - 3n : word) : word;
      }
      return few ? next() % 7 - (type === "i32" ? 3 : 0) : next();
    });
  };

  return async (how) => {
    const { sortKeys } = await import("./visualizer.js");
    const type = how.type || "u32";
    const keys = bits(type, how.count, how.payload, random(how.seed));
    const order = orders[type] || plain;
    const direction = how.descending ? (a, b) => order(b, a) : order;
    // JavaScript's sort is stable.
    const indices = Array.from(keys, (_, index) => index);
    indices.sort((a, b) => direction(keys[a], keys[b]));

    const told = await sortKeys(new Uint8Array(keys.slice().buffer), how);
    const got = new keys.constructor(told.bytes.slice().buffer).subarray(0, how.count);
    if (told.backend !== how.adapter) return `it ran on ${told.backend}`;
    if (got.length !== keys.length) return `${got.length} keys came back`;
    for (let at = 0; at < got.length; at++)
      if (got[at] !== keys[indices[at]])
        return `key ${at} is ${got[at].toString(16)}, not ${keys[indices[at]].toString(16)}`;
    if (how.payload) {
      const carried = Array.from(told.payload);
      if (how.stable && carried.some((index, at) => index !== indices[at]))
        return "equal keys changed places";
      if (carried.some((index, at) => keys[index] !== got[at])) return "a payload left its key";
      if (new Set(carried).size !== carried.length) return "a payload came twice";
    }
    if (how.steps === undefined && String(told.info) !== "1,2,2") return `info is ${told.info}`;
    return null;
  };
})()
