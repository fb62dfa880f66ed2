//! Method handles made from others: `insertArguments`, `filterReturnValue`, `guardWithTest` and their like.
//!
//! The library makes all of them by a few methods that build and edit `LambdaForm`s. Our natives stand in for
//! these: a form is an object that holds nothing but a line of text, and a combined handle is its type, its
//! form and the values bound to it. The text begins with what is done in the end and goes on with the edits
//! of the arguments and of the result, in the order in which they were made: `target|bind 1|filter 2|return`.
//! From text, type and the types of bound handles one adapter is made for all such handles.

use super::types::{OBJECT, parse, with_handle};
use super::weave::{BoundValue, weave};
use crate::machine::Machine;
use crate::native::{Answer, Args, Context, Native};
use crate::program::{ClassId, Method, MethodId};
use crate::state::heap::Ref;
use crate::synth::param_kinds;
use crate::trap::Trap;
use base::Symbol;
use classfile::{Access, Kind, MemberRef};
use ir::operand::{Dst, Int, Src, Sym};
use ir::{Builder, CallKind, CheckedBody, Op};

/// It stands in the library's package, because what it overrides is visible only there.
pub(super) const COMBINED: &str = "java/lang/invoke/CombinedHandle";
/// The field with the bound values.
pub(super) const VALUES: (&str, &str) = ("values", "[Ljava/lang/Object;");
/// The field of `LambdaForm` that holds the text.
const TEXT: (&str, &str) = ("transformCache", OBJECT);
const FORM: &str = "Ljava/lang/invoke/LambdaForm;";
/// The form of the handle by which the library makes handles with bound values.
const FACTORY: &str = "factory";
const COMBINE: &str =
    "(Ljava/lang/invoke/MethodType;Ljava/lang/invoke/LambdaForm;[Ljava/lang/Object;)Ljava/lang/Object;";

impl Machine {
    /// A form with this text.
    pub fn new_form(&mut self, text: &str) -> Result<Ref, Trap> {
        let class = self.load("java/lang/invoke/LambdaForm")?;
        let form = self.new_object(class)?;
        let text = self.literal_text(text)?;
        let unit = self.unit(class, TEXT)?;
        self.heap.put_ref(form, unit, text);
        Ok(form)
    }

    pub fn form_text(&mut self, form: Ref) -> Result<String, Trap> {
        let unit = self.unit(self.heap.class_of(form), TEXT)?;
        let text = self.heap.get_ref(form, unit);
        match !text.is_null() && self.heap.class_of(text) == self.known().string {
            true => Ok(self.text(text)),
            false => Err(Trap::unsupported("a method handle of a kind that we do not know")),
        }
    }

    /// A handle with this type, form and bound values.
    pub fn new_combined(&mut self, handle_type: Ref, form: Ref, values: &[Ref]) -> Result<Ref, Trap> {
        let class = self.combined_class()?;
        let handle = self.new_object(class)?;
        let values = self.new_ref_array(self.known().objects, values)?;
        let unit = self.unit(class, VALUES)?;
        self.heap.put_ref(handle, unit, values);
        self.set_form(handle, handle_type, form)?;
        Ok(handle)
    }

    /// What the constructor of `MethodHandle` does, and the choice of the adapter.
    pub fn set_form(&mut self, handle: Ref, handle_type: Ref, form: Ref) -> Result<(), Trap> {
        let unit = self.unit(self.heap.class_of(handle), ("form", FORM))?;
        let type_unit = self.known().handle_type;
        self.heap.put_ref(handle, unit, form);
        self.heap.put_ref(handle, type_unit, handle_type);
        match self.form_text(form)?.as_str() {
            FACTORY | "direct" => Ok(()),
            _ => self.prepare_handle(handle),
        }
    }

    /// A handle with one more bound value than `handle`. A primitive value is boxed, and the edit that binds
    /// it says so.
    pub fn extend_combined(
        &mut self,
        handle: Ref,
        handle_type: Ref,
        form: Ref,
        value: (Kind, u64),
    ) -> Result<Ref, Trap> {
        let mut values = self.values_of(handle)?;
        let (kind, word) = value;
        let mut form = form;
        values.push(match kind {
            Kind::Ref => Ref(word as u32),
            primitive => {
                let text = format!("{} {}", self.form_text(form)?, primitive.letter() as char);
                form = self.new_form(&text)?;
                self.new_box(primitive, word)?
            }
        });
        self.new_combined(handle_type, form, &values)
    }

    fn unit(&self, class: ClassId, (name, desc): (&str, &str)) -> Result<u32, Trap> {
        let field = self.program.resolve_field(class, Symbol::new(name), Symbol::new(desc))?;
        Ok(self.program.fields[field].unit)
    }

    fn values_of(&mut self, handle: Ref) -> Result<Vec<Ref>, Trap> {
        let class = self.heap.class_of(handle);
        if class != self.combined_class()? {
            return Ok(Vec::new());
        }
        let values = self.heap.get_ref(handle, self.unit(class, VALUES)?);
        Ok((0..self.heap.len(values)).map(|i| Ref(self.heap.load(values, i))).collect())
    }

    /// The adapter of a combined handle of type `own`.
    pub(super) fn combined_adapter(&mut self, handle: Ref, own: Symbol) -> Result<MethodId, Trap> {
        let unit = self.unit(self.heap.class_of(handle), ("form", FORM))?;
        let form = self.heap.get_ref(handle, unit);
        let text = self.form_text(form)?;
        let values = self.values_of(handle)?;
        let parts =
            values.into_iter().map(|value| self.part(value)).collect::<Result<Vec<BoundValue>, Trap>>()?;
        let key = Symbol::new(&format!("handle {text} {own} {parts:?}"));
        if let Some(&made) = self.made.named.get(&key) {
            return Ok(made);
        }
        let body = weave(&text, &parse(own)?, &parts)?;
        let owner = self.known().method_handle;
        let adapter = self.add_adapter(owner, "invoke", with_handle(own), body);
        self.made.named.insert(key, adapter);
        Ok(adapter)
    }

    /// What code needs to know of a bound value.
    fn part(&mut self, value: Ref) -> Result<BoundValue, Trap> {
        if value.is_null() {
            return Ok(BoundValue::Other);
        }
        let class = self.heap.class_of(value);
        let known = self.known();
        let (handle, handle_type, method_type) = (known.method_handle, known.handle_type, known.method_type);
        if self.program.is_subclass(class, handle) {
            let its_type = self.heap.get_ref(value, handle_type);
            return Ok(BoundValue::Handle(self.type_descriptor(its_type)?));
        }
        if class == method_type {
            return Ok(BoundValue::Type(self.type_descriptor(value)?));
        }
        if self.program.classes[class].name.as_str() == "java/lang/invoke/VarHandle$AccessDescriptor" {
            let mode = self.heap.get32(value, self.unit(class, ("mode", "I"))?);
            return Ok(BoundValue::Access(mode as usize));
        }
        Ok(BoundValue::Other)
    }

    /// The handle that `BoundMethodHandle.SpeciesData.factory` answers.
    pub fn new_factory(&mut self) -> Result<Ref, Trap> {
        let form = self.new_form(FACTORY)?;
        self.new_combined(Ref::NULL, form, &[])
    }

    pub(super) fn is_factory(&mut self, handle: Ref) -> bool {
        self.program.classes[self.heap.class_of(handle)].name.as_str() == COMBINED
            && self.heap.get_ref(handle, self.known().handle_type).is_null()
    }

    /// `factory.invokeBasic(type, form, values...)`.
    pub(super) fn factory_adapter(&mut self, site: Symbol) -> Result<MethodId, Trap> {
        let combine = self.builtin("combine", COMBINE, combine)?;
        let owner = self.known().method_handle;
        let desc = parse(site)?;
        self.adapter(&format!("factory {site}"), owner, with_handle(site).as_str(), None, || {
            let mut b = Builder::new(&[&[true], &param_kinds(&desc.params)[..]].concat());
            let values: Vec<u16> = (3..=desc.params.len() as u16).collect();
            let array = object_array(&mut b, &values);
            let dst = b.reg(true);
            b.call(CallKind::Static, combine, false, &[1, 2, array], Some(dst));
            b.emit(Op::Return { src: Src(dst) });
            b
        })
    }

    /// The class of combined handles.
    fn combined_class(&mut self) -> Result<ClassId, Trap> {
        if let Some(class) = self.made.combined {
            return Ok(class);
        }
        let parent = self.load("java/lang/invoke/BoundMethodHandle")?;
        let mut methods = Vec::new();
        let mut add = |machine: &mut Machine, name: &str, params: &str, ret: &str, native: Native| {
            let desc = format!("({params}){ret}");
            let builtin = machine.builtin(
                name,
                &format!("({HANDLE}{params}){ret}", HANDLE = super::types::HANDLE),
                native,
            )?;
            let access = Access(0);
            let method = Method::declared(ClassId::NONE, access, Symbol::new(name), Symbol::new(&desc));
            methods.push((method, forward(builtin)?));
            Ok::<(), Trap>(())
        };
        let (both, bound) = (
            "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/LambdaForm;",
            "Ljava/lang/invoke/BoundMethodHandle;",
        );
        add(self, "copyWith", both, bound, copy_with)?;
        for kind in ["I", "J", "F", "D"] {
            add(self, &format!("copyWithExtend{kind}"), &format!("{both}{kind}"), bound, copy_with_extend)?;
        }
        add(self, "copyWithExtendL", &format!("{both}{OBJECT}"), bound, copy_with_extend)?;
        let fields = [(Symbol::new(VALUES.0), Symbol::new(VALUES.1))];
        let class = self.program.add_synthesized_class(
            &mut self.heap,
            Symbol::new(COMBINED),
            parent,
            &[],
            &fields,
            methods,
        );
        self.made.combined = Some(class);
        Ok(class)
    }
}

/// A method that hands its receiver and arguments on to a static one.
fn forward(to: MemberRef) -> Result<CheckedBody, Trap> {
    let desc = parse(to.desc)?;
    let mut b = Builder::new(&param_kinds(&desc.params));
    let args: Vec<u16> = (0..desc.params.len() as u16).collect();
    let dst = b.reg(true);
    b.call(CallKind::Static, to, false, &args, Some(dst));
    b.emit(Op::Return { src: Src(dst) });
    b.try_finish().map_err(Trap::internal)
}

/// An `Object[]` of these registers.
pub(super) fn object_array(b: &mut Builder, items: &[u16]) -> u16 {
    let (len, array) = (b.reg(false), b.reg(true));
    b.emit(Op::Const { dst: Dst(len), value: Int(items.len() as i32) });
    let sym = Sym(b.sym(ir::Sym::Class(base::names::OBJECT)));
    b.emit(Op::ANewArray { dst: Dst(array), len: Src(len), sym });
    for (i, &item) in items.iter().enumerate() {
        let at = b.reg(false);
        b.emit(Op::Const { dst: Dst(at), value: Int(i as i32) });
        b.emit(Op::StoreRef { arr: Src(array), at: Src(at), src: Src(item) });
    }
    array
}

/// `type, form, values`.
fn combine(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    let machine = context.machine();
    let array = args.object(2)?;
    let values: Vec<Ref> = (0..machine.heap.len(array)).map(|i| Ref(machine.heap.load(array, i))).collect();
    Ok(u64::from(machine.new_combined(args.object(0)?, args.object(1)?, &values)?.0))
}

/// `this, type, form`.
fn copy_with(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    let machine = context.machine();
    let values = machine.values_of(args.object(0)?)?;
    Ok(u64::from(machine.new_combined(args.object(1)?, args.object(2)?, &values)?.0))
}

/// `this, type, form, value`.
fn copy_with_extend(context: &mut Context<'_>, args: Args<'_>) -> Answer {
    let machine = context.machine();
    let kind = machine.program.methods[args.method].params[3];
    let made =
        machine.extend_combined(args.object(0)?, args.object(1)?, args.object(2)?, (kind, args.words[3]))?;
    Ok(u64::from(made.0))
}
