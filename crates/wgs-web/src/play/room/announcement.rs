//! Announcements of a room's events to screen readers: members who come and go, the countdown and
//! the result, but not the words of other players.

use wgs_play::room::{LeaveReason, MemberId, RoomEvent, RoomView};

use super::room_text;
use super::state::member;
use crate::text::{tr, tr_with};

/// The announcement of an event, if it has one; `now` is the server's time.
pub fn announcement(view: &RoomView, event: &RoomEvent, now: u64) -> Option<String> {
    let name = |id: &MemberId| member(view, *id).map(|member| member.name.clone());
    Some(match event {
        RoomEvent::Member { member: new } => match member(view, new.member) {
            None => tr_with("room.joined", &[("name", &new.name)]),
            Some(old) if old.is_connected && !new.is_connected => {
                tr_with("room.disconnected-name", &[("name", &new.name)])
            }
            Some(old) if !old.is_ready && new.is_ready && new.member != view.member => {
                tr_with("room.ready-name", &[("name", &new.name)])
            }
            Some(_) => return None,
        },
        RoomEvent::Left { member, reason } => {
            let key = match reason {
                LeaveReason::Removed => "room.removed-name",
                LeaveReason::Left | LeaveReason::Gone => "room.left-name",
            };
            tr_with(key, &[("name", &name(member)?)])
        }
        RoomEvent::Owner { member } if *member == Some(view.member) => tr("room.you-are-owner"),
        RoomEvent::Countdown { number, starts_at } => {
            let left = starts_at.saturating_sub(now);
            let seconds = left.div_ceil(1000).to_string();
            let number = number.to_string();
            let values = [("number", number.as_str()), ("seconds", &seconds)];
            tr_with("room.countdown-announced", &values)
        }
        RoomEvent::Started { .. } => tr("play.started"),
        RoomEvent::Ended { report, .. } => room_text::winner(report),
        _ => return None,
    })
}
