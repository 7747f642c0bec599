//! What a run waits for, for programs, and how our program is called to answer it.

use audit::answers::{self, Answer};
use audit::{Standing, standing};
use harness::moved_repository;
use harness::repository::Site;
use harness::runs::Told;
use serde_json::{Value, json};

use crate::exit::Failure;

/// How our program is called to answer a run: from here, or with the repository named where it is another one.
pub(super) fn program(site: &Site, told: &Told) -> Result<String, Failure> {
    let here = moved_repository::same_repository(site, &site.store()?, told).is_ok();
    let repository = told.state.opened.as_ref().map(|it| it.repository.as_str());
    Ok(match repository.filter(|_| !here) {
        Some(elsewhere) => answers::program_in(elsewhere),
        None => answers::HERE.to_owned(),
    })
}

/// Each question, or where there is none why the run is parked, with the commands that answer.
pub(super) fn json(standing: &Standing, program: &str) -> Vec<Value> {
    let (run, repository) = (standing.run.as_str(), &standing.repository);
    let mut values: Vec<Value> = standing
        .questions
        .iter()
        .map(|it: &standing::Question| {
            let answers = answers::to_question(program, run, it.act, &it.ask);
            json!({
                "run": run, "repository": repository, "question": it.act.to_string(), "ask": it.ask,
                "asked_ms": it.asked_ms, "answer_with": commands(answers),
            })
        })
        .collect();
    if let (Some(park), true) = (&standing.park, values.is_empty()) {
        let needs = park.needs.iter();
        let answers = needs.map(|it| answers::to_need(program, run, Some(park.stop), it));
        values.push(json!({
            "run": run, "repository": repository, "park": park,
            "answer_with": commands(answers.collect()),
        }));
    }
    values
}

fn commands(answers: Vec<Answer>) -> Vec<String> {
    answers.into_iter().map(|it| it.command).collect()
}
