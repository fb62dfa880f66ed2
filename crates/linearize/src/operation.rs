//! Calls as Java expressions: what the user wrote, and what is made up from a class's public methods.

use crate::client::split;
use crate::drawn::Roles;
use java::{Member, Members};

/// How objects are made: in words, and in Java.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstructorText {
    pub shown: String,
    pub java: String,
}

/// A call as a Java expression on the object `o`: `put(0, 1)` is one of its methods, anything else is taken as
/// it is.
///
/// # Errors
/// There is no such method, or none with so many parameters: the text names those that there are.
pub fn operation(members: &Members, text: &str) -> Result<String, String> {
    let text = text.trim();
    let Some((name, arguments)) = leading_call(text) else { return Ok(text.to_string()) };
    let named: Vec<&Member> = members.methods.iter().filter(|method| method.name == name).collect();
    if named.is_empty() {
        // A method of the user's own code, which gets the object.
        if mentions_object(text) {
            return Ok(text.to_string());
        }
        return Err(unknown(members, name));
    }
    if named.iter().any(|method| fits(method, arguments)) {
        return Ok(format!("o.{text}"));
    }
    let shown: Vec<String> = named.iter().map(|method| method.shown()).collect();
    Err(format!("{} has no {name} with {}; it has {}", members.class, counted(arguments), shown.join(", ")))
}

/// The object of all threads: `Cls(1)` is a constructor of the class, anything else a Java expression. If nothing
/// is given, the constructor with the fewest parameters.
///
/// # Errors
/// There is no such constructor: the text names those that there are.
pub fn made(members: &Members, given: Option<&str>) -> Result<ConstructorText, String> {
    let simple = simple_name(&members.class);
    let constructors = || members.constructors.iter().map(Member::shown).collect::<Vec<_>>().join(", ");
    let Some(text) = given else {
        let mut usable: Vec<(&Member, Vec<String>)> =
            members.constructors.iter().filter_map(|c| Some((c, arguments(c, 0)?))).collect();
        usable.sort_by_key(|(constructor, _)| constructor.parameters.len());
        let Some((_, arguments)) = usable.first().filter(|_| !members.is_abstract) else {
            return Err(format!(
                "give an object of {} with --new: it has {}",
                members.class,
                if members.constructors.is_empty() {
                    "no public constructor".to_string()
                } else {
                    constructors()
                }
            ));
        };
        let call = format!("{simple}({})", arguments.join(", "));
        return Ok(ConstructorText { java: format!("new {call}"), shown: call });
    };
    let text = text.trim();
    match leading_call(text) {
        Some((name, arguments)) if name == simple => {
            if !members.constructors.iter().any(|constructor| fits(constructor, arguments)) {
                let found = constructors();
                return Err(format!(
                    "{simple} has no constructor with {}; it has {found}",
                    counted(arguments)
                ));
            }
            Ok(ConstructorText { shown: text.to_string(), java: format!("new {text}") })
        }
        _ => Ok(ConstructorText { shown: text.to_string(), java: text.to_string() }),
    }
}

/// Operations that were made up, and the methods for which that was not possible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Generated {
    pub operations: Vec<String>,
    pub roles: Roles,
    pub left_out: Vec<String>,
}

/// A call of each public method with small values, where its parameters are of types that have some; of one that is
/// given an object, a call for each of so many threads.
pub fn generated(members: &Members, threads: usize) -> Generated {
    let mut generated = Generated::default();
    let mut giving = Vec::new();
    for method in members.methods.iter().filter(|method| !method.is_static && !is_of_every_object(method)) {
        let Some(arguments) = arguments(method, 0).filter(|_| !is_lazy(method)) else {
            generated.left_out.push(method.shown());
            continue;
        };
        let is_new = generated.number(method, &arguments).is_some();
        if is_new && method.parameters.iter().any(|parameter| is_object(parameter)) {
            giving.push((method, generated.operations.len() - 1));
        } else if is_new && method.parameters.is_empty() && method.returns == OBJECT {
            generated.roles.taking.push(generated.operations.len() - 1);
        }
    }
    generated.roles.giving.push(giving.iter().map(|&(_, number)| number).collect());
    for thread in 1..threads {
        let own = giving.iter().filter_map(|&(method, _)| {
            let arguments = arguments(method, thread)?;
            generated.number(method, &arguments)
        });
        let own = own.collect();
        generated.roles.giving.push(own);
    }
    generated
}

impl Generated {
    /// The number of a call that has none yet.
    fn number(&mut self, method: &Member, arguments: &[String]) -> Option<usize> {
        let call = format!("{}({})", method.name, arguments.join(", "));
        if self.operations.contains(&call) {
            return None;
        }
        self.operations.push(call);
        Some(self.operations.len() - 1)
    }
}

/// Methods that tell about an object as a whole, and are no operations of it.
fn is_of_every_object(method: &Member) -> bool {
    matches!(
        method.name.as_str(),
        "toString" | "hashCode" | "equals" | "getClass" | "notify" | "notifyAll" | "wait"
    )
}

/// What comes back does its work later.
fn is_lazy(method: &Member) -> bool {
    let last = simple_name(&method.returns);
    ["Iterator", "Spliterator", "Stream", "Enumeration", "Condition"].iter().any(|lazy| last.ends_with(lazy))
}

/// The type of what a container holds.
const OBJECT: &str = "java.lang.Object";

/// Something of any kind can be given.
fn is_object(parameter: &str) -> bool {
    matches!(simple_name(parameter), "Object" | "Comparable" | "Integer" | "Number")
}

/// Small values for all parameters. The last object is this thread's own.
fn arguments(member: &Member, thread: usize) -> Option<Vec<String>> {
    let last = member.parameters.iter().filter(|parameter| is_object(parameter)).count();
    let mut objects = 0;
    let mut value = |parameter: &String| {
        if is_object(parameter) {
            objects += 1;
            let own = if objects == last { thread } else { 0 };
            return Some((objects + own).to_string());
        }
        small_value(parameter).map(str::to_string)
    };
    member.parameters.iter().map(&mut value).collect()
}

fn small_value(parameter: &str) -> Option<&'static str> {
    Some(match simple_name(parameter) {
        "int" | "short" | "byte" | "long" => "1",
        "float" | "double" => "1.0",
        "boolean" => "true",
        "char" => "'a'",
        "String" | "CharSequence" => "\"a\"",
        "TimeUnit" => "TimeUnit.SECONDS",
        "Runnable" => "() -> {}",
        "Callable" | "Supplier" => "() -> 1",
        "Function" => "x -> 1",
        "BiFunction" => "(x, y) -> 1",
        "UnaryOperator" => "x -> x",
        "BinaryOperator" => "(x, y) -> y",
        "IntUnaryOperator" | "LongUnaryOperator" | "DoubleUnaryOperator" => "x -> x + 1",
        "IntBinaryOperator" | "LongBinaryOperator" | "DoubleBinaryOperator" => "(x, y) -> x + y",
        "Predicate" => "x -> true",
        "Collection" | "Iterable" | "List" => "List.of(1, 2)",
        "Map" => "Map.of(1, 2)",
        _ => return None,
    })
}

/// The name and the arguments of a call with which the text begins: `put(0, 1)`, `readLock().tryLock()`.
fn leading_call(text: &str) -> Option<(&str, usize)> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let end = text.find(|c: char| !is_name(c))?;
    let name = &text[..end];
    let is_call =
        text[end..].starts_with('(') && !name.is_empty() && !name.starts_with(|c: char| c.is_numeric());
    if !is_call {
        return None;
    }
    let inside = &text[end + 1..];
    let close = closing(inside)?;
    let arguments = inside[..close].trim();
    Some((name, if arguments.is_empty() { 0 } else { split(arguments, ',').len() }))
}

/// Where the bracket closes that was open before the text.
fn closing(text: &str) -> Option<usize> {
    let mut closes = text.char_indices().filter(|&(_, letter)| letter == ')').map(|(at, _)| at);
    closes.find(|&at| is_balanced(&text[..at]))
}

fn is_balanced(text: &str) -> bool {
    let (mut depth, mut literal, mut escaped) = (0_i32, None, false);
    for letter in text.chars() {
        match (literal, letter) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(quote), _) if quote == letter => literal = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => literal = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            _ => {}
        }
    }
    depth == 0 && literal.is_none()
}

fn mentions_object(text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.split(|c: char| !is_name(c)).any(|word| word == "o")
}

fn fits(member: &Member, arguments: usize) -> bool {
    let count = member.parameters.len();
    arguments == count || (member.is_varargs && arguments + 1 >= count)
}

fn counted(arguments: usize) -> String {
    match arguments {
        1 => "1 parameter".to_string(),
        several => format!("{several} parameters"),
    }
}

fn unknown(members: &Members, name: &str) -> String {
    let mut names: Vec<&str> = members.methods.iter().map(|method| method.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    format!("{} has no public method {name}; it has {}", members.class, names.join(", "))
}

/// `Map` of `java.util.Map`, `Entry` of `java.util.Map$Entry`.
fn simple_name(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, parameters: &[&str]) -> Member {
        Member {
            name: name.to_string(),
            parameters: parameters.iter().map(|p| p.to_string()).collect(),
            returns: "void".to_string(),
            is_static: false,
            is_varargs: false,
        }
    }

    fn queue() -> Members {
        Members {
            class: "a.Queue".to_string(),
            package: "a".to_string(),
            is_abstract: false,
            constructors: vec![member("Queue", &["int", "boolean"]), member("Queue", &["int"])],
            methods: vec![
                member("put", &["java.lang.Object", "java.lang.Object"]),
                member("take", &[]),
                member("accept", &["a.Visitor"]),
                member("toString", &[]),
            ],
        }
    }

    #[test]
    fn calls_are_of_the_object() {
        let java = |text: &str| operation(&queue(), text);
        assert_eq!(java("put(f(1, 2), \")\")").unwrap(), "o.put(f(1, 2), \")\")");
        assert_eq!(java("take().size()").unwrap(), "o.take().size()");
        assert_eq!(java("help(o, 1)").unwrap(), "help(o, 1)");
        assert_eq!(java("LockSupport.park()").unwrap(), "LockSupport.park()");
        let wrong = java("put(1)").unwrap_err();
        assert_eq!(wrong, "a.Queue has no put with 1 parameter; it has put(Object, Object)");
        let unknown = java("get()").unwrap_err();
        assert_eq!(unknown, "a.Queue has no public method get; it has accept, put, take, toString");
    }

    #[test]
    fn objects_are_made() {
        assert_eq!(made(&queue(), None).unwrap().java, "new Queue(1)");
        assert_eq!(made(&queue(), Some("Queue(2, true)")).unwrap().java, "new Queue(2, true)");
        assert_eq!(made(&queue(), Some("new Queue<>(2)")).unwrap().java, "new Queue<>(2)");
        let wrong = made(&queue(), Some("Queue()")).unwrap_err();
        assert_eq!(
            wrong,
            "Queue has no constructor with 0 parameters; it has Queue(int, boolean), Queue(int)"
        );
    }

    #[test]
    fn calls_are_made_up() {
        let mut members = queue();
        members.methods[1].returns = OBJECT.to_string();
        let generated = generated(&members, 2);
        assert_eq!(generated.operations, ["put(1, 2)", "take()", "put(1, 3)"]);
        assert_eq!(generated.roles, Roles { giving: vec![vec![0], vec![2]], taking: vec![1] });
        assert_eq!(generated.left_out, ["accept(Visitor)"]);
    }
}
