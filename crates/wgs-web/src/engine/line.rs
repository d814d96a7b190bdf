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
    waiting: VecDeque<Take>,
    configuration: Option<Vec<u8>>,
    /// Words that were brought, by name.
    brought: Vec<(String, Vec<u8>)>,
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
        state.waiting.push_back(Box::new(take));
        send(&state.worker, &message);
    }

    /// Gives up whatever the worker does. Nothing that was asked before is answered any more.
    pub fn give_up(&self) {
        let (worker, ears) = start(Rc::downgrade(&self.state));
        let mut state = self.state.borrow_mut();
        state.worker.terminate();
        state.worker = worker;
        state._ears = ears;
        state.waiting.clear();
        let known = state.configuration.iter();
        let known = known.chain(state.brought.iter().map(|(_, message)| message));
        let known: Vec<Vec<u8>> = known.cloned().collect();
        for message in known {
            state.waiting.push_back(Box::new(drop));
            send(&state.worker, &message);
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
        let take = state.borrow_mut().waiting.pop_front();
        if let Some(take) = take {
            take(read(&event.data().unchecked_into::<Uint8Array>().to_vec()));
        }
    });
    worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
    // A worker that broke down answers nothing any more, so another takes its place.
    let error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
        let Some(state) = state.upgrade() else { return };
        let waiting = std::mem::take(&mut state.borrow_mut().waiting);
        Line { state }.give_up();
        for take in waiting {
            take(Answer::Failed(event.message()));
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
