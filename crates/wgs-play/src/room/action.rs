//! The actions of members, and who may perform them.

use super::event::{LeaveReason, RoomEvent};
use super::input::RoomAction;
use super::member::{Member, MemberId};
use super::output::{RoomAnswer, RoomError, RoomOutput};
use super::settings::RoomSettings;
use super::view::ChatLine;
use super::{CHAT_LINES, Room};

/// The longest message, in characters.
const MAX_CHAT: u32 = 300;

impl Room {
    /// Performs an action. Returns the answer, and whether the action changed the room.
    pub(super) fn act(
        &mut self,
        member: MemberId,
        action: RoomAction,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(RoomAnswer, bool), RoomError> {
        let actor = self.member(member).ok_or(RoomError::NotAMember)?.clone();
        match action {
            RoomAction::Guess(text) => return self.guess(member, text, out),
            RoomAction::GuessPath(path) => return self.guess_path(member, path, out),
            RoomAction::Finish => self.finish(member, out)?,
            RoomAction::Ready(is_ready) => self.set_ready(&actor, is_ready, out)?,
            RoomAction::Watch(is_spectator) => self.set_spectator(&actor, is_spectator, out)?,
            RoomAction::Rename(name) => self.rename(&actor, &name, out)?,
            RoomAction::Chat(text) => self.chat(&actor, &text, out)?,
            RoomAction::Deal(letters) => self.deal_letters(member, letters, out)?,
            RoomAction::Start => {
                self.check_owner(member)?;
                self.start(out)?;
            }
            RoomAction::EndRound => {
                self.check_owner(member)?;
                self.end_round(out)?;
            }
            RoomAction::Settings(settings) => {
                self.check_owner(member)?;
                self.change_settings(settings, out)?;
            }
            RoomAction::Remove(other) => {
                self.check_owner(member)?;
                self.check_other(other)?;
                self.remove_member(other, LeaveReason::Removed, out);
            }
            RoomAction::Readmit(player) => {
                self.check_owner(member)?;
                self.readmit(player, out)?;
            }
            RoomAction::HandOver(other) => {
                self.check_owner(member)?;
                self.check_other(other)?;
                self.set_owner(Some(other), out);
            }
            RoomAction::Leave => self.remove_member(member, LeaveReason::Left, out),
        }
        Ok((RoomAnswer::Done, false))
    }

    fn check_owner(&self, member: MemberId) -> Result<(), RoomError> {
        match self.state.owner == Some(member) {
            true => Ok(()),
            false => Err(RoomError::NotOwner),
        }
    }

    /// Checks that there is such a member besides the owner.
    fn check_other(&self, member: MemberId) -> Result<(), RoomError> {
        let is_other = self.state.owner != Some(member) && self.member(member).is_some();
        match is_other {
            true => Ok(()),
            false => Err(RoomError::NoSuchMember { member }),
        }
    }

    pub(super) fn check_waiting(&self) -> Result<(), RoomError> {
        match self.is_busy() {
            false => Ok(()),
            true => Err(RoomError::RoundRunning),
        }
    }

    fn set_ready(
        &mut self,
        actor: &Member,
        is_ready: bool,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(), RoomError> {
        self.check_waiting()?;
        if actor.view.is_spectator {
            return Err(RoomError::Spectator);
        }
        if actor.view.is_ready != is_ready {
            let member = actor.view.member;
            if let Some(found) = self.member_mut(member) {
                found.view.is_ready = is_ready;
            }
            self.tell_member(member, out);
            self.check_ready(out);
        }
        Ok(())
    }

    fn set_spectator(
        &mut self,
        actor: &Member,
        is_spectator: bool,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(), RoomError> {
        if actor.view.is_spectator == is_spectator {
            return Ok(());
        }
        self.check_space(is_spectator)?;
        let member = actor.view.member;
        if let Some(found) = self.member_mut(member) {
            found.view.is_spectator = is_spectator;
            found.view.is_ready = false;
        }
        self.tell_member(member, out);
        self.check_ready(out);
        Ok(())
    }

    fn rename(
        &mut self,
        actor: &Member,
        name: &str,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(), RoomError> {
        let member = actor.view.member;
        let name = self.free_name(name, Some(member))?;
        if actor.view.name != name {
            if let Some(found) = self.member_mut(member) {
                found.view.name = name;
            }
            self.tell_member(member, out);
        }
        Ok(())
    }

    fn chat(
        &mut self,
        actor: &Member,
        text: &str,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(), RoomError> {
        if !self.state.settings.has_chat {
            return Err(RoomError::NoChat);
        }
        let text: String = text.trim().chars().filter(|it| !it.is_control()).collect();
        let (found, most) = (text.chars().count(), MAX_CHAT);
        let found = u32::try_from(found).unwrap_or(u32::MAX);
        if !(1..=most).contains(&found) {
            return Err(RoomError::ChatLength { found, most });
        }
        let line = ChatLine {
            member: actor.view.member,
            name: actor.view.name.clone(),
            text,
            at: self.state.at,
        };
        if self.state.chat.len() == CHAT_LINES {
            self.state.chat.remove(0);
        }
        self.state.chat.push(line.clone());
        self.tell(out, RoomEvent::Chat { line });
        Ok(())
    }

    /// Changes the settings. Everyone says again whether they are ready.
    fn change_settings(
        &mut self,
        settings: Box<RoomSettings>,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(), RoomError> {
        self.check_waiting()?;
        settings.check().map_err(RoomError::Settings)?;
        if self.state.settings == *settings {
            return Ok(());
        }
        self.state.settings = (*settings).clone();
        self.tell(out, RoomEvent::Settings { settings });
        self.clear_ready(out);
        Ok(())
    }

    /// Makes all players unready.
    pub(super) fn clear_ready(&mut self, out: &mut Vec<RoomOutput>) {
        let ready = self.state.members.iter().filter(|it| it.view.is_ready);
        let ready: Vec<MemberId> = ready.map(|member| member.view.member).collect();
        for member in ready {
            if let Some(found) = self.member_mut(member) {
                found.view.is_ready = false;
            }
            self.tell_member(member, out);
        }
    }
}
