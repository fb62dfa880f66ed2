//! Certificates as text: they come back as they were written, and what was changed is refused or still true.

mod common;

use common::{Random, holds};
use sat::{Certificate, CertificateFile, ProofMethod, SatFigures, SatTask};
use std::sync::Arc;
use sym::SymbolicModel;

const DIGEST: u64 = 0x00c0_ffee_0000_0001;

fn proof(model: &SymbolicModel, number: usize) -> Option<Certificate> {
    let mut tell = |_: &sat::SatProgress| {};
    let figures = SatFigures::default();
    let mut asked = SatTask { bound: None, stop: Arc::new(|| false), tell: &mut tell, figures };
    sat::answer(model, &model.specs[number], ProofMethod::Ic3, &mut asked)
        .unwrap_or_else(|e| panic!("{e}"))
        .certificate
}

/// What a reader of the file does: everything but comparing the digest.
fn accepts(text: &str, model: &SymbolicModel, number: usize) -> Result<(), String> {
    let file = CertificateFile::parse(text)?;
    if (file.digest, file.spec) != (DIGEST, number + 1) {
        return Err("another model, or another specification".to_string());
    }
    let certificate = file.certificate(model, &model.specs[number])?;
    certificate.check(model, &model.specs[number]).map_err(|refused| refused.to_string())
}

#[test]
fn a_certificate_comes_back_as_it_was_written() {
    let mut written = 0;
    for seed in 0..60 {
        let model = Random::new(seed).model();
        for number in 0..model.specs.len() {
            let Some(certificate) = proof(&model, number) else { continue };
            let text = CertificateFile::write(&certificate, ("a model.smv", DIGEST), &model, number);
            let file = CertificateFile::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!((&*file.model, file.digest, file.spec), ("a model.smv", DIGEST, number + 1));
            assert_eq!(file.certificate(&model, &model.specs[number]), Ok(certificate));
            assert_eq!(accepts(&text, &model, number), Ok(()));
            written += 1;
        }
    }
    assert!(written > 20, "only {written} proofs");
}

/// Of no run everything holds, and a proof of that is inductive; nobody is told that it shows something.
#[test]
fn what_holds_of_nothing_is_not_confirmed() {
    let (mut confirmed, mut vain) = (0, 0);
    for seed in 0..120 {
        let model = Random::new(seed).model();
        for number in 0..model.specs.len() {
            let Some(certificate) = proof(&model, number) else { continue };
            let spec = &model.specs[number];
            let (nothing, ..) = sat::of_nothing(&spec.question);
            let is_vain = holds(&model, &nothing);
            assert_eq!(certificate.check(&model, spec), Ok(()));
            assert_eq!(certificate.confirm(&model, spec).is_err(), is_vain, "seed {seed}, {}", spec.name);
            confirmed += u32::from(!is_vain);
            vain += u32::from(is_vain);
        }
    }
    assert!(confirmed > 20 && vain > 0, "both have to occur: {confirmed}, {vain}");
}

/// Characters changed, lines dropped, doubled and cut: nobody panics, and nothing false is accepted.
#[test]
fn changed_files_certify_nothing_that_is_false() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..80 {
        let mut random = Random::new(seed);
        let (model, other) = (random.model(), random.model());
        for number in 0..model.specs.len() {
            let certificate = proof(&model, number).unwrap_or_default();
            let text = CertificateFile::write(&certificate, ("m.smv", DIGEST), &model, number);
            for _ in 0..20 {
                let mutant = changed(&mut random, &text);
                for against in [&model, &other] {
                    match accepts(&mutant, against, number) {
                        Ok(()) => {
                            assert!(holds(against, &against.specs[number]), "seed {seed}:\n{mutant}");
                            accepted += 1;
                        }
                        Err(why) => {
                            assert!(!why.is_empty());
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 1000 && accepted > 10, "both have to occur: {refused}, {accepted}");
}

fn changed(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut lines: Vec<&str> = text.lines().collect();
    let at = random.below(lines.len());
    match random.below(4) {
        0 => {
            let at = random.below(bytes.len());
            bytes[at] = b"-:0129 abr\n$"[random.below(12)];
        }
        1 => bytes.truncate(random.below(bytes.len())),
        2 => {
            lines.remove(at);
            bytes = lines.join("\n").into_bytes();
        }
        _ => {
            let line = lines[at];
            lines.insert(random.below(lines.len()), line);
            bytes = lines.join("\n").into_bytes();
        }
    }
    String::from_utf8_lossy(&bytes).to_string()
}
