"""The kernels of compile_time.py: each shape in natural Rust and in calls, numbered.

A shape is written once in each form. `@` stands for the number of the kernel, so that no two have
one name, and `#` for a constant that is another in each, so that no two are one function.
"""

SHAPES = [
    # Buffers and a parameter.
    (
        """
#[kernel(workgroup_size(64))]
fn saxpy_@(x: &[f32], y: &mut [f32], a: f32) {
    let i = instance_index();
    if i < y.len() && i < #u32 {
        let scaled = a * x[i];
        y[i] += scaled;
    }
}
""",
        """
fn saxpy_@() -> Result<Kernel, Error> {
    kernel("saxpy_@").workgroup_size(64).build(|k| {
        let x = k.storage::<f32>("x");
        let y = k.storage_mut::<f32>("y");
        let a = k.param::<f32>("a");
        let i = instance_index().to_const("i");
        If(i.lt(y.len()).and_also(|| i.lt(#u32)), || {
            let scaled = (a * x.element(i).load()).to_const("scaled");
            y.element(i).add_assign(scaled);
        });
    })
}
""",
    ),
    # A function of the shader, and branches in branches.
    (
        """
#[shader_fn]
fn flip_indices_@(index: u32, block_height: u32) -> UVec2 {
    let block_offset = (index * 2) & !(block_height - 1);
    let in_half = index & ((block_height >> 1) - 1);
    uvec2(block_offset + in_half, block_offset + block_height - 1 - in_half + #)
}

#[kernel(workgroup_size(256))]
fn flip_@(input: &[u32], output: &mut [u32], span: u32) {
    let pair = flip_indices_@(instance_index(), span);
    if pair.x < input.len() {
        let a = input[pair.x];
        if pair.y < input.len() {
            let b = input[pair.y];
            output[pair.x] = min(a, b);
            output[pair.y] = max(a, b);
        } else {
            output[pair.x] = a;
        }
    }
}
""",
        """
fn flip_@() -> Result<Kernel, Error> {
    let indices = Fn(
        "flip_indices_@",
        ["index", "block_height"],
        |index: Node<u32>, block_height: Node<u32>| {
            let block_offset = ((index * 2) & !(block_height - 1)).to_const("block_offset");
            let in_half = (index & ((block_height >> 1) - 1)).to_const("in_half");
            uvec2(block_offset + in_half, block_offset + block_height - 1 - in_half + #)
        },
    );
    kernel("flip_@").workgroup_size(256).build(|k| {
        let input = k.storage::<u32>("input");
        let output = k.storage_mut::<u32>("output");
        let span = k.param::<u32>("span");
        let pair = indices.call(instance_index(), span).to_const("pair");
        If(pair.x().lt(input.len()), || {
            let a = input.element(pair.x()).load().to_const("a");
            If(pair.y().lt(input.len()), || {
                let b = input.element(pair.y()).load().to_const("b");
                output.element(pair.x()).assign(min(a, b));
                output.element(pair.y()).assign(max(a, b));
            })
            .else_(|| output.element(pair.x()).assign(a));
        });
    })
}
""",
    ),
    # Variables, a loop, a branch as a statement.
    (
        """
#[shader_fn]
fn steps_@(start: u32) -> u32 {
    let mut n = start;
    let mut steps = #u32;
    while n != 1 {
        if n % 2 == 0 {
            n /= 2;
        } else {
            n = n * 3 + 1;
        }
        steps += 1;
    }
    steps
}

#[kernel]
fn collatz_@(data: &mut [u32]) {
    let i = instance_index();
    data[i] = steps_@(data[i]);
}
""",
        """
fn collatz_@() -> Result<Kernel, Error> {
    let steps = Fn("steps_@", ["start"], |start: Node<u32>| {
        let n = start.to_var("n");
        let steps = #u32.to_var("steps");
        While(
            || n.load().ne(1),
            || {
                If((n.load() % 2).eq(0), || n.div_assign(2))
                    .else_(|| n.assign(n.load() * 3 + 1));
                steps.add_assign(1);
            },
        );
        steps.load()
    });
    kernel("collatz_@").build(|k| {
        let data = k.storage_mut::<u32>("data");
        let i = instance_index().to_const("i");
        data.element(i).assign(steps.call(data.element(i).load()));
    })
}
""",
    ),
    # Loops in loops over buffers.
    (
        """
#[kernel(workgroup_size(8, 8))]
fn product_@(a: &[f32], b: &[f32], c: &mut [f32], n: u32) {
    let row = global_invocation_id().y;
    let column = global_invocation_id().x;
    if row >= n || column >= n {
        return;
    }
    let mut sum = 0.0f32;
    for i in 0..n {
        sum += a[row * n + i] * b[i * n + column];
    }
    c[row * n + column] = sum * #.0;
}
""",
        """
fn product_@() -> Result<Kernel, Error> {
    kernel("product_@").workgroup_size([8, 8]).build(|k| {
        let a = k.storage::<f32>("a");
        let b = k.storage::<f32>("b");
        let c = k.storage_mut::<f32>("c");
        let n = k.param::<u32>("n");
        let row = global_invocation_id().y().to_const("row");
        let column = global_invocation_id().x().to_const("column");
        If(row.ge(n).or_else(|| column.ge(n)), || Return(()));
        let sum = 0.0f32.to_var("sum");
        Loop(range(0, n).named("i"), |i| {
            let product = a.element(row * n + i).load() * b.element(i * n + column).load();
            sum.add_assign(product);
        });
        c.element(row * n + column).assign(sum.load() * #.0);
    })
}
""",
    ),
    # Long expressions, components, a branch as a value.
    (
        """
#[kernel(workgroup_size(64))]
fn move_@(positions: &mut [Vec4], velocities: &mut [Vec4], dt: f32) {
    let i = instance_index();
    if i < positions.len() {
        let position = positions[i];
        let distance = sqrt(dot(position.xyz, position.xyz)) + #.0;
        let pull = if distance > 1.0 { -1.0 / (distance * distance) } else { 0.5f32 };
        let velocity = velocities[i] + position * (pull * dt);
        velocities[i] = velocity;
        positions[i] = position + velocity * dt;
    }
}
""",
        """
fn move_@() -> Result<Kernel, Error> {
    kernel("move_@").workgroup_size(64).build(|k| {
        let positions = k.storage_mut::<Vec4>("positions");
        let velocities = k.storage_mut::<Vec4>("velocities");
        let dt = k.param::<f32>("dt");
        let i = instance_index().to_const("i");
        If(i.lt(positions.len()), || {
            let position = positions.element(i).load().to_const("position");
            let distance =
                (sqrt(dot(position.xyz(), position.xyz())) + #.0).to_const("distance");
            let pull = zero().to_var("pull");
            If(distance.gt(1.0), || pull.assign(-1.0 / (distance * distance)))
                .else_(|| pull.assign(0.5f32));
            let pull = pull.load();
            let velocity =
                (velocities.element(i).load() + position * (pull * dt)).to_const("velocity");
            velocities.element(i).assign(velocity);
            positions.element(i).assign(position + velocity * dt);
        });
    })
}
""",
    ),
]

NAMES = ["saxpy", "flip", "collatz", "product", "move"]

MAIN_OF_KERNELS = """
fn main() -> Result<(), Error> {
    let start = std::time::Instant::now();
    let mut texts = String::new();
    for kernel in KERNELS {
        texts.push_str(&kernel()?);
        texts.push('\\0');
    }
    report(start, &texts);
    Ok(())
}
"""

MAIN_OF_PARSED = """
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use naga::valid::{Capabilities, ValidationFlags, Validator};
    let start = std::time::Instant::now();
    let mut texts = String::new();
    for text in KERNELS {
        let module = naga::front::wgsl::parse_str(text)?;
        Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module)?;
        texts.push_str(text);
        texts.push('\\0');
    }
    report(start, &texts);
    Ok(())
}
"""

MAIN_OF_STRINGS = """
fn main() {
    report(std::time::Instant::now(), &KERNELS.join("\\0"));
}
"""

REPORT = """
/// What the program is asked for: all texts, or the milliseconds that they took.
fn report(start: std::time::Instant, texts: &str) {
    let elapsed = start.elapsed().as_secs_f64() * 1e3;
    match std::env::args().nth(1).as_deref() {
        Some("texts") => print!("{texts}"),
        _ => println!("{elapsed}"),
    }
}
"""


def manifest(form, root):
    dependencies = {
        "natural": f'bitonic-dsl = {{ path = "{root}/bitonic-dsl" }}',
        "calls": f'bitonic-dsl = {{ path = "{root}/bitonic-dsl" }}',
        "parsed": 'naga = { version = "30", default-features = false, features = ["wgsl-in"] }',
        "strings": "",
    }
    return f"""[workspace]

[package]
name = "form-{form}"
version = "0.0.0"
edition = "2024"
publish = false

[dependencies]
{dependencies[form]}
"""


def source(form, count, texts, changed):
    """The one file of the crate. The constant of the first kernel is `changed` more."""
    if form in ("natural", "calls"):
        return source_of_kernels(form, count, changed)
    items = [f'const KERNEL_{i}: &str = r#"{text}"#;\n' for i, text in enumerate(texts)]
    names = [f"KERNEL_{i}" for i in range(len(texts))]
    main = MAIN_OF_PARSED if form == "parsed" else MAIN_OF_STRINGS
    return "".join(items) + table("&str", names) + main + REPORT


def source_of_kernels(form, count, changed):
    column = 0 if form == "natural" else 1
    items, names = ["use bitonic_dsl::*;\n"], []
    for number in range(count):
        shape = number % len(SHAPES)
        constant = 1234567 + changed if number == 0 else 2 + number
        text = SHAPES[shape][column]
        # `#[` begins an attribute.
        text = text.replace("#[", "\0").replace("#", str(constant)).replace("\0", "#[")
        items.append(text.replace("@", str(number)))
        names.append(f"{NAMES[shape]}_{number}")
    # A typed kernel's type is its own: what they share is their text.
    texts = [f"|| {name}()?.wgsl(Dialect::Browser)" for name in names]
    return "".join(items) + table("fn() -> Result<String, Error>", texts) + MAIN_OF_KERNELS + REPORT


def table(ty, names):
    return f"\nconst KERNELS: &[{ty}] = &[\n" + "".join(f"    {name},\n" for name in names) + "];\n"
