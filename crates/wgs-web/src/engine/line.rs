//! How the page reaches a worker. Answers come in the order of the questions. A worker that
//! takes too long is given up: a new one is told what the old one had been told, and answers
//! what is asked from then on.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::message::{Answer, Ask};

/// Takes an answer.
type Take = Box<dyn FnOnce(Answer)>;

/// The way to one worker. Clones lead to the same one.
#[derive(Clone)]
pub struct Line {
    state: Rc<RefCell<State>>,
}

/// What hears a worker's messages, and of its end.
struct Ears {
    _message: Closure<dyn FnMut(MessageEvent)>,
    _error: Closure<dyn FnMut(ErrorEvent)>,
}

struct State {
    worker: Worker,
    /// Keeps the closures alive that hear of the worker.
    _ears: Ears,
    waiting: VecDeque<Waiting>,
    configuration: Option<Vec<u8>>,
    /// Words that were brought, by name.
    brought: Vec<(String, Vec<u8>)>,
}

/// A question that is not answered yet.
struct Waiting {
    message: Vec<u8>,
    /// Whether it may take long, and is what one gives up.
    is_long: bool,
    take: Take,
}

impl Drop for State {
    /// Browsers keep workers that nobody speaks to any more.
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Line {
    /// Starts a worker.
    pub fn new() -> Self {
        let state = Rc::new_cyclic(|state| {
            let (worker, ears) = start(state.clone());
            RefCell::new(State {
                worker,
                _ears: ears,
                waiting: VecDeque::new(),
                configuration: None,
                brought: Vec::new(),
            })
        });
        Self { state }
    }

    /// Asks a question. The answer comes later, unless the worker is given up before.
    pub fn ask(&self, ask: &Ask, take: impl FnOnce(Answer) + 'static) {
        let message = write(ask);
        let mut state = self.state.borrow_mut();
        match ask {
            Ask::Configure(_) => state.configuration = Some(message.clone()),
            Ask::Bring { name, .. } => {
                state.brought.retain(|(known, _)| known != name);
                state.brought.push((name.clone(), message.clone()));
            }
            _ => {}
        }
        send(&state.worker, &message);
        state.waiting.push_back(Waiting {
            message,
            is_long: matches!(ask, Ask::Solve(_) | Ask::Create(_)),
            take: Box::new(take),
        });
    }

    /// Gives up whatever may take long. That is not answered any more; everything else is, by
    /// another worker.
    pub fn give_up(&self) {
        let waiting = std::mem::take(&mut self.state.borrow_mut().waiting);
        self.begin_anew(waiting.into_iter().filter(|asked| !asked.is_long));
    }

    /// Starts another worker, and tells it what the one before knew and was still asked.
    fn begin_anew(&self, asked: impl Iterator<Item = Waiting>) {
        let (worker, ears) = start(Rc::downgrade(&self.state));
        let mut state = self.state.borrow_mut();
        state.worker.terminate();
        state.worker = worker;
        state._ears = ears;
        let asked: Vec<Waiting> = asked.collect();
        let known = state.configuration.iter();
        let known = known.chain(state.brought.iter().map(|(_, message)| message));
        // What someone waits for is asked again below.
        let known = known.filter(|known| asked.iter().all(|asked| asked.message != **known));
        let known = known.cloned().map(|message| Waiting {
            message,
            is_long: false,
            take: Box::new(drop),
        });
        let again: Vec<Waiting> = known.collect();
        for asked in again.into_iter().chain(asked) {
            send(&state.worker, &asked.message);
            state.waiting.push_back(asked);
        }
    }

    /// Answers whoever waits that the worker broke down, and starts another. What broke it is
    /// not told to that one.
    fn broke_down(&self, reason: &str) {
        let waiting = {
            let mut state = self.state.borrow_mut();
            let waiting = std::mem::take(&mut state.waiting);
            if let Some(culprit) = waiting.front() {
                state
                    .brought
                    .retain(|(_, message)| *message != culprit.message);
                let configuration = state.configuration.take();
                state.configuration = configuration.filter(|known| *known != culprit.message);
            }
            waiting
        };
        self.begin_anew(std::iter::empty());
        for asked in waiting {
            (asked.take)(Answer::Failed(reason.to_owned()));
        }
    }
}

impl Default for Line {
    fn default() -> Self {
        Self::new()
    }
}

fn start(state: Weak<RefCell<State>>) -> (Worker, Ears) {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options("./worker.js", &options);
    let worker = worker.expect("every browser that runs this has workers");
    // The worker need not load and compile what is here already.
    let module = wasm_bindgen::module();
    worker
        .post_message(&module)
        .expect("compiled modules can be sent to workers");
    let heard = state.clone();
    let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(state) = heard.upgrade() else { return };
        let asked = state.borrow_mut().waiting.pop_front();
        if let Some(asked) = asked {
            (asked.take)(read(&event.data().unchecked_into::<Uint8Array>().to_vec()));
        }
    });
    worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
    // A worker that broke down answers nothing any more, so another takes its place.
    let error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
        if let Some(state) = state.upgrade() {
            Line { state }.broke_down(&event.message());
        }
    });
    worker.set_onerror(Some(error.as_ref().unchecked_ref()));
    let ears = Ears {
        _message: message,
        _error: error,
    };
    (worker, ears)
}

fn send(worker: &Worker, message: &[u8]) {
    let bytes = Uint8Array::from(message);
    let transfer = Array::of1(&bytes.buffer());
    worker
        .post_message_with_transfer(&bytes, &transfer)
        .expect("bytes can be sent to workers");
}

fn write(ask: &Ask) -> Vec<u8> {
    postcard::to_allocvec(ask).expect("messages have no parts that cannot be written")
}

fn read(message: &[u8]) -> Answer {
    postcard::from_bytes(message).expect("page and worker are of the same build")
}
