//! The socket of a client. hyper reads and writes it, and a request that takes long watches it:
//! hyper does not notice that the client has gone while it keeps bytes that came after the request.

use std::io::{self, IoSlice};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// The socket of a client. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct ClientSocket(Arc<TcpStream>);

impl ClientSocket {
    pub(crate) fn new(stream: TcpStream) -> Self {
        Self(Arc::new(stream))
    }

    /// Waits until the client has closed the connection, or its half of it.
    #[cfg(target_os = "linux")]
    pub(crate) async fn gone(&self) {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        use std::time::Duration;

        const INTERVAL: Duration = Duration::from_millis(20);
        const AT_ONCE: Timespec = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        loop {
            tokio::time::sleep(INTERVAL).await;
            let mut events = [PollFd::new(&*self.0, PollFlags::RDHUP)];
            let _ = poll(&mut events, Some(&AT_ONCE));
            // A connection that was reset is reported without being asked for.
            if !events[0].revents().is_empty() {
                return;
            }
        }
    }

    /// Waits for ever: other systems do not tell.
    #[cfg(not(target_os = "linux"))]
    pub(crate) async fn gone(&self) {
        std::future::pending().await
    }

    /// Ends the server's half of the connection, and reads until the client has ended its half. If
    /// there were unread bytes, closing the connection would discard what was sent last.
    pub(crate) async fn discard(mut self) {
        let _ = SockRef::from(&*self.0).shutdown(Shutdown::Write);
        let mut bytes = [0; 1 << 10];
        while self.read(&mut bytes).await.is_ok_and(|read| read > 0) {}
    }

    /// Writes with a function as soon as there is room.
    fn poll_write_with(
        &self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(context))?;
            match write(&self.0) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }
}

impl AsyncRead for ClientSocket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(context))?;
            match self.0.try_read_buf(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(|_| ())),
            }
        }
    }
}

impl AsyncWrite for ClientSocket {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_with(context, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_with(context, |stream| stream.try_write_vectored(slices))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // A socket sends what it gets.
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(SockRef::from(&*self.0).shutdown(Shutdown::Write))
    }
}
