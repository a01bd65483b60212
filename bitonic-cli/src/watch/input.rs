//! Which key of the keyboard means what.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::model::Pressed;

/// Lines that a page of text is scrolled by.
const PAGE: i16 = 10;

/// What a key means; nothing for most, and for keys that are let go.
pub(super) fn pressed(key: KeyEvent) -> Option<Pressed> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Pressed::Quit);
    }
    match key.code {
        KeyCode::Char(' ') => Some(Pressed::PlayOrPause),
        KeyCode::Right => Some(Pressed::Step),
        KeyCode::Char('r' | 'R') => Some(Pressed::Shuffle),
        // The key of `+` without Shift.
        KeyCode::Char('+' | '=') => Some(Pressed::Faster),
        KeyCode::Char('-' | '_') => Some(Pressed::Slower),
        KeyCode::Char('w' | 'W') => Some(Pressed::Panel),
        KeyCode::Down => Some(Pressed::Scroll(1)),
        KeyCode::Up => Some(Pressed::Scroll(-1)),
        KeyCode::PageDown => Some(Pressed::Scroll(PAGE)),
        KeyCode::PageUp => Some(Pressed::Scroll(-PAGE)),
        KeyCode::Char('?') => Some(Pressed::Help),
        KeyCode::Esc => Some(Pressed::Escape),
        KeyCode::Char('q' | 'Q') => Some(Pressed::Quit),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: KeyCode, modifiers: KeyModifiers) -> Option<Pressed> {
        pressed(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn keys_mean_what_the_help_says() {
        let rows = [
            (KeyCode::Char(' '), Pressed::PlayOrPause),
            (KeyCode::Right, Pressed::Step),
            (KeyCode::Char('r'), Pressed::Shuffle),
            (KeyCode::Char('+'), Pressed::Faster),
            (KeyCode::Char('-'), Pressed::Slower),
            (KeyCode::Char('w'), Pressed::Panel),
            (KeyCode::Char('?'), Pressed::Help),
            (KeyCode::Esc, Pressed::Escape),
            (KeyCode::Char('q'), Pressed::Quit),
        ];
        for (code, expected) in rows {
            assert_eq!(of(code, KeyModifiers::NONE), Some(expected), "{code:?}");
        }
        assert_eq!(
            of(KeyCode::Char('?'), KeyModifiers::SHIFT),
            Some(Pressed::Help)
        );
    }

    #[test]
    fn control_is_for_quitting_alone() {
        let control = |c| of(KeyCode::Char(c), KeyModifiers::CONTROL);
        assert_eq!(control('c'), Some(Pressed::Quit));
        assert_eq!(control('r'), None);
        assert_eq!(control('w'), None);
        assert_eq!(of(KeyCode::Char('c'), KeyModifiers::NONE), None);
    }

    #[test]
    fn a_key_let_go_is_not_pressed_again() {
        let mut key = KeyEvent::new(KeyCode::Right, KeyModifiers::NONE);
        key.kind = KeyEventKind::Release;
        assert_eq!(pressed(key), None);
        key.kind = KeyEventKind::Repeat;
        assert_eq!(pressed(key), Some(Pressed::Step));
    }
}
