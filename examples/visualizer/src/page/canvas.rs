//! The keys on a canvas: cells of whole pixels of the screen where there is room for them,
//! lines between blocks, and the pair that is pointed at.

use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, ImageData};

use super::{Shown, Side, dom};
use crate::colour::Palette;
use crate::picture::{Grid, pixels};

/// Blocks are told apart by lines from this many pixels on; narrower ones by shade alone.
const ROOM_FOR_LINES: f64 = 6.0;

/// How much of the frame may stay empty so that all cells have whole pixels.
const WASTE: f64 = 0.16;

/// Draws a half.
pub(crate) fn draw(
    side: Side,
    shown: &Shown,
    pointed: Option<u32>,
    palette: &Palette,
) -> Result<(), JsValue> {
    let name = side.name();
    let frame = dom::element_of::<HtmlElement>(&format!("{name}-frame"));
    let canvas = dom::element_of::<HtmlCanvasElement>(&format!("{name}-canvas"));
    let (Some(frame), Some(canvas)) = (frame, canvas) else {
        return Ok(());
    };
    let grid = Grid::of(shown.reading.keys.len() as u32);
    let room = f64::from(frame.client_width().max(1)) * dom::pixel_ratio();
    let (width, height) = (fitting(room, grid.width), fitting(room, grid.height));
    resize(&canvas, width, height)?;
    let context = context(&canvas)?;
    let cells = cells(shown, grid, palette)?;
    stretch(&context, &cells, grid, width, height)?;
    let painter = Painter {
        context,
        grid,
        cell: (
            width / f64::from(grid.width),
            height / f64::from(grid.height),
        ),
        size: (width, height),
    };
    painter.lines(shown);
    if let Some(index) = pointed {
        painter.pair(shown, index);
    }
    Ok(())
}

/// A length for `count` cells, at most `room`: of whole pixels each, unless too much of the
/// room would stay empty.
fn fitting(room: f64, count: u32) -> f64 {
    let count = f64::from(count);
    let whole = (room / count).floor() * count;
    match whole >= room * (1.0 - WASTE) {
        true => whole,
        false => room.floor().max(1.0),
    }
}

fn resize(canvas: &HtmlCanvasElement, width: f64, height: f64) -> Result<(), JsValue> {
    if (f64::from(canvas.width()), f64::from(canvas.height())) != (width, height) {
        canvas.set_width(width as u32);
        canvas.set_height(height as u32);
    }
    let ratio = dom::pixel_ratio();
    let style = canvas.style();
    style.set_property("width", &format!("{}px", width / ratio))?;
    style.set_property("height", &format!("{}px", height / ratio))
}

fn context(canvas: &HtmlCanvasElement) -> Result<CanvasRenderingContext2d, JsValue> {
    let context = canvas.get_context("2d")?;
    let context = context.and_then(|context| context.dyn_into().ok());
    context.ok_or_else(|| JsValue::from_str("this browser has no canvas to draw on"))
}

/// A canvas of one pixel for each cell.
fn cells(shown: &Shown, grid: Grid, palette: &Palette) -> Result<HtmlCanvasElement, JsValue> {
    let cells = plain(grid.width, grid.height)?;
    let pixels = pixels(&shown.reading.keys, grid, shown.block(), palette);
    let image =
        ImageData::new_with_u8_clamped_array_and_sh(Clamped(&pixels), grid.width, grid.height)?;
    context(&cells)?.put_image_data(&image, 0.0, 0.0)?;
    Ok(cells)
}

/// A canvas that is not in the document.
fn plain(width: u32, height: u32) -> Result<HtmlCanvasElement, JsValue> {
    let document = dom::document().ok_or("there is no document")?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    Ok(canvas)
}

/// Draws `cells` over the whole canvas. Where a cell is no whole number of pixels, it is
/// drawn larger first and then shrunk, so that all cells look alike.
fn stretch(
    context: &CanvasRenderingContext2d,
    cells: &HtmlCanvasElement,
    grid: Grid,
    width: f64,
    height: f64,
) -> Result<(), JsValue> {
    context.clear_rect(0.0, 0.0, width, height);
    let scale = (width / f64::from(grid.width)).max(height / f64::from(grid.height));
    let is_whole = |length: f64, count: u32| length % f64::from(count) == 0.0;
    let whole = is_whole(width, grid.width) && is_whole(height, grid.height);
    if whole || scale < 1.0 {
        context.set_image_smoothing_enabled(scale < 1.0);
        return context
            .draw_image_with_html_canvas_element_and_dw_and_dh(cells, 0.0, 0.0, width, height);
    }
    let times = scale.ceil() as u32;
    let larger = plain(grid.width * times, grid.height * times)?;
    let (wide, high) = (f64::from(larger.width()), f64::from(larger.height()));
    let between = self::context(&larger)?;
    between.set_image_smoothing_enabled(false);
    between.draw_image_with_html_canvas_element_and_dw_and_dh(cells, 0.0, 0.0, wide, high)?;
    context.set_image_smoothing_enabled(true);
    context.draw_image_with_html_canvas_element_and_dw_and_dh(&larger, 0.0, 0.0, width, height)
}

struct Painter {
    context: CanvasRenderingContext2d,
    grid: Grid,
    /// Pixels of a cell.
    cell: (f64, f64),
    /// Pixels of the canvas.
    size: (f64, f64),
}

impl Painter {
    /// Lines between blocks, one pixel of the screen wide or a little more.
    fn lines(&self, shown: &Shown) {
        let Some(block) = shown.block() else { return };
        let seams = self.grid.seams(block);
        let thick = dom::pixel_ratio().round().max(1.0);
        self.context.set_fill_style_str("rgba(8, 9, 13, 0.9)");
        let roomy = |places: &[u32], cell: f64| {
            places
                .first()
                .is_some_and(|first| f64::from(*first) * cell >= ROOM_FOR_LINES)
        };
        if roomy(&seams.columns, self.cell.0) {
            for &column in &seams.columns {
                let x = (f64::from(column) * self.cell.0).round();
                self.context.fill_rect(x, 0.0, thick, self.size.1);
            }
        } else if seams.columns.is_empty() && roomy(&seams.rows, self.cell.1) {
            for &row in &seams.rows {
                let y = (f64::from(row) * self.cell.1).round();
                self.context.fill_rect(0.0, y, self.size.0, thick);
            }
        }
    }

    /// A cell and the one that it meets in the next exchange.
    fn pair(&self, shown: &Shown, index: u32) {
        let n = shown.reading.keys.len() as u32;
        let partner = match shown.is_sorted() {
            true => None,
            false => shown.reading.info.partner(index, n),
        };
        let ratio = dom::pixel_ratio();
        self.context.set_line_width(1.5 * ratio);
        if let Some(partner) = partner {
            let ((x, y), (to_x, to_y)) = (self.middle(index), self.middle(partner));
            self.context.begin_path();
            self.context.move_to(x, y);
            self.context.line_to(to_x, to_y);
            self.stroke_twice(ratio);
        }
        for index in [Some(index), partner].into_iter().flatten() {
            let (x, y) = self.middle(index);
            let (wide, high) = (self.cell.0.max(7.0 * ratio), self.cell.1.max(7.0 * ratio));
            self.context.begin_path();
            self.context
                .rect(x - wide / 2.0, y - high / 2.0, wide, high);
            self.stroke_twice(ratio);
        }
    }

    /// A light stroke with a dark rim, seen on any colour.
    fn stroke_twice(&self, ratio: f64) {
        self.context.set_line_width(4.0 * ratio);
        self.context.set_stroke_style_str("rgba(8, 9, 13, 0.75)");
        self.context.stroke();
        self.context.set_line_width(1.5 * ratio);
        self.context.set_stroke_style_str("#fff");
        self.context.stroke();
    }

    fn middle(&self, index: u32) -> (f64, f64) {
        let (column, row) = self.grid.place(index);
        (
            (f64::from(column) + 0.5) * self.cell.0,
            (f64::from(row) + 0.5) * self.cell.1,
        )
    }
}
