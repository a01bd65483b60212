//! The keys on a canvas: cells of whole pixels of the screen where there is room for them,
//! lines between blocks, and the pair that is pointed at.

use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, ImageData};

use super::{Shown, Side, dom};
use crate::colour::Palette;
use crate::picture::{Grid, pixels};

/// Blocks are told apart by lines from this many pixels of the document on; narrower ones by
/// shade.
const ROOM_FOR_LINES: f64 = 8.0;

/// Room beside the cells for the rulers that show the blocks, in pixels of the document.
const MARGIN: f64 = 8.0;

/// How wide a ruler is.
const RULER: f64 = 4.0;

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
    let ratio = dom::pixel_ratio();
    let margin = margin();
    let room = (f64::from(frame.client_width()) * ratio - margin).max(1.0);
    let (width, height) = (fitting(room, grid.width), fitting(room, grid.height));
    resize(&canvas, width + margin, height + margin)?;
    let painter = Painter {
        context: context(&canvas)?,
        grid,
        cell: (
            width / f64::from(grid.width),
            height / f64::from(grid.height),
        ),
        size: (width, height),
        ratio,
    };
    painter.begin(margin)?;
    let seams = painter.seams(shown);
    // Where lines tell the blocks apart, the colours stay as they are.
    let shaded = shown.block().filter(|_| matches!(seams, Lines::None));
    let cells = cells(shown, grid, shaded, palette)?;
    stretch(&painter.context, &cells, grid, width, height)?;
    painter.lines(&seams);
    if let Some(block) = shown.block() {
        painter.rulers(block, &tint(side));
    }
    if let Some(index) = pointed {
        painter.pair(shown, index);
    }
    Ok(())
}

/// Pixels of the screen beside the cells.
fn margin() -> f64 {
    (MARGIN * dom::pixel_ratio()).round()
}

/// Where on the cells a place on the canvas lies, both from 0 to 1 of the sides; the place
/// and the canvas's size in pixels of the document.
pub(crate) fn on_cells(place: (f64, f64), size: (f64, f64)) -> (f64, f64) {
    let margin = margin() / dom::pixel_ratio();
    let along = |place: f64, length: f64| (place - margin) / (length - margin).max(1.0);
    (along(place.0, size.0), along(place.1, size.1))
}

/// The colour of the kind of step, as the style sheet has it.
fn tint(side: Side) -> String {
    let kind = dom::element(&format!("{}-kind", side.name()));
    let style = kind.and_then(|kind| web_sys::window()?.get_computed_style(&kind).ok()?);
    let tint = style.and_then(|style| style.get_property_value("--tint").ok());
    tint.map_or_else(|| "#888".to_owned(), |tint| tint.trim().to_owned())
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
fn cells(
    shown: &Shown,
    grid: Grid,
    shaded: Option<u32>,
    palette: &Palette,
) -> Result<HtmlCanvasElement, JsValue> {
    let cells = plain(grid.width, grid.height)?;
    let pixels = pixels(&shown.reading.keys, grid, shaded, palette);
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

/// The lines between blocks for which there is room.
enum Lines {
    None,
    Rows(Vec<u32>),
    Columns(Vec<u32>),
}

struct Painter {
    context: CanvasRenderingContext2d,
    grid: Grid,
    /// Pixels of a cell.
    cell: (f64, f64),
    /// Pixels of all cells.
    size: (f64, f64),
    /// Pixels of the screen for each of the document.
    ratio: f64,
}

impl Painter {
    /// An empty canvas whose origin is the corner of the first cell.
    fn begin(&self, margin: f64) -> Result<(), JsValue> {
        self.context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)?;
        let (width, height) = (self.size.0 + margin, self.size.1 + margin);
        self.context.clear_rect(0.0, 0.0, width, height);
        self.context.translate(margin, margin)
    }

    fn seams(&self, shown: &Shown) -> Lines {
        let Some(block) = shown.block() else {
            return Lines::None;
        };
        let seams = self.grid.seams(block);
        let room = ROOM_FOR_LINES * self.ratio;
        let roomy = |places: &[u32], cell: f64| {
            let first = places.first();
            first.is_none_or(|first| f64::from(*first) * cell >= room)
        };
        match seams.columns.is_empty() {
            true if roomy(&seams.rows, self.cell.1) => Lines::Rows(seams.rows),
            false if roomy(&seams.columns, self.cell.0) => Lines::Columns(seams.columns),
            _ => Lines::None,
        }
    }

    /// Lines between blocks, one pixel of the screen wide or a little more.
    fn lines(&self, lines: &Lines) {
        let thick = self.ratio.round().max(1.0);
        let (width, height) = self.size;
        self.context.set_fill_style_str("rgba(8, 9, 13, 0.9)");
        match lines {
            Lines::None => {}
            Lines::Rows(rows) => rows.iter().for_each(|&row| {
                let y = (f64::from(row) * self.cell.1).round();
                self.context.fill_rect(0.0, y, width, thick);
            }),
            Lines::Columns(columns) => columns.iter().for_each(|&column| {
                let x = (f64::from(column) * self.cell.0).round();
                self.context.fill_rect(x, 0.0, thick, height);
            }),
        }
    }

    /// Above or beside the cells, a bar for each block, its second half fainter.
    fn rulers(&self, block: u32, tint: &str) {
        let ruler = self.grid.ruler(block);
        let cell = match ruler.along_row {
            true => self.cell.0,
            false => self.cell.1,
        };
        let (far, thick) = (-(MARGIN * self.ratio).round(), RULER * self.ratio);
        self.context.set_fill_style_str(tint);
        for (index, [start, end]) in ruler.halves.into_iter().enumerate() {
            let (start, length) = (start * cell, (end - start) * cell);
            let second = index % 2 == 1;
            // A little room before the next block.
            let gap = self.ratio.round().min(length / 2.0);
            let length = if second { length - gap } else { length };
            self.context
                .set_global_alpha(if second { 0.45 } else { 1.0 });
            match ruler.along_row {
                true => self.context.fill_rect(start, far, length, thick),
                false => self.context.fill_rect(far, start, thick, length),
            }
        }
        self.context.set_global_alpha(1.0);
    }

    /// A cell and the one that it meets in the next exchange.
    fn pair(&self, shown: &Shown, index: u32) {
        let n = shown.reading.keys.len() as u32;
        let partner = match shown.is_sorted() {
            true => None,
            false => shown.reading.info.partner(index, n),
        };
        let ratio = self.ratio;
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
