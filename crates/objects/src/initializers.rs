//! Initializers of classes that calls are the first to need. They run before all calls, so that every structure is
//! looked at in the same world, and that must make no difference.

use crate::system::Objects;
use classfile::{Access, Kind};
use vm::program::{Loader, statics};
use vm::{ClassId, Ref};

impl Objects {
    /// Classes that a call was the first to need, and whose initializers may run before all calls, whatever they do
    /// beside: those of the JDK, where no program can tell in which order they ran, and, with `who` makes the objects,
    /// those of the objects, with which every sequence begins. Whether there are any that were not known.
    pub(crate) fn hoist(&mut self, written: &[Ref], makes_objects: bool) -> bool {
        let known = self.early.len();
        if makes_objects {
            for class in self.foremost.clone() {
                if self.is_newly_initialized(written, class) {
                    self.early.push(class);
                }
            }
        }
        let owners = written.iter().filter_map(|&object| self.machine.program.class_of_statics(object));
        let is_new = |&class: &ClassId| {
            self.machine.program.classes[class].loader == Loader::Boot
                && self.is_newly_initialized(written, class)
        };
        let new: Vec<ClassId> = owners.filter(is_new).collect();
        self.early.extend(new);
        self.early.len() > known
    }

    fn is_newly_initialized(&self, written: &[Ref], class: ClassId) -> bool {
        let statics = self.machine.program.classes[class].statics;
        written.contains(&statics)
            && !self.early.contains(&class)
            && self.changed_unit(statics) == Some(statics::STATE)
            && self.machine.heap.get32(statics, statics::STATE) == statics::DONE
    }

    /// The enum class whose constants this mirror has begun to keep, for `valueOf`, `EnumMap` and `EnumSet`, if it is
    /// not known yet that it does: they are there before all calls then.
    pub(crate) fn constants_kept(&self, mirror: Ref) -> Option<ClassId> {
        let heap = &self.machine.heap;
        let class = self
            .machine
            .mirrored(mirror)
            .ok()
            .filter(|_| heap.class_of(mirror) == self.machine.known().class)?;
        let is_enum = self.machine.program.classes[class].access.has(Access::ENUM);
        (is_enum && !self.asked_constants.contains(&class)).then_some(class)
    }

    /// Lets enum classes keep their constants that calls ask for by their class. One that is not initialized is not:
    /// what its initializer does is a matter of the call that needs it first.
    pub(crate) fn keep_constants(&mut self) {
        let known = self.machine.known().class;
        let of_class = self.machine.program.classes[known].methods.iter().copied();
        let mut methods = of_class
            .filter(|&method| self.machine.program.methods[method].name.as_str() == "enumConstantDirectory");
        let Some(directory) = methods.next() else { return };
        for class in self.asked_constants.clone() {
            let (statics, mirror) = {
                let class = &self.machine.program.classes[class];
                (class.statics, class.mirror)
            };
            let is_done =
                !statics.is_null() && self.machine.heap.get32(statics, statics::STATE) == statics::DONE;
            if is_done && !mirror.is_null() {
                // What fails here fails where it is asked for.
                let _ = self.machine.call(self.main, directory, &[u64::from(mirror.0)]);
                self.settle_thread();
            }
        }
    }

    /// Why it makes a difference that the initializers of the program's classes run before all calls, if it does. One
    /// changes what a class has that was initialized before it: each is tried as the last of those that do not need it.
    /// Or two need each other and it shows which was the first, as it does not of an enum class and those of its
    /// constants. The base is to be made anew behind this.
    pub(crate) fn entangled_initializers(&mut self) -> Option<String> {
        let own: Vec<ClassId> = self.early.iter().copied().filter(|&class| self.is_late(class)).collect();
        let mut needs: Vec<Vec<ClassId>> = Vec::new();
        for &class in &own {
            self.initialize_anew(&[class]);
            let needed = own.iter().copied().filter(|&other| other != class && self.is_initialized(other));
            needs.push(needed.collect());
        }
        let need = |one: ClassId, other: ClassId| {
            own.iter().zip(&needs).any(|(&class, needed)| class == one && needed.contains(&other))
        };
        let pairs = own.iter().flat_map(|&one| own.iter().map(move |&other| (one, other)));
        let circles: Vec<_> =
            pairs.filter(|&(one, other)| one < other && need(one, other) && need(other, one)).collect();
        let circle = circles
            .into_iter()
            .find(|&(one, other)| self.world_after(&[one, other]) != self.world_after(&[other, one]));
        let class = match circle {
            Some((class, _)) => class,
            None => own.iter().copied().find(|&class| self.changes_others(class, &own, &needs))?,
        };
        let name = self.machine.program.classes[class].external_name();
        Some(format!(
            "the initializer of {name} changes what other classes have, or needs one that needs it: it matters which \
             call is the first to need it, and that is no part of a structure"
        ))
    }

    /// The initializer of a class changes what others have, tried behind those that do not need it.
    fn changes_others(&mut self, class: ClassId, own: &[ClassId], needs: &[Vec<ClassId>]) -> bool {
        let others =
            own.iter().zip(needs).filter(|(other, needed)| **other != class && !needed.contains(&class));
        let others: Vec<ClassId> = others.map(|(&other, _)| other).collect();
        self.initialize_anew(&others);
        let seen: Vec<ClassId> = self.initialized().into_iter().filter(|&other| other != class).collect();
        let before = self.statics_of(&seen);
        let _ = self.machine.initialize_now(self.main, class);
        self.settle_thread();
        self.statics_of(&seen) != before
    }

    /// What all classes have once these are initialized, one after the other.
    fn world_after(&mut self, classes: &[ClassId]) -> (Vec<u64>, Vec<u8>) {
        self.initialize_anew(classes);
        let seen = self.initialized();
        self.statics_of(&seen)
    }

    /// The program's classes that are initialized.
    fn initialized(&self) -> Vec<ClassId> {
        let classes = self.machine.program.classes.iter();
        let of_program = classes.filter(|(_, class)| class.loader == Loader::App).map(|(id, _)| id);
        of_program.filter(|&class| self.is_initialized(class)).collect()
    }

    /// A class of the program whose initializer comes where a call first needs it, not before everything else.
    fn is_late(&self, class: ClassId) -> bool {
        self.machine.program.classes[class].loader == Loader::App && !self.foremost.contains(&class)
    }

    /// The machine as it was booted, with the classes initialized that come first anyway, and then these.
    fn initialize_anew(&mut self, classes: &[ClassId]) {
        self.machine.forget_path_to(None);
        self.machine.begin_epoch();
        let first = self.early.iter().copied().filter(|&class| !self.is_late(class));
        let all: Vec<ClassId> = first.chain(classes.iter().copied()).collect();
        for class in all {
            let _ = self.machine.initialize_now(self.main, class);
            self.settle_thread();
        }
    }

    fn is_initialized(&self, class: ClassId) -> bool {
        let fields = self.machine.program.classes[class].statics;
        !fields.is_null() && self.machine.heap.get32(fields, statics::STATE) == statics::DONE
    }

    /// What can be reached from static fields of classes, up to where it lies.
    fn statics_of(&mut self, classes: &[ClassId]) -> (Vec<u64>, Vec<u8>) {
        let (mut words, mut roots) = (Vec::new(), Vec::new());
        let machine = &self.machine;
        for &class in classes {
            let class = &machine.program.classes[class];
            let fields = class.fields.iter().map(|&field| &machine.program.fields[field]);
            for field in fields.filter(|field| field.access.is_static()) {
                match field.kind {
                    Kind::Ref => roots.push(machine.heap.get_ref(class.statics, field.unit)),
                    kind if kind.is_wide() => words.push(machine.heap.get64(class.statics, field.unit)),
                    _ => words.push(u64::from(machine.heap.get32(class.statics, field.unit))),
                }
            }
        }
        let form = match self.forms.of(machine, &roots) {
            Ok(form) => form.to_vec(),
            Err(why) => why.into_bytes(),
        };
        // Which of them each field refers to; what is not among them is of the base.
        words.extend(roots.iter().map(|root| {
            let place = self.forms.objects().iter().position(|object| object == root);
            place.map_or(u64::from(root.0) << 1, |at| (at as u64) << 1 | 1)
        }));
        (words, form)
    }
}
