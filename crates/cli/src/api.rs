//! `jaywalk api`: the Java API for the user's class path.

use crate::flags::Api;
use crate::run;
use crate::scratch::Scratch;
use std::process::ExitCode;

pub fn api(api: Api) -> ExitCode {
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            return run::complain(&format!("cannot make a temporary folder: {error}"), run::BAD_INPUT);
        }
    };
    match java::api::build(api.jdk.as_deref(), &api.folder, scratch.path()) {
        Ok(jar) => {
            crate::screen::line(&format!(
                "{}: compile with it on the class path; jaywalk itself does not need it there",
                jar.display()
            ));
            ExitCode::SUCCESS
        }
        Err(error) => run::complain(&error.to_string(), run::BAD_INPUT),
    }
}
