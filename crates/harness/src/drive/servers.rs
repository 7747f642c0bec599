//! Servers of tools: reached and used from permits, followed as long as they stand, and closed when they don't keep to what is
//! agreed.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use ledger::action::{Action, Connect, UseTool};
use ledger::event::Seen;
use ledger::ids::{ActId, TaskId};
use ledger::journal::Entry;
use ledger::observation::{Observation, Outcome, Status};
use ledger::offered::ServerSeen;
use tokio::sync::Notify;
use tokio::time::timeout;
use tools::acts::{Started, Under};

use super::Driver;
use super::perform::redeem;
use super::under_way::{Opened, Report, Running, ServerReport};
use crate::tool_servers::{Connection, Described, Reach, Used, Way, list, open, use_tool};

/// Time in which a list of tools that have changed is to be there.
const LIST_MAX: Duration = Duration::from_secs(30);
/// Time in which a program whose connection broke off may end by itself, with its reason.
const ENDING: Duration = Duration::from_secs(2);

impl Driver<'_> {
    /// Reaches a server.
    pub(super) fn connect(
        &mut self,
        act: ActId,
        task: Option<TaskId>,
        entry: Entry,
        action: Action,
    ) {
        let Action::Connect(connect) = action.clone() else {
            return;
        };
        let refused = match self.servers.reach(&connect) {
            Ok(Reach::Program(equipment)) => {
                let permit = redeem(entry, action);
                match permit.map(|it| self.workshop.serve(it, equipment)) {
                    Ok(Started::Running(under)) => {
                        return self.follow_program(act, task, &connect, under);
                    }
                    Ok(Started::Done(observation)) => unreached(&connect.server, &observation.text),
                    Err(why) => Observation::plain(Status::Failed, why.to_string()),
                }
            }
            Ok(Reach::Address(way)) => match redeem::<Connect>(entry, action) {
                Ok(permit) => {
                    let (_, connect) = permit.spend();
                    return self.follow_address(act, task, &connect, way);
                }
                Err(why) => Observation::plain(Status::Failed, why.to_string()),
            },
            Err(why) => unreached(&connect.server, &why),
        };
        self.finished(act, task, refused);
    }

    /// Speaks with a program as long as it runs.
    fn follow_program(
        &mut self,
        act: ActId,
        task: Option<TaskId>,
        connect: &Connect,
        mut under: Under,
    ) {
        let cancel = under.cancel();
        self.running.insert(act, Running::Command(under.cancel()));
        let (report, server) = (self.report.clone(), connect.server.clone());
        let (tell, wait) = (
            self.tells_of_change(act, &server),
            wait_of(connect.timeout_s),
        );
        tokio::task::spawn_local(async move {
            let pipes = under.pipes();
            let mut ended = pin!(under.wait());
            let opened = match pipes {
                Some(pipes) => {
                    tokio::select! {
                        biased;
                        opened = opened(Way::Pipes(pipes), tell, wait) => opened,
                        done = &mut ended => Err(format!("it ended: {}", done.in_words())),
                    }
                }
                None => Err("its input and output can't be had".to_owned()),
            };
            let (opened, stands) = match opened {
                Ok((connection, tools, stands)) => {
                    let program = Some(cancel.clone());
                    let opened = Opened {
                        connection,
                        tools,
                        program,
                    };
                    (Ok(Box::new(opened)), Some(stands))
                }
                Err(why) => {
                    let by_itself = timeout(ENDING, &mut ended).await.ok();
                    cancel.now();
                    let how = by_itself.map(|it| format!(" ({})", it.in_words()));
                    (Err(format!("{why}{}", how.unwrap_or_default())), None)
                }
            };
            let _gone = report.send(Report::Server(ServerReport::Opened {
                act,
                task,
                server: server.clone(),
                opened,
            }));
            let Some(stands) = stands else { return };
            let why = tokio::select! {
                done = &mut ended => done.in_words(),
                () = stands => match timeout(ENDING, &mut ended).await {
                    Ok(done) => done.in_words(),
                    Err(_) => "it has ended the connection".to_owned(),
                },
            };
            cancel.now();
            let _gone = report.send(Report::Server(ServerReport::Gone { act, server, why }));
        });
    }

    /// Speaks with an address as long as it answers.
    fn follow_address(&mut self, act: ActId, task: Option<TaskId>, connect: &Connect, way: Way) {
        let stop = Arc::new(Notify::new());
        self.running.insert(act, Running::Use(Arc::clone(&stop)));
        let (report, server) = (self.report.clone(), connect.server.clone());
        let (tell, wait) = (
            self.tells_of_change(act, &server),
            wait_of(connect.timeout_s),
        );
        tokio::task::spawn_local(async move {
            let opened = tokio::select! {
                opened = opened(way, tell, wait) => opened,
                () = stop.notified() => Err("cancelled".to_owned()),
            };
            let (opened, stands) = match opened {
                Ok((connection, tools, stands)) => {
                    let program = None;
                    let opened = Opened {
                        connection,
                        tools,
                        program,
                    };
                    (Ok(Box::new(opened)), Some(stands))
                }
                Err(why) => (Err(why), None),
            };
            let _gone = report.send(Report::Server(ServerReport::Opened {
                act,
                task,
                server: server.clone(),
                opened,
            }));
            let Some(stands) = stands else { return };
            stands.await;
            let why = "it has ended the connection".to_owned();
            let _gone = report.send(Report::Server(ServerReport::Gone { act, server, why }));
        });
    }

    /// Told when the tools of a server change.
    fn tells_of_change(&self, act: ActId, server: &str) -> Arc<dyn Fn() + Send + Sync> {
        let (report, server) = (self.report.clone(), server.to_owned());
        Arc::new(move || {
            let server = server.clone();
            // A driver that has gone is told nothing.
            let _gone = report.send(Report::Server(ServerReport::Changed { act, server }));
        })
    }

    /// Has a server carry out a tool.
    pub(super) fn use_tool(
        &mut self,
        act: ActId,
        task: Option<TaskId>,
        entry: Entry,
        action: Action,
    ) {
        let (_, wanted) = match redeem::<UseTool>(entry, action) {
            Ok(permit) => permit.spend(),
            Err(why) => {
                let refused = Observation::plain(Status::Failed, why.to_string());
                return self.finished(act, task, refused);
            }
        };
        let Some(connection) = self.servers.connection(&wanted.server) else {
            let why = format!("the server `{}` is not connected", wanted.server);
            return self.finished(act, task, Observation::plain(Status::Failed, why));
        };
        let stop = Arc::new(Notify::new());
        self.running.insert(act, Running::Use(Arc::clone(&stop)));
        let report = self.report.clone();
        tokio::task::spawn_local(async move {
            let call = (wanted.tool, wanted.arguments);
            let used = tokio::select! {
                used = use_tool(connection, call, wait_of(wanted.timeout_s)) => used,
                () = stop.notified() => {
                    let words = "cancelled; whether the server did anything is not known";
                    Used::Answered(Observation::plain(Status::Cancelled, words))
                }
            };
            let _gone = report.send(Report::Server(ServerReport::Used {
                act,
                task,
                server: wanted.server,
                used: Box::new(used),
            }));
        });
    }

    /// A server has told of something.
    pub(super) fn server_told(&mut self, told: ServerReport) {
        match told {
            ServerReport::Opened {
                act,
                task,
                server,
                opened,
            } => self.server_opened(act, task, &server, opened),
            ServerReport::Used {
                act,
                task,
                server,
                used,
            } => self.tool_used(act, task, &server, *used),
            ServerReport::Gone { act, server, why } if self.servers.is_open(&server, act) => {
                self.close_server(&server, &why);
            }
            ServerReport::Changed { act, server } if self.servers.is_open(&server, act) => {
                self.list_again(act, server);
            }
            ServerReport::Listed {
                act,
                server,
                listed,
            } if self.servers.is_open(&server, act) => match listed {
                Ok(tools) => {
                    let offer = self.servers.offer(&server, tools);
                    let seen = Seen::Server(ServerSeen::Offers(offer));
                    self.queue.push_back((None, seen));
                }
                Err(why) => self.close_server(&server, &why),
            },
            // Of a connection that was closed before.
            ServerReport::Gone { .. }
            | ServerReport::Changed { .. }
            | ServerReport::Listed { .. } => {}
        }
    }

    fn server_opened(
        &mut self,
        act: ActId,
        task: Option<TaskId>,
        server: &str,
        opened: Result<Box<Opened>, String>,
    ) {
        self.running.remove(&act);
        let cancelled = self.state.acts.get(&act).is_none_or(|it| it.cancelled);
        let observation = match opened {
            Ok(opened) => {
                let Opened {
                    connection,
                    tools,
                    program,
                } = *opened;
                self.servers.opened((server, act), connection, program);
                let offer = self.servers.offer(server, tools);
                let words = format!("{} tools", offer.tools.len());
                Observation::plain(Status::Ok, words).with(Outcome::Offered(offer))
            }
            Err(why) if cancelled => Observation::plain(Status::Cancelled, why),
            Err(why) => unreached(server, &why),
        };
        self.finished(act, task, observation);
    }

    fn tool_used(&mut self, act: ActId, task: Option<TaskId>, server: &str, used: Used) {
        self.running.remove(&act);
        match used {
            Used::Answered(observation) => self.finished(act, task, observation),
            Used::Gone(observation) => {
                let why = observation.text.clone();
                self.finished(act, task, observation);
                self.close_server(server, &why);
            }
        }
    }

    fn list_again(&mut self, act: ActId, server: String) {
        if self.servers.changes_too_often(&server) {
            return self.close_server(&server, "it says all the time that its tools have changed");
        }
        let Some(connection) = self.servers.connection(&server) else {
            return;
        };
        let report = self.report.clone();
        tokio::task::spawn_local(async move {
            let listed = list(&connection, LIST_MAX).await;
            let _gone = report.send(Report::Server(ServerReport::Listed {
                act,
                server,
                listed,
            }));
        });
    }

    /// It is not asked any more; the run goes on without it.
    fn close_server(&mut self, server: &str, why: &str) {
        if self.servers.connection(server).is_none() {
            return;
        }
        self.servers.close(server);
        let why = self.given.masked(why);
        let seen = ServerSeen::Closed {
            server: server.to_owned(),
            why: crate::ingress_redaction::output(&why),
        };
        self.queue.push_back((None, Seen::Server(seen)));
    }
}

/// Opens a connection and asks for the tools, in time.
async fn opened(
    way: Way,
    tell: Arc<dyn Fn() + Send + Sync>,
    wait: Duration,
) -> Result<(Connection, Vec<Described>, impl Future<Output = ()>), String> {
    let opened = timeout(wait, open(way, tell)).await;
    let silent = |_| format!("it has not answered within {} s", wait.as_secs());
    let (connection, stands) = opened.map_err(silent)??;
    // Its part of the protocol goes on while the list is waited for.
    let mut stands = Box::pin(stands);
    let tools = tokio::select! {
        tools = list(&connection, wait) => tools?,
        () = &mut stands => return Err("it ended the connection before it had said which tools it has".to_owned()),
    };
    Ok((connection, tools, stands))
}

fn unreached(server: &str, why: &str) -> Observation {
    let words =
        format!("the server `{server}` can't be reached, and the run goes on without it: {why}");
    Observation::plain(Status::Failed, words)
}

fn wait_of(seconds: u32) -> Duration {
    Duration::from_secs(u64::from(seconds))
}
