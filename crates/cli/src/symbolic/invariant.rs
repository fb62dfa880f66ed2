//! Inductive invariants in files: written by `check --engine ic3 --certificate`, checked by `jaywalk certify`.

use super::read;
use crate::{fronts, run, screen};
use ::symbolic::Proof;
use front::Problem;
use sat::CertificateFile;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use sym::SymbolicModel;
use xxhash_rust::xxh3::xxh3_64;

/// The text of a file, if it is meant to be a certificate.
pub fn text_of(file: &Path) -> Option<String> {
    // Other files that can be certified are large, and what is asked for need not be a file.
    let mut first = Vec::new();
    std::fs::File::open(file).ok()?.take(FIRST_BYTES).read_to_end(&mut first).ok()?;
    CertificateFile::is_one(&String::from_utf8_lossy(&first)).then_some(())?;
    std::fs::read_to_string(file).ok()
}

/// So many bytes tell whether a file is a certificate.
const FIRST_BYTES: u64 = 64;

/// Writes what was proved. The first specification's is the file itself.
///
/// # Errors
/// What cannot be read or written.
pub fn write(
    target: &Path,
    model_file: &Path,
    model: &SymbolicModel,
    proofs: &[Proof],
) -> Result<(), Problem> {
    let digest = xxh3_64(fronts::text_of(model_file)?.as_bytes());
    for (number, certificate) in proofs {
        let mut name = target.as_os_str().to_os_string();
        if *number > 0 {
            name.push(format!(".{}", number + 1));
        }
        let (name, model_name) = (PathBuf::from(name), model_file.display().to_string());
        let text = CertificateFile::write(certificate, (&model_name, digest), model, *number);
        std::fs::write(&name, text)
            .map_err(|error| Problem::Input(format!("{}: cannot be written: {error}", name.display())))?;
    }
    Ok(())
}

/// `jaywalk certify FILE [MODEL]` for a file with an invariant.
pub fn certify(file: &Path, text: &str, model: Option<&str>) -> ExitCode {
    match shown(text, model) {
        Ok(what) => {
            screen::line(&what);
            ExitCode::SUCCESS
        }
        Err(Problem::Input(what)) => run::complain(&format!("{}: {what}", file.display()), run::BAD_INPUT),
        Err(problem) => run::explain(&problem),
    }
}

fn shown(text: &str, model: Option<&str>) -> Result<String, Problem> {
    let refused = |what: String| Problem::Input(format!("does not fit: {what}"));
    let written = CertificateFile::parse(text).map_err(refused)?;
    let name = model.unwrap_or(&written.model).to_string();
    let path = Path::new(&name);
    let model_text = fronts::text_of(path)?;
    if xxh3_64(model_text.as_bytes()) != written.digest {
        return Err(refused(format!("{name} is not the model that it was written for")));
    }
    let smv = read(path, &[])?;
    let number = written.spec.wrapping_sub(1);
    let spec =
        smv.model.specs.get(number).filter(|spec| spec.name.replace(['\n', '\r'], " ") == written.spec_name);
    let spec = spec.ok_or_else(|| {
        refused(format!("{name} has no specification {} that is {}", written.spec, written.spec_name))
    })?;
    let certificate = written.certificate(&smv.model, spec).map_err(refused)?;
    certificate.confirm(&smv.model, spec).map_err(refused)?;
    let clauses = certificate.cubes.len();
    Ok(format!("PASS  {name}  {}: holds, by an inductive invariant of {clauses} clauses", spec.name))
}
