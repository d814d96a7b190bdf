//! The members of a room: joining, connections, leaving, and the owner.

use super::Room;
use super::event::{LeaveReason, RoomEvent};
use super::input::Entrance;
use super::member::{
    MAX_NAME, Member, MemberId, MemberView, RemovedPerson, clean_name, shortened_name,
};
use super::output::{RoomAnswer, RoomError, RoomOutput};

/// The time after which a member without a connection leaves the room, in milliseconds: ten
/// minutes.
const MEMBER_GRACE: u64 = 10 * 60 * 1000;

/// The same for a member who has not played in the room yet: three minutes.
const NEWCOMER_GRACE: u64 = 3 * 60 * 1000;

/// The time after which an owner without a connection is replaced, and a round starts without a
/// player who was not ready, in milliseconds.
const OWNER_GRACE: u64 = 30 * 1000;

/// The largest number of people who watch.
const MAX_SPECTATORS: u32 = 50;

impl Room {
    pub(super) fn join(
        &mut self,
        entrance: Entrance,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(RoomAnswer, bool), RoomError> {
        if let Some(player) = &entrance.player {
            if self.state.removed.iter().any(|it| it.player == *player) {
                return Err(RoomError::Removed);
            }
            // A player who lost the token comes back to the same place.
            let same = self.state.members.iter_mut().find(|member| {
                member.view.player.as_ref() == Some(player) && !member.view.is_connected
            });
            if let Some(same) = same {
                same.token_hash = entrance.token_hash;
                let member = same.view.member;
                return Ok((RoomAnswer::Joined { member }, true));
            }
        }
        let name = self.free_name(&entrance.name, None)?;
        self.check_space(entrance.is_spectator)?;
        // One person in two windows is not two players of the same identity.
        let is_here = |member: &Member| member.view.player == entrance.player;
        let is_twice = self.state.members.iter().any(is_here);
        let member = MemberId(self.state.next_member);
        self.state.next_member += 1;
        let view = MemberView {
            member,
            name,
            player: entrance.player.filter(|_| !is_twice),
            is_spectator: entrance.is_spectator,
            is_ready: false,
            is_connected: false,
            total: 0,
            wins: 0,
        };
        self.state.members.push(Member {
            view: view.clone(),
            token_hash: entrance.token_hash,
            disconnected_at: Some(self.state.at),
            has_played: false,
        });
        self.tell(out, RoomEvent::Member { member: view });
        if self.state.owner.is_none() {
            self.set_owner(Some(member), out);
        }
        Ok((RoomAnswer::Joined { member }, true))
    }

    /// Checks that one more person can play or watch.
    pub(super) fn check_space(&self, is_spectator: bool) -> Result<(), RoomError> {
        let members = self.state.members.iter();
        let same = members.filter(|member| member.view.is_spectator == is_spectator);
        let found = same.count() as u32;
        let most = match is_spectator {
            true => MAX_SPECTATORS,
            false => self.state.settings.max_players,
        };
        match (found < most, is_spectator) {
            (true, _) => Ok(()),
            (false, true) => Err(RoomError::TooManySpectators { most }),
            (false, false) => Err(RoomError::Full { most }),
        }
    }

    /// Returns a name that no other member has: the wanted one, or that with a number.
    pub(super) fn free_name(
        &self,
        wanted: &str,
        owner: Option<MemberId>,
    ) -> Result<String, RoomError> {
        let wanted = clean_name(wanted);
        if wanted.is_empty() {
            return Err(RoomError::NoName);
        }
        let is_taken = |name: &str| {
            let name = name.to_lowercase();
            let mut others = self.state.members.iter();
            others.any(|member| {
                Some(member.view.member) != owner && member.view.name.to_lowercase() == name
            })
        };
        Ok(numbered_name(&wanted, is_taken))
    }

    pub(super) fn set_connected(
        &mut self,
        member: MemberId,
        is_connected: bool,
        out: &mut Vec<RoomOutput>,
    ) -> bool {
        let at = self.state.at;
        let Some(found) = self.member_mut(member) else {
            return false;
        };
        if found.view.is_connected == is_connected {
            return false;
        }
        found.view.is_connected = is_connected;
        found.disconnected_at = (!is_connected).then_some(at);
        self.tell_member(member, out);
        self.check_ready(out);
        true
    }

    /// Marks all members as disconnected, on a host that has just loaded the room.
    pub(super) fn load(&mut self, out: &mut Vec<RoomOutput>) -> bool {
        let members: Vec<MemberId> = self.member_ids().collect();
        for member in members {
            let at = self.state.at;
            if let Some(found) = self.member_mut(member).filter(|it| it.view.is_connected) {
                found.view.is_connected = false;
                found.disconnected_at = Some(at);
                self.tell_member(member, out);
            }
        }
        self.deal_again(out);
        true
    }

    /// Takes a member out of the room.
    pub(super) fn remove_member(
        &mut self,
        member: MemberId,
        reason: LeaveReason,
        out: &mut Vec<RoomOutput>,
    ) {
        let index = self
            .state
            .members
            .iter()
            .position(|it| it.view.member == member);
        let Some(index) = index else {
            return;
        };
        let former = self.state.members.remove(index);
        if reason == LeaveReason::Removed {
            RemovedPerson::remember(&mut self.state.removed, &former.view);
        }
        self.tell(out, RoomEvent::Left { member, reason });
        out.push(RoomOutput::Close { member, reason });
        if self.state.owner == Some(member) {
            let next = self.next_owner();
            self.set_owner(next, out);
        }
        self.finish_seat(member, out);
        self.replace_dealer(member, out);
        self.check_ready(out);
    }

    /// Lets a removed person come back.
    pub(super) fn readmit(
        &mut self,
        player: String,
        out: &mut Vec<RoomOutput>,
    ) -> Result<(), RoomError> {
        let before = self.state.removed.len();
        self.state.removed.retain(|it| it.player != player);
        if self.state.removed.len() == before {
            return Err(RoomError::NotRemoved);
        }
        self.tell(out, RoomEvent::Readmitted { player });
        Ok(())
    }

    pub(super) fn set_owner(&mut self, owner: Option<MemberId>, out: &mut Vec<RoomOutput>) {
        self.state.owner = owner;
        self.tell(out, RoomEvent::Owner { member: owner });
    }

    /// The member who becomes the owner: someone with a connection if possible, then someone who
    /// plays, then who has been here longest.
    fn next_owner(&self) -> Option<MemberId> {
        let members = self.state.members.iter().map(|member| &member.view);
        let best = members.min_by_key(|it| (!it.is_connected, it.is_spectator, it.member));
        best.map(|member| member.member)
    }

    /// The owner without a connection, since when, and who would be the next.
    fn absent_owner(&self) -> Option<(u64, MemberId)> {
        let owner = self.member(self.state.owner?)?;
        let since = owner.disconnected_at?;
        let next = self.next_owner()?;
        let is_connected = self.member(next)?.view.is_connected;
        is_connected.then_some((since.saturating_add(OWNER_GRACE), next))
    }

    /// The members without a connection who do not play in the running round, and when they leave.
    fn absent_members(&self) -> impl Iterator<Item = (u64, MemberId)> {
        self.state.members.iter().filter_map(|member| {
            let since = member.disconnected_at?;
            let grace = match member.has_played || self.state.owner == Some(member.view.member) {
                true => MEMBER_GRACE,
                false => NEWCOMER_GRACE,
            };
            let member = member.view.member;
            let is_playing = self.seat_of(member).is_some();
            (!is_playing).then_some((since.saturating_add(grace), member))
        })
    }

    /// Whether a round waits for a member: a player who has a connection, or had one a moment
    /// ago.
    pub(super) fn is_awaited(&self, member: &Member) -> bool {
        let until = member
            .disconnected_at
            .map(|since| since.saturating_add(OWNER_GRACE));
        let is_here = until.is_none_or(|until| self.state.at < until);
        is_here && !member.view.is_spectator
    }

    pub(super) fn next_attendance_time(&self) -> Option<u64> {
        let owner = self.absent_owner().map(|(time, _)| time);
        let members = self.absent_members().map(|(time, _)| time);
        let awaited = self.state.members.iter().filter(|it| self.is_awaited(it));
        let awaited = awaited.filter_map(|member| member.disconnected_at);
        let awaited = awaited.map(|since| since.saturating_add(OWNER_GRACE));
        members.chain(owner).chain(awaited).min()
    }

    pub(super) fn advance_attendance(&mut self, out: &mut Vec<RoomOutput>) {
        let at = self.state.at;
        if let Some((_, next)) = self.absent_owner().filter(|(time, _)| *time <= at) {
            self.set_owner(Some(next), out);
        }
        let gone = self.absent_members().filter(|(time, _)| *time <= at);
        let gone: Vec<MemberId> = gone.map(|(_, member)| member).collect();
        for member in gone {
            self.remove_member(member, LeaveReason::Gone, out);
        }
        self.check_ready(out);
    }

    pub(super) fn member_mut(&mut self, member: MemberId) -> Option<&mut Member> {
        let mut members = self.state.members.iter_mut();
        members.find(|it| it.view.member == member)
    }

    pub(super) fn member_ids(&self) -> impl Iterator<Item = MemberId> {
        self.state.members.iter().map(|member| member.view.member)
    }

    /// Tells everyone what a member is like now.
    pub(super) fn tell_member(&mut self, member: MemberId, out: &mut Vec<RoomOutput>) {
        if let Some(found) = self.member(member) {
            let member = found.view.clone();
            self.tell(out, RoomEvent::Member { member });
        }
    }
}

/// Returns a name that is not taken: the wanted one, or with a number.
pub(super) fn numbered_name(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| {
        let number = format!(" {number}");
        shortened_name(wanted, MAX_NAME - number.len()).to_owned() + &number
    });
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    let free = names.find(|name| !is_taken(name));
    free.unwrap_or_default()
}
