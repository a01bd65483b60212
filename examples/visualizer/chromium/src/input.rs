//! A person's hand on a page: the mouse and the keyboard.

use serde_json::json;

use crate::error::Error;
use crate::tab::Tab;

impl Tab {
    /// Clicks in the middle of the element that `selector` finds, having brought it into view.
    ///
    /// # Errors
    ///
    /// There is none, it has no size, or something else lies over it.
    pub fn click(&self, selector: &str) -> Result<(), Error> {
        let quoted = json!(selector);
        let found: Option<[f64; 2]> = self.evaluate(&format!(
            "(() => {{
                const found = document.querySelector({quoted});
                if (!found) return null;
                found.scrollIntoView({{ block: 'nearest', behavior: 'instant' }});
                const box = found.getBoundingClientRect();
                const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
                const hit = document.elementFromPoint(x, y);
                const label = hit && hit.closest('label');
                const hits = hit && (found.contains(hit) || hit.contains(found) ||
                    (label && label.control === found));
                return box.width > 0 && box.height > 0 && hits ? [x, y] : null;
            }})()"
        ))?;
        let [x, y] = found
            .ok_or_else(|| Error::new(format!("nothing to click on is found by `{selector}`")))?;
        for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            self.call(
                "Input.dispatchMouseEvent",
                json!({
                    "type": kind, "x": x, "y": y, "button": button, "buttons": buttons,
                    "clickCount": u8::from(kind != "mouseMoved"),
                }),
            )?;
        }
        Ok(())
    }

    /// Presses and releases a key: a character, or a name as `KeyboardEvent.key` has it
    /// (`Enter`, `Tab`, `ArrowRight` ..).
    ///
    /// # Errors
    ///
    /// It is no such name, or the browser has ended.
    pub fn press(&self, key: &str) -> Result<(), Error> {
        let Some((code, number, text)) = key_of(key) else {
            return Err(Error::new(format!("`{key}` is no key")));
        };
        let down = if text.is_empty() {
            "rawKeyDown"
        } else {
            "keyDown"
        };
        for kind in [down, "keyUp"] {
            let text = if kind == "keyDown" { text.as_str() } else { "" };
            self.call(
                "Input.dispatchKeyEvent",
                json!({
                    "type": kind, "key": key, "code": code, "text": text,
                    "windowsVirtualKeyCode": number,
                }),
            )?;
        }
        Ok(())
    }

    /// Gives an input or a list this value, as a person does: the page hears of it.
    ///
    /// # Errors
    ///
    /// There is no such element, or it does not take the value.
    pub fn set(&self, selector: &str, value: &str) -> Result<(), Error> {
        let (quoted, wanted) = (json!(selector), json!(value));
        let taken: bool = self.evaluate(&format!(
            "(() => {{
                const found = document.querySelector({quoted});
                if (!found) return false;
                found.value = {wanted};
                if (found.value !== {wanted}) return false;
                for (const event of ['input', 'change'])
                    found.dispatchEvent(new Event(event, {{ bubbles: true }}));
                return true;
            }})()"
        ))?;
        match taken {
            true => Ok(()),
            false => Err(Error::new(format!("`{selector}` does not take `{value}`"))),
        }
    }
}

/// The physical key, its number, and the text that it writes.
fn key_of(key: &str) -> Option<(String, u32, String)> {
    let named = |number, text: &str| Some((key.to_owned(), number, text.to_owned()));
    match key {
        "Enter" => named(13, "\r"),
        "Tab" => named(9, ""),
        "Escape" => named(27, ""),
        "Home" => named(36, ""),
        "End" => named(35, ""),
        "ArrowLeft" => named(37, ""),
        "ArrowUp" => named(38, ""),
        "ArrowRight" => named(39, ""),
        "ArrowDown" => named(40, ""),
        " " => Some(("Space".to_owned(), 32, " ".to_owned())),
        _ => of_character(key),
    }
}

fn of_character(key: &str) -> Option<(String, u32, String)> {
    let mut characters = key.chars();
    let (Some(character), None) = (characters.next(), characters.next()) else {
        return None;
    };
    let upper = character.to_ascii_uppercase();
    let code = match upper {
        'A'..='Z' => format!("Key{upper}"),
        '0'..='9' => format!("Digit{upper}"),
        _ => String::new(),
    };
    Some((code, u32::from(upper), key.to_owned()))
}
