//! What an editor asks once there is a path: breakpoints, threads, stacks, variables, moves.

use crate::session::{Breakpoint, Direction, MOVES, Performed, Session, actor_of, thread_id};
use crate::shown::{self, Opened};
use lts::Spot;
use serde_json::{Value, json};
use std::path::Path;

/// Frames of one thread that have numbers of their own.
const FRAMES: u64 = 1000;

impl Session {
    pub fn perform(&mut self, command: &str, arguments: &Value) -> Result<Performed, String> {
        let body = match command {
            "configurationDone" | "setExceptionBreakpoints" | "pause" => json!({}),
            "setFunctionBreakpoints" | "setInstructionBreakpoints" => json!({"breakpoints": []}),
            "setBreakpoints" => self.set_breakpoints(arguments),
            "threads" => self.threads(),
            "stackTrace" => self.stack_trace(arguments)?,
            "scopes" => self.scopes(arguments)?,
            "variables" => self.variables(arguments)?,
            "evaluate" => self.evaluate(arguments)?,
            "exceptionInfo" => {
                json!({"exceptionId": self.tape.ending(), "breakMode": "always"})
            }
            "loadedSources" => json!({"sources": []}),
            command if MOVES.contains(&command) => {
                self.go(command, arguments);
                json!({"allThreadsContinued": true})
            }
            other => return Err(format!("{other} is not supported")),
        };
        Ok(Performed { body })
    }

    /// Into follows the schedule, whoever is next; over and out stay with their thread.
    fn go(&mut self, command: &str, arguments: &Value) {
        let actor = actor_of(&arguments["threadId"]).unwrap_or(self.actor_here());
        let depth = self.depth_of(actor);
        let to = match command {
            "continue" => self.seek(Direction::On, |_| false),
            "reverseContinue" => self.seek(Direction::Back, |_| false),
            "stepBack" => self.at.saturating_sub(1),
            "next" => self.seek(Direction::On, |moment| moment.actor == actor && moment.depth <= depth),
            "stepOut" => self.seek(Direction::On, |moment| moment.actor == actor && moment.depth < depth),
            _ => self.at + 1,
        };
        self.move_to(to);
    }

    /// How deep the thread is: where it came to a line last, now or before.
    fn depth_of(&self, actor: u32) -> usize {
        let moments = self.tape.moments();
        let until = &moments[..moments.len().min(self.at + 1)];
        until.iter().rev().find(|moment| moment.actor == actor).map_or(usize::MAX, |moment| moment.depth)
    }

    fn set_breakpoints(&mut self, arguments: &Value) -> Value {
        let source = &arguments["source"];
        let path = source["path"].as_str().or(source["name"].as_str()).unwrap_or_default();
        let file = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let wanted = arguments["breakpoints"].as_array().cloned().unwrap_or_default();
        let mut points = Vec::new();
        let mut told = Vec::new();
        for point in &wanted {
            let line = point["line"].as_u64().unwrap_or(0) as u32;
            let is_reached = self.tape.moments().iter().any(|m| m.spot.file == file && m.spot.line == line);
            let mut answer = json!({"verified": is_reached, "line": line});
            if !is_reached {
                answer["message"] = "no thread comes to this line on the path".into();
            }
            told.push(answer);
            let condition = point["condition"].as_str().map(str::trim).filter(|text| !text.is_empty());
            points.push(Breakpoint { line, condition: condition.map(str::to_string) });
        }
        self.prepare_conditions(&file, &points);
        self.breakpoints.insert(file, points);
        json!({"breakpoints": told})
    }

    /// Conditions are looked at all together: each look of its own would go the path again.
    fn prepare_conditions(&mut self, file: &str, points: &[Breakpoint]) {
        let is_asked = |spot: &Spot| {
            spot.file == file && points.iter().any(|p| p.condition.is_some() && p.line == spot.line)
        };
        let moments = self.tape.moments().iter().enumerate();
        let numbers: Vec<usize> = moments.filter(|(_, m)| is_asked(&m.spot)).map(|(i, _)| i).collect();
        self.tape.prepare(&numbers);
    }

    fn threads(&mut self) -> Value {
        let picture = self.tape.picture(self.at);
        let alive = picture.actors.iter().filter(|view| view.is_alive);
        let threads: Vec<Value> = alive
            .map(|view| {
                let name = match view.doing.as_str() {
                    "can go on" => view.name.clone(),
                    doing => format!("{} ({doing})", view.name),
                };
                json!({"id": thread_id(view.actor), "name": name})
            })
            .collect();
        json!({"threads": threads})
    }

    fn stack_trace(&mut self, arguments: &Value) -> Result<Value, String> {
        let actor = actor_of(&arguments["threadId"]).ok_or("a thread without a number")?;
        let picture = self.tape.picture(self.at);
        let view = shown::actor(picture, actor).ok_or("this thread is not there at this moment")?;
        let stack = view.stack.clone();
        let frame = |(i, spot): (usize, &Spot)| {
            let mut frame = json!({
                "id": thread_id(actor) * FRAMES + i as u64, "name": spot.whole_name(), "line": spot.line, "column": 1,
            });
            if let Some(path) = self.tape.source(spot) {
                frame["source"] = json!({"name": spot.file, "path": path});
            } else {
                frame["presentationHint"] = "subtle".into();
            }
            frame
        };
        let frames: Vec<Value> = stack.iter().enumerate().map(frame).collect();
        let first = arguments["startFrame"].as_u64().unwrap_or(0) as usize;
        let levels =
            arguments["levels"].as_u64().filter(|&levels| levels > 0).map_or(usize::MAX, |n| n as usize);
        let shown: Vec<&Value> = frames.iter().skip(first).take(levels).collect();
        Ok(json!({"stackFrames": shown, "totalFrames": frames.len()}))
    }

    /// Who, and the number of the frame, innermost first.
    fn frame(&self, id: &Value) -> (u32, usize) {
        let id = id.as_u64().unwrap_or(0);
        let actor = (id / FRAMES).checked_sub(1).and_then(|actor| u32::try_from(actor).ok());
        (actor.unwrap_or(self.actor_here()), (id % FRAMES) as usize)
    }

    fn opened(&mut self, what: Opened) -> usize {
        self.opened.push(what);
        self.opened.len()
    }

    fn scopes(&mut self, arguments: &Value) -> Result<Value, String> {
        let (actor, frame) = self.frame(&arguments["frameId"]);
        let locals = self.opened(Opened::Locals { actor, frame });
        let objects = self.opened(Opened::Objects);
        let scope = |name: &str, number: usize, hint: &str| {
            json!({
                "name": name,
                "variablesReference": number,
                "expensive": false,
                "presentationHint": hint,
            })
        };
        Ok(json!({"scopes": [scope("Locals", locals, "locals"), scope("Objects", objects, "globals")]}))
    }

    fn variables(&mut self, arguments: &Value) -> Result<Value, String> {
        let number = arguments["variablesReference"].as_u64().unwrap_or(0) as usize;
        let opened = number.checked_sub(1).and_then(|index| self.opened.get(index)).cloned();
        let opened = opened.ok_or("these variables were those of another moment")?;
        let picture = self.tape.picture(self.at).clone();
        let mut rows = Vec::new();
        for (name, value) in shown::variables(&picture, &opened) {
            // In the list of objects the name is that of the object itself.
            let behind = shown::behind(&picture, if opened == Opened::Objects { &name } else { &value });
            let reference = behind.map_or(0, |behind| self.opened(behind));
            rows.push(json!({"name": name, "value": value, "variablesReference": reference}));
        }
        Ok(json!({"variables": rows}))
    }

    fn evaluate(&mut self, arguments: &Value) -> Result<Value, String> {
        let text = arguments["expression"].as_str().unwrap_or_default().to_string();
        let (actor, frame) = self.frame(&arguments["frameId"]);
        let picture = self.tape.picture(self.at).clone();
        let value = shown::evaluate(&picture, actor, frame, &text)?;
        let reference = shown::behind(&picture, &value).map_or(0, |behind| self.opened(behind));
        Ok(json!({"result": value, "variablesReference": reference}))
    }
}
