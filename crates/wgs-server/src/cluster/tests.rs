//! Leases and owners on a real NATS server.

use std::time::Duration;

use wgs_play::room::RoomCode;
use wgs_test_requirement::requires;

use super::membership::LEASE;
use super::{Claim, Cluster, PeerMessage, ServerId};

#[path = "../../tests/api/nats_server.rs"]
mod nats_server;

use nats_server::NatsServer;

fn room() -> RoomCode {
    "BDFGHJKL".parse().unwrap()
}

/// Returns the revision of a server's claim to the room, if the room is its own.
async fn ours(cluster: &Cluster) -> Option<u64> {
    match cluster.claim(room()).await.unwrap() {
        Claim::Ours(revision) => Some(revision),
        Claim::Theirs(_) => None,
    }
}

#[requires(nats)]
#[tokio::test]
async fn a_room_has_one_owner_until_the_owner_gives_it_up_or_its_lease_ends() {
    let nats = NatsServer::start();
    let join = async || {
        let id = ServerId::random();
        let (cluster, messages) = Cluster::join(&nats.url(), id).await.unwrap();
        (cluster, messages)
    };
    let (first, _messages) = join().await;
    let (second, mut messages) = join().await;
    let claimed = ours(&first).await.unwrap();
    assert_eq!(ours(&first).await, Some(claimed));
    let theirs = Claim::Theirs(first.id().clone());
    assert_eq!(second.claim(room()).await.unwrap(), theirs);
    // Only the owner can give it up.
    second.release(room()).await.unwrap();
    assert_eq!(second.claim(room()).await.unwrap(), theirs);
    first.release(room()).await.unwrap();
    let later = ours(&second).await.unwrap();
    assert!(later > claimed, "each owner has a larger epoch");
    second.release(room()).await.unwrap();
    let latest = ours(&first).await.unwrap();
    assert!(latest > later);

    let message = PeerMessage::ToClient {
        connection: 7,
        text: "{}".to_owned(),
        is_complete: true,
    };
    first.send(second.id(), message.clone()).await.unwrap();
    assert_eq!(
        messages.recv().await.unwrap(),
        (first.id().clone(), message)
    );

    // Nobody renews the lease of a server that is gone.
    let dead = first.id().clone();
    drop((first, _messages));
    let start = std::time::Instant::now();
    while ours(&second).await.is_none() {
        assert!(start.elapsed() < LEASE * 5, "the lease never ends");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(!second.is_alive(&dead).await.unwrap());
    assert!(ours(&second).await.unwrap() > latest);
}

#[requires(nats)]
#[tokio::test]
async fn of_several_servers_that_take_a_room_over_only_one_succeeds() {
    let nats = NatsServer::start();
    let mut servers = Vec::new();
    for _ in 0..5 {
        servers.push(
            Cluster::join(&nats.url(), ServerId::random())
                .await
                .unwrap(),
        );
    }
    let claims = servers.iter().map(|(cluster, _)| cluster.claim(room()));
    let claims = futures_util::future::join_all(claims).await;
    let ours = claims
        .iter()
        .filter(|claim| matches!(claim, Ok(Claim::Ours(_))));
    assert_eq!(ours.count(), 1, "{claims:?}");
}

#[requires(nats)]
#[tokio::test]
async fn a_server_that_cannot_reach_nats_loses_its_lease() {
    let mut nats = NatsServer::start();
    let (cluster, _messages) = Cluster::join(&nats.url(), ServerId::random())
        .await
        .unwrap();
    let mut lease = cluster.lease();
    assert!(lease.is_held());
    nats.stop();
    let lost = tokio::time::timeout(LEASE * 5, lease.ended()).await;
    lost.expect("the lease is lost in time");
    assert!(!lease.is_held() && !cluster.lease().is_held());
}

#[requires(nats)]
#[tokio::test]
async fn a_lease_that_has_ended_at_nats_is_not_renewed_although_no_time_has_passed_here() {
    let nats = NatsServer::start();
    let (cluster, _messages) = Cluster::join(&nats.url(), ServerId::random())
        .await
        .unwrap();
    let mut lease = cluster.lease();
    // As if the machine, and its clock with it, had stood still until NATS deleted the lease.
    cluster.forget_lease().await;
    let lost = tokio::time::timeout(LEASE * 5, lease.ended()).await;
    lost.expect("the next renewal finds no lease");
    assert!(!lease.is_held());
    let start = std::time::Instant::now();
    while !cluster.lease().is_held() {
        assert!(start.elapsed() < LEASE * 5, "there is no other lease");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!lease.is_held(), "a lease that has ended never lasts again");
}

#[tokio::test]
async fn an_address_without_nats_is_named() {
    let joined = Cluster::join("nats://ann:secret@127.0.0.1:1", ServerId::random()).await;
    let error = joined.err().unwrap().to_string();
    assert!(
        error.starts_with("cannot connect to NATS at nats://ann@127.0.0.1:1: "),
        "{error}"
    );
}
