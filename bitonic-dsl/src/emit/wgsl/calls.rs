//! Expressions that WGSL writes as calls: constructors, conversions, the functions of
//! numbers and of textures.

use naga::{
    Expression, ImageClass, ImageQuery, RelationalFunction, SampleLevel, Scalar, TypeInner,
};

use super::expressions::{Expressions, Written};
use super::grammar::Position;
use super::{Refusal, Value, types, words};

impl Expressions<'_> {
    /// `name(arguments)`.
    pub(super) fn call(self, name: &str, arguments: &[Value], out: &mut String) -> Written {
        self.call_after(name, "", arguments, out)
    }

    /// As [`Expressions::call`], with `first` before the arguments.
    fn call_after(self, name: &str, first: &str, arguments: &[Value], out: &mut String) -> Written {
        out.push_str(name);
        out.push('(');
        out.push_str(first);
        let mut starts = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            starts.push(out.len());
            self.write(*argument, Position::Free, out)?;
        }
        keep_apart(&starts, out);
        out.push(')');
        Ok(())
    }

    /// Writes `value`, which is one of those above.
    pub(super) fn function(self, value: Value, out: &mut String) -> Written {
        match self.arena[value] {
            Expression::Compose { ty, ref components } => {
                let name = types::type_name(self.module, self.names, ty)?;
                self.call(&name, components, out)
            }
            Expression::Splat { size, value } => match *self.inner(value) {
                TypeInner::Scalar(scalar) => {
                    self.call(&types::vector_name(size, scalar)?, &[value], out)
                }
                _ => Err(Refusal::new("what is no scalar is repeated")),
            },
            Expression::Select {
                condition,
                accept,
                reject,
            } => self.call("select", &[reject, accept, condition], out),
            Expression::Relational { fun, argument } => {
                let name = match fun {
                    RelationalFunction::All => "all",
                    RelationalFunction::Any => "any",
                    RelationalFunction::IsNan | RelationalFunction::IsInf => {
                        return Err(Refusal::new("WGSL has no test for NaN or infinity"));
                    }
                };
                self.call(name, &[argument], out)
            }
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3,
            } => {
                let name = words::math(fun)
                    .ok_or_else(|| Refusal::new("WGSL has no inverse and no outer product"))?;
                let others = [arg1, arg2, arg3].into_iter().flatten();
                let arguments: Vec<Value> = [arg].into_iter().chain(others).collect();
                self.call(name, &arguments, out)
            }
            Expression::As {
                expr,
                kind,
                convert,
            } => {
                let name = self.converted(expr, kind, convert)?;
                match convert {
                    Some(_) => self.call(&name, &[expr], out),
                    None => self.call(&format!("bitcast<{name}>"), &[expr], out),
                }
            }
            Expression::ArrayLength(array) => self.call("arrayLength", &[array], out),
            Expression::ImageLoad {
                image,
                coordinate,
                array_index,
                sample,
                level,
            } => {
                let others = [array_index, sample, level].into_iter().flatten();
                let arguments: Vec<Value> = [image, coordinate].into_iter().chain(others).collect();
                self.call("textureLoad", &arguments, out)
            }
            Expression::ImageQuery { image, query } => match query {
                ImageQuery::Size { level: None } => self.call("textureDimensions", &[image], out),
                ImageQuery::Size { level: Some(level) } => {
                    self.call("textureDimensions", &[image, level], out)
                }
                ImageQuery::NumLevels => self.call("textureNumLevels", &[image], out),
                ImageQuery::NumLayers => self.call("textureNumLayers", &[image], out),
                ImageQuery::NumSamples => self.call("textureNumSamples", &[image], out),
            },
            Expression::ImageSample { .. } => self.sample(value, out),
            _ => Err(Refusal::new("what is no call is written as one")),
        }
    }

    fn converted(
        self,
        value: Value,
        kind: naga::ScalarKind,
        convert: Option<naga::Bytes>,
    ) -> Result<String, Refusal> {
        let to = |scalar: Scalar| Scalar {
            kind,
            width: convert.unwrap_or(scalar.width),
        };
        let inner = match *self.inner(value) {
            TypeInner::Scalar(scalar) => TypeInner::Scalar(to(scalar)),
            TypeInner::Vector { size, scalar } => TypeInner::Vector {
                size,
                scalar: to(scalar),
            },
            TypeInner::Matrix {
                columns,
                rows,
                scalar,
            } => TypeInner::Matrix {
                columns,
                rows,
                scalar: to(scalar),
            },
            _ => return Err(Refusal::new("what is no number is converted")),
        };
        types::inner_name(self.module, self.names, &inner)
    }

    fn sample(self, value: Value, out: &mut String) -> Written {
        let Expression::ImageSample {
            image,
            sampler,
            gather,
            coordinate,
            array_index,
            offset,
            level,
            depth_ref,
            clamp_to_edge,
        } = self.arena[value]
        else {
            return Err(Refusal::new("what is no sample is written as one"));
        };
        let is_depth = matches!(
            self.inner(image),
            TypeInner::Image {
                class: ImageClass::Depth { .. },
                ..
            }
        );
        let compare = if depth_ref.is_some() { "Compare" } else { "" };
        let mut arguments = vec![image, sampler, coordinate];
        arguments.extend(array_index);
        arguments.extend(depth_ref);
        let mut first = String::new();
        // A level that the text must say and that is no value of the module.
        let mut zero = None;
        let name = match (gather, level) {
            (Some(component), _) => {
                if !is_depth {
                    first = format!("{}, ", component as u8);
                }
                format!("textureGather{compare}")
            }
            (None, SampleLevel::Zero) if clamp_to_edge => "textureSampleBaseClampToEdge".to_owned(),
            (None, SampleLevel::Zero) => {
                if depth_ref.is_none() {
                    zero = Some(if is_depth { ", 0" } else { ", 0.0" });
                }
                format!("textureSample{compare}Level")
            }
            (None, SampleLevel::Exact(level)) => {
                arguments.push(level);
                format!("textureSample{compare}Level")
            }
            (None, SampleLevel::Auto | SampleLevel::Bias(_)) => {
                return Err(Refusal::new(
                    "a compute kernel cannot sample without saying the level",
                ));
            }
            (None, SampleLevel::Gradient { x, y }) => {
                arguments.extend([x, y]);
                "textureSampleGrad".to_owned()
            }
        };
        self.call_after(&name, &first, &arguments, out)?;
        if zero.is_none() && offset.is_none() {
            return Ok(());
        }
        out.pop();
        out.push_str(zero.unwrap_or(""));
        if let Some(offset) = offset {
            out.push_str(", ");
            // It is to be constant, and what has a name is not.
            let unnamed = Expressions { lets: &[], ..self };
            unnamed.write(offset, Position::Free, out)?;
        }
        out.push(')');
        Ok(())
    }
}

/// Puts an argument with a `<` in parentheses where an argument behind it has a `>`:
/// a reader would take what is between for a list of types.
fn keep_apart(starts: &[usize], out: &mut String) {
    let Some(last) = out.rfind('>') else {
        return;
    };
    let mut end = out.len();
    for (index, start) in starts.iter().enumerate().rev() {
        let argument = &out[*start..end];
        if last >= end && has_open_less(argument) {
            out.insert(end, ')');
            out.insert(*start, '(');
        }
        end = start.saturating_sub(if index > 0 { ", ".len() } else { 0 });
    }
}

/// Whether `text` compares with `<` outside of all brackets.
fn has_open_less(text: &str) -> bool {
    let mut depth = 0_u32;
    let bytes = text.as_bytes();
    bytes.iter().enumerate().any(|(at, byte)| {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && text[at..].starts_with("< ") && text[..at].ends_with(' ')
    })
}
