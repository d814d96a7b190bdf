//! Draws the lobby of a room: who is there, what will be played, and the messages. A pure function
//! from a [`LobbyView`] to characters.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::canvas::{Canvas, split_bottom, split_top, width_of, wrapped};
use super::palette::{Look, Palette};

/// The content of the lobby.
#[derive(Clone, Debug, Default)]
pub(super) struct LobbyView {
    /// The game.
    pub(super) title: String,
    /// The code of the room.
    pub(super) code: String,
    /// The rules.
    pub(super) settings: String,
    /// The names of the players, and what is known about them.
    pub(super) members: Vec<(String, String)>,
    /// What the room is doing.
    pub(super) status: String,
    /// The messages, the oldest first.
    pub(super) chat: Vec<String>,
    /// The text that is being typed.
    pub(super) typed: String,
    /// Whether text can be typed.
    pub(super) has_entry: bool,
    pub(super) notice: Option<(Look, String)>,
    /// The keys that can be pressed, and their effects.
    pub(super) keys: Vec<(&'static str, &'static str)>,
}

/// Draws the lobby.
pub(super) fn draw(view: &LobbyView, palette: Palette, buffer: &mut Buffer) {
    let area = buffer.area;
    let mut canvas = Canvas { buffer, palette };
    let (strong, faint) = (palette.text(Look::Strong), palette.text(Look::Faint));
    let (head, rest) = split_top(area, 1);
    let code = format!("room {} ", view.code);
    let room = area.width.saturating_sub(width_of(&code) + 2);
    canvas.text(head.x + 1, head.y, room, &view.title, strong);
    canvas.right_text(head, &code, strong);
    let (rest, keys) = split_bottom(rest, 1);
    canvas.keys(&view.keys, keys);
    let mut inner = Rect {
        x: rest.x + 1,
        width: rest.width.saturating_sub(2),
        ..rest
    };
    let width = inner.width;
    let lines = |canvas: &mut Canvas<'_>, text: &str, look: Look, inner: &mut Rect| {
        let style = palette.text(look);
        for line in wrapped(text, width) {
            let (at, below) = split_top(*inner, 1);
            if at.height > 0 {
                canvas.text(at.x, at.y, width, &line, style);
            }
            *inner = below;
        }
    };
    lines(&mut canvas, &view.settings, Look::Faint, &mut inner);
    inner = split_top(inner, u16::from(inner.height > 12)).1;
    // The last lines are for the state of the room, the typed text and a notice.
    let foot = 1 + u16::from(view.has_entry) + u16::from(view.notice.is_some());
    let (list, mut foot) = split_bottom(inner, foot.min(inner.height));
    let most = usize::from(list.height) * 2 / 3;
    let shown = match view.members.len() > most {
        true => most.saturating_sub(1),
        false => view.members.len(),
    };
    let names = view.members.iter().map(|(name, _)| width_of(name));
    let column = names.max().unwrap_or(0).min(width / 2);
    let mut rest = list;
    for (name, state) in &view.members[..shown] {
        let (line, below) = split_top(rest, 1);
        canvas.text(line.x, line.y, column, name, strong);
        let x = line.x + column + 2;
        let room = line.right().saturating_sub(x);
        canvas.text(x, line.y, room, state, faint);
        rest = below;
    }
    if shown < view.members.len() && rest.height > 0 {
        let text = format!("+ {} more", view.members.len() - shown);
        canvas.text(rest.x, rest.y, width, &text, faint);
        rest = split_top(rest, 1).1;
    }
    let rest = split_top(rest, 1).1;
    let chat: Vec<String> = view.chat.iter().flat_map(|it| wrapped(it, width)).collect();
    let hidden = chat.len().saturating_sub(rest.height.into());
    for (line, y) in chat[hidden..].iter().zip(rest.y..) {
        canvas.text(rest.x, y, width, line, palette.text(Look::Text));
    }
    if foot.height > 0 {
        canvas.text(foot.x, foot.y, width, &view.status, strong);
        foot = split_top(foot, 1).1;
    }
    if view.has_entry && foot.height > 0 {
        // The end of a long text is shown.
        let letters: Vec<char> = view.typed.chars().collect();
        let hidden = letters
            .len()
            .saturating_sub(usize::from(width).saturating_sub(3));
        let typed: String = letters[hidden..].iter().collect();
        canvas.text(foot.x, foot.y, width, &format!("› {typed}▏"), strong);
        foot = split_top(foot, 1).1;
    }
    if let Some((look, notice)) = &view.notice
        && foot.height > 0
    {
        canvas.text(foot.x, foot.y, width, notice, palette.text(*look));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> LobbyView {
        let member = |name: &str, state: &str| (name.to_owned(), state.to_owned());
        LobbyView {
            title: "Boggle (New)".to_owned(),
            code: "BDFGHJKL".to_owned(),
            settings: "3 rounds, 3:00 each, shared words score nothing".to_owned(),
            members: vec![
                member("Ann (you)", "owner, ready"),
                member("Bob", "not ready"),
            ],
            status: "1 of 2 players ready".to_owned(),
            chat: vec!["Bob: hello".to_owned()],
            typed: "hi".to_owned(),
            has_entry: true,
            notice: Some((Look::Bad, "it is not your turn to deal".to_owned())),
            keys: vec![("Enter", "send"), ("Esc", "leave")],
        }
    }

    fn lines(view: &LobbyView, width: u16, height: u16) -> Vec<String> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        draw(view, Palette { has_colours: false }, &mut buffer);
        let lines = buffer.content.chunks(width.into());
        let line = |cells: &[ratatui::buffer::Cell]| -> String {
            cells.iter().map(|cell| cell.symbol()).collect()
        };
        lines
            .map(|cells| line(cells).trim_end().to_owned())
            .collect()
    }

    #[test]
    fn the_lobby_shows_players_messages_and_keys() {
        assert_eq!(
            lines(&view(), 60, 12),
            [
                " Boggle (New)                                 room BDFGHJKL",
                " 3 rounds, 3:00 each, shared words score nothing",
                " Ann (you)  owner, ready",
                " Bob        not ready",
                "",
                " Bob: hello",
                "",
                "",
                " 1 of 2 players ready",
                " › hi▏",
                " it is not your turn to deal",
                " Enter send  Esc leave",
            ]
        );
    }

    #[test]
    fn a_lobby_of_any_size_can_be_drawn() {
        let full = LobbyView {
            members: vec![("Ann".repeat(20), "ready".repeat(20)); 50],
            chat: vec!["hello ".repeat(30); 100],
            typed: "hi".repeat(150),
            ..view()
        };
        for view in [view(), full, LobbyView::default()] {
            for (width, height) in (1..70).flat_map(|width| (1..30).map(move |it| (width, it))) {
                lines(&view, width, height);
            }
        }
    }
}
