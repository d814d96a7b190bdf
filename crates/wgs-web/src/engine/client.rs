//! The page's client for an engine in a web worker. Replies come in the order of the requests.
//!
//! A search is cancelled through memory that page and worker share: the worker reads there, every
//! few milliseconds, up to which number requests are cancelled. A browser allows such memory only
//! if the host sends certain headers over a secure connection. Without it, the worker is ended, and
//! a new one is given the configuration and the dictionaries of the old one.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::{Rc, Weak};

use js_sys::{Array, Atomics, Int32Array, Reflect, SharedArrayBuffer, Uint8Array};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker};

use super::request::{AnyRequest, LastingState, Request, RequestError, read, write};

/// Receives the bytes of a reply, or why the worker failed.
type OnReply = Box<dyn FnOnce(Result<&[u8], &str>)>;

/// A connection to one engine. Clones share it.
#[derive(Clone)]
pub struct EngineClient {
    connection: Rc<RefCell<Connection>>,
}

/// The callbacks of a worker, which must live as long as the worker.
struct WorkerCallbacks {
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

struct Connection {
    /// The module that the worker runs; [`None`] for that of the page.
    program: Option<&'static str>,
    worker: Worker,
    _callbacks: WorkerCallbacks,
    /// The number of requests that the worker was sent.
    posted: u32,
    /// The shared memory for the number up to which requests are cancelled.
    cancelled: Option<Int32Array>,
    /// The requests without a reply, oldest first.
    pending: VecDeque<PendingRequest>,
    /// The requests that a new worker has to receive first.
    lasting: BTreeMap<LastingState, Rc<[u8]>>,
}

/// A request without a reply.
struct PendingRequest {
    message: Rc<[u8]>,
    may_take_long: bool,
    on_reply: OnReply,
}

impl Drop for Connection {
    /// Browsers keep workers alive that nothing refers to.
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl EngineClient {
    /// Starts a worker.
    pub fn new() -> Self {
        Self::start(None)
    }

    /// Starts a worker that runs another module than the page, by its name.
    pub fn of_program(name: &'static str) -> Self {
        Self::start(Some(name))
    }

    fn start(program: Option<&'static str>) -> Self {
        let connection = Rc::new_cyclic(|connection| {
            let (worker, callbacks, cancelled) = start(program, connection.clone());
            RefCell::new(Connection {
                program,
                worker,
                _callbacks: callbacks,
                posted: 0,
                cancelled,
                pending: VecDeque::new(),
                lasting: BTreeMap::new(),
            })
        });
        Self { connection }
    }

    /// Sends a request. `on_reply` receives the reply later, unless the request is cancelled
    /// first.
    pub fn send<R: Request>(
        &self,
        request: R,
        on_reply: impl FnOnce(Result<R::Reply, RequestError>) + 'static,
    ) {
        let request: AnyRequest = request.into();
        let message: Rc<[u8]> = write(&request).into();
        let mut connection = self.connection.borrow_mut();
        if let Some(state) = request.lasting_state() {
            connection.lasting.insert(state, message.clone());
        }
        connection.post(PendingRequest {
            message,
            may_take_long: R::MAY_TAKE_LONG,
            on_reply: Box::new(move |reply| {
                on_reply(match reply {
                    Ok(message) => read(message),
                    Err(reason) => Err(RequestError::WorkerFailed(reason.to_owned())),
                });
            }),
        });
    }

    /// Cancels all requests that may take long: they get no reply. Returns whether the worker
    /// goes on; if not, a new one has to load the dictionaries before it replies.
    pub fn cancel(&self) -> bool {
        let mut connection = self.connection.borrow_mut();
        if let Some(cancelled) = connection.cancelled.clone()
            && Atomics::store(&cancelled, 0, connection.posted as i32).is_ok()
        {
            let pending = connection.pending.iter_mut();
            for pending in pending.filter(|pending| pending.may_take_long) {
                pending.on_reply = Box::new(|_| {});
            }
            return true;
        }
        let pending = std::mem::take(&mut connection.pending).into_iter();
        drop(connection);
        self.restart(pending.filter(|pending| !pending.may_take_long).collect());
        false
    }

    /// Starts another worker, with the lasting state of the old one and the requests given.
    fn restart(&self, requests: Vec<PendingRequest>) {
        let program = self.connection.borrow().program;
        let (worker, callbacks, cancelled) = start(program, Rc::downgrade(&self.connection));
        let mut connection = self.connection.borrow_mut();
        connection.worker.terminate();
        connection.worker = worker;
        connection._callbacks = callbacks;
        connection.posted = 0;
        connection.cancelled = cancelled;
        let is_requested = |message: &Rc<[u8]>| requests.iter().any(|it| it.message == *message);
        let lasting: Vec<Rc<[u8]>> = connection
            .lasting
            .values()
            .filter(|message| !is_requested(message))
            .cloned()
            .collect();
        for message in lasting {
            connection.post(PendingRequest {
                message,
                may_take_long: false,
                on_reply: Box::new(|_| {}),
            });
        }
        for request in requests {
            connection.post(request);
        }
    }

    /// Replies to all pending requests that the worker failed, and starts another worker if it runs the module of the
    /// page. The request that it failed at is not repeated.
    fn worker_failed(&self, reason: &str) {
        let pending = {
            let mut connection = self.connection.borrow_mut();
            let pending = std::mem::take(&mut connection.pending);
            if let Some(culprit) = pending.front() {
                connection
                    .lasting
                    .retain(|_, message| *message != culprit.message);
            }
            pending
        };
        // A module that is loaded on demand may be missing, and then it is missing again.
        if self.connection.borrow().program.is_none() {
            self.restart(Vec::new());
        }
        for request in pending {
            (request.on_reply)(Err(reason));
        }
    }
}

impl Default for EngineClient {
    fn default() -> Self {
        Self::new()
    }
}

impl Connection {
    /// Posts a request to the worker.
    fn post(&mut self, request: PendingRequest) {
        let bytes = Uint8Array::from(&*request.message);
        let transfer = Array::of1(&bytes.buffer());
        self.worker
            .post_message_with_transfer(&bytes, &transfer)
            .expect("bytes can be sent to workers");
        self.posted += 1;
        self.pending.push_back(request);
    }
}

/// Returns memory for one number that page and worker share, if the browser allows it.
fn shared_number() -> Option<Int32Array> {
    let is_isolated = Reflect::get(&js_sys::global(), &"crossOriginIsolated".into());
    let is_isolated = is_isolated.is_ok_and(|is_isolated| is_isolated.is_truthy());
    is_isolated.then(|| Int32Array::new(&SharedArrayBuffer::new(4)))
}

#[wasm_bindgen(raw_module = "./engine.js")]
extern "C" {
    /// Starts a worker, or returns the one that was started with the page, and sends it the
    /// built-in dictionary as soon as it is loaded.
    #[wasm_bindgen(js_name = startWorker, catch)]
    fn start_worker(program: Option<&str>) -> Result<Worker, JsValue>;
}

fn start(
    program: Option<&'static str>,
    connection: Weak<RefCell<Connection>>,
) -> (Worker, WorkerCallbacks, Option<Int32Array>) {
    let worker = start_worker(program).expect("every browser that runs this has workers");
    // The page has compiled its module already, so the worker need not load it again.
    let module = match program {
        Some(_) => JsValue::UNDEFINED,
        None => wasm_bindgen::module(),
    };
    let cancelled = shared_number();
    let number = cancelled.clone().map_or(JsValue::UNDEFINED, JsValue::from);
    worker
        .post_message(&Array::of2(&module, &number))
        .expect("compiled modules and shared memory can be sent to workers");
    let received = connection.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(connection) = received.upgrade() else {
            return;
        };
        let request = connection.borrow_mut().pending.pop_front();
        if let Some(request) = request {
            let message = event.data().unchecked_into::<Uint8Array>().to_vec();
            (request.on_reply)(Ok(&message));
        }
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
        if let Some(connection) = connection.upgrade() {
            EngineClient { connection }.worker_failed(&event.message());
        }
    });
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    let callbacks = WorkerCallbacks {
        _on_message: on_message,
        _on_error: on_error,
    };
    (worker, callbacks, cancelled)
}
