//! `--device gpu`: the results of the processor, and the errors where there is no GPU.

use serde_json::Value;
use wgs_test_requirement::requires;

use crate::folder::{Folder, ProgramOutput, finish};

const WORDS: &str = "ate ates ear ears east eat eats era eras eta etas rat rate rates rats sat sate sea seat \
                     sera set seta stare star tar tare tares tars tea tear tears teas tease rest quiet";

/// Boards of all kinds: good ones, one with a wildcard, one of the wrong size, and one that is none.
const BOARDS: &str = "TEASRATETEASRATE\nT?ASRATETEASRATE\nTEAS\n7%$\nQuIETTEASRATEXXXX\n";

fn folder() -> Folder {
    let folder = Folder::with_words(WORDS);
    folder.write("boards.txt", BOARDS);
    folder
}

/// Runs the program without a part of Mesa that looks for a display, and complains if there is none.
fn run(folder: &Folder, arguments: &[&str]) -> ProgramOutput {
    let mut command = folder.command(arguments);
    command.env("NODEVICE_SELECT", "1");
    finish(&mut command, "")
}

fn score<'a>(device: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let flags = [
        "score",
        "boggle-new",
        "--file",
        "boards.txt",
        "-d",
        "words.txt",
        "--device",
        device,
    ];
    [&flags, more].concat()
}

#[requires(vulkan)]
#[test]
fn boards_score_on_a_gpu_as_on_the_processor() {
    let folder = folder();
    for more in [&[][..], &["--json"], &["--strict"], &["--exit-status"]] {
        let cpu = folder.run(&score("cpu", more));
        let gpu = run(&folder, &score("gpu", more));
        assert_eq!(gpu.out, cpu.out, "{more:?}");
        assert_eq!(gpu.code, cpu.code, "{more:?}");
        // The same line is bad, and the board with a wildcard is named once for all.
        assert!(gpu.err.contains("boards.txt, line 4: "), "{}", gpu.err);
        assert!(
            gpu.err.contains("the processor scored 1 board"),
            "{}",
            gpu.err
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_gpu_the_processor_takes_over_and_a_note_says_so() {
    let folder = folder();
    let mut command = folder.command(&score("gpu", &[]));
    // A driver that does not exist.
    command.env("VK_DRIVER_FILES", folder.path("none.json"));
    command.env("VK_ICD_FILENAMES", folder.path("none.json"));
    let gpu = finish(&mut command, "");
    assert_eq!(gpu.out, folder.run(&score("cpu", &[])).out);
    let note = "no usable GPU was found: there is no driver for Vulkan, Metal or DirectX 12; the processor is used instead";
    assert!(gpu.err.contains(note), "{}", gpu.err);
}

#[requires(vulkan)]
#[test]
fn games_that_a_gpu_cannot_score_are_left_to_the_processor() {
    let folder = Folder::new();
    let arguments = ["score", "spelling-bee", "ABCDEFG", "--device"];
    let cpu = folder.print(&[&arguments[..], &["cpu"]].concat());
    let gpu = run(&folder, &[&arguments[..], &["gpu"]].concat());
    assert_eq!(gpu.out, cpu);
    let note = "the GPU cannot score boards of this game: grids on which a word may use a tile again are not supported; the processor is used instead";
    assert!(gpu.err.contains(note), "{}", gpu.err);
}

#[requires(vulkan)]
#[test]
fn climbs_on_a_gpu_find_what_climbs_on_the_processor_find() {
    let folder = folder();
    for (goal, letters) in [
        ("max-points", "AERSTN"),
        ("max-long=5", "AERST"),
        ("max-points", "dice"),
    ] {
        let hunt = |device: &str| {
            let printed = run(
                &folder,
                &[
                    "hunt",
                    "boggle-new",
                    "--size",
                    "3x3",
                    "--letters",
                    letters,
                    "--goal",
                    goal,
                    "--pool",
                    "8",
                    "--climbs",
                    "5",
                    "--seed",
                    "3",
                    "-d",
                    "words.txt",
                    "--no-record",
                    "--json",
                    "--device",
                    device,
                ],
            );
            let mut reply: Value = serde_json::from_str(&printed.fine()).unwrap();
            reply["seconds"] = Value::Null;
            reply
        };
        assert_eq!(hunt("gpu"), hunt("cpu"), "{goal}, {letters}");
    }
}

#[requires(vulkan)]
#[test]
fn more_climbs_than_a_gpu_runs_at_a_time_find_what_climbs_on_the_processor_find() {
    let folder = folder();
    let hunt = |device: &str| {
        let arguments = ["hunt", "boggle-new", "--size", "2x2", "--letters", "AERST"];
        let more = [
            "--pool",
            "3",
            "--climbs",
            "200",
            "--seed",
            "3",
            "-d",
            "words.txt",
        ];
        let last = ["--no-record", "--json", "--device", device];
        let printed = run(&folder, &[&arguments[..], &more, &last].concat());
        let mut reply: Value = serde_json::from_str(&printed.fine()).unwrap();
        reply["seconds"] = Value::Null;
        reply
    };
    assert_eq!(hunt("gpu"), hunt("cpu"));
}

/// The arguments of `wgs create` for boards of the words above.
fn create<'a>(device: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let flags = [
        "create",
        "boggle-new",
        "-d",
        "words.txt",
        "--seed",
        "5",
        "--device",
        device,
    ];
    [&flags, more].concat()
}

#[requires(vulkan)]
#[test]
fn boards_are_created_on_a_gpu_as_on_the_processor() {
    let folder = folder();
    for more in [
        &["6", "--words", "8..10"][..],
        &["3", "--points", "12..", "--must-contain", "TEAR", "--json"],
        &["2", "--size", "3x3", "--words", "5..7"],
    ] {
        let cpu = folder.run(&create("cpu", more));
        let gpu = run(&folder, &create("gpu", more));
        assert_eq!(gpu.out, cpu.out, "{more:?}");
        assert_eq!(gpu.code, cpu.code, "{more:?}: {}", gpu.err);
    }
}

#[requires(vulkan)]
#[test]
fn a_gpu_creates_boards_until_the_time_limit() {
    let folder = folder();
    let more = ["1", "--words", "400", "--timeout", "0"];
    let cpu = folder.run(&create("cpu", &more));
    let gpu = run(&folder, &create("gpu", &more));
    assert_eq!(gpu.code, cpu.code, "{}", gpu.err);
    // The time limit decides which board is printed.
    assert_eq!(gpu.out.lines().count(), cpu.out.lines().count());
}

#[requires(vulkan)]
#[test]
fn targets_that_a_gpu_cannot_measure_are_left_to_the_processor() {
    let folder = folder();
    let more = ["2", "--longest", "4..5"];
    let gpu = run(&folder, &create("gpu", &more));
    assert_eq!(gpu.out, folder.run(&create("cpu", &more)).out);
    let note = "the GPU does not measure the lengths of words; the processor is used instead";
    assert!(gpu.err.contains(note), "{}", gpu.err);
}

#[requires(vulkan)]
#[test]
fn a_hunt_on_a_gpu_can_be_continued_on_the_processor() {
    let folder = folder();
    let hunt = |more: &[&str]| {
        let arguments = [
            "hunt",
            "boggle-new",
            "--size",
            "3x3",
            "--letters",
            "AERSTN",
            "--pool",
            "8",
            "-d",
            "words.txt",
            "--no-record",
            "--json",
            "-q",
        ];
        let mut reply: Value =
            serde_json::from_str(&run(&folder, &[&arguments, more].concat()).fine()).unwrap();
        reply["seconds"] = Value::Null;
        reply
    };
    hunt(&[
        "--climbs", "3", "--seed", "7", "--resume", "a.hunt", "--device", "gpu",
    ]);
    let continued = hunt(&["--climbs", "6", "--resume", "a.hunt"]);
    let whole = hunt(&["--climbs", "6", "--seed", "7"]);
    assert_eq!(continued["boards"], whole["boards"]);
}

#[requires(vulkan)]
#[test]
fn the_speed_of_a_gpu_is_measured_beside_that_of_the_processor() {
    let folder = folder();
    let arguments = [
        "bench",
        "--random",
        "300",
        "--operation",
        "score",
        "--device",
        "gpu",
    ];
    let more = ["-d", "words.txt", "--rounds", "1", "--json"];
    let printed = run(&folder, &[&arguments[..], &more].concat()).fine();
    let engines = printed.lines().map(|line| {
        let reply: Value = serde_json::from_str(line).unwrap();
        reply["engine"].as_str().unwrap().to_owned()
    });
    assert_eq!(engines.take(1).collect::<Vec<_>>(), ["gpu"]);
}
