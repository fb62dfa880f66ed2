//! Calls of `Verify` by which a program steers the search.

use vm::{Answer, Args, Context, Ref, Registry, Stop, Touch, Trap};

pub fn register(registry: &mut Registry, class: &str) {
    registry.add(class, "ignoreIf(Z)V", |m, a| leave_out(m, a.boolean(0)));
    registry.add(class, "stopIfVisited(Ljava/lang/Object;)V", stop_if_visited);
    registry.add(class, "breakTransition(Ljava/lang/String;)V", break_transition);
    registry.add(class, "breakTransition(Ljava/lang/String;II)I", break_with_choice);
    registry.add(class, "isCalledFromClass(Ljava/lang/String;)Z", is_called_from);
    for (name, goes_on) in [("storeTrace", true), ("storeTraceAndTerminate", false)] {
        let (plain, conditional) = match goes_on {
            true => (keep as vm::Native, keep_if as vm::Native),
            false => (keep_and_end as vm::Native, keep_and_end_if as vm::Native),
        };
        registry.add(class, &format!("{name}(Ljava/lang/String;Ljava/lang/String;)V"), plain);
        registry.add(class, &format!("{name}If(ZLjava/lang/String;Ljava/lang/String;)V"), conditional);
    }
    registry.add(class, "beginAtomic()V", |m, a| m.begin_atomic(a.thread, Touch::Anything).map(|()| 0));
    registry.add(class, "endAtomic()V", end_atomic);
    registry.add(class, "terminateSearch()V", terminate);
    registry.add(class, "setHeuristicSearchValue(I)V", |m, a| set_heuristic(m, a.int(0)));
    registry.add(class, "resetHeuristicSearchValue()V", |m, _| set_heuristic(m, 0));
    registry.add(class, "getHeuristicSearchValue()I", |m, _| Ok(vm::int(m.across()?.heuristic_value)));
    registry.add(class, "vmIsMatchingStates()Z", |m, _| Ok(u64::from(m.is_exploring())));
    registry.add(class, "isRunningInJPF()Z", |m, _| Ok(u64::from(m.is_exploring())));
    // A path is told as it was found: whoever went another way when asked here would not come to its end.
    registry.add(class, "isTraceReplay()Z", |_, _| Ok(0));
    registry.add(class, "assertTrue(Z)V", |m, a| {
        assert_true(m, &a, a.boolean(0), |_| "Verify.assertTrue failed".to_string())
    });
    registry.add(class, "assertTrue(Ljava/lang/String;Z)V", |m, a| {
        assert_true(m, &a, a.boolean(1), |m| super::output::text(m, a.maybe(0)))
    });
    // Hints for heuristic searches, and marks for tools that we are not.
    for hint in [
        "interesting(Z)V",
        "boring(Z)V",
        "setAnnotation(Ljava/lang/String;)V",
        "busyWait(J)V",
        "atLabel(Ljava/lang/String;)V",
        "atLabel(I)V",
        "instrumentPoint(Ljava/lang/String;)V",
        "instrumentPointDeep(Ljava/lang/String;)V",
        "instrumentPointDeepRecur(Ljava/lang/String;I)V",
        // What is shared is known here, and never guessed.
        "freezeSharedness(Ljava/lang/Object;Z)V",
    ] {
        registry.add(class, hint, crate::nothing);
    }
}

/// Ends the path where it is of no interest: a program that is only run ends well.
pub fn leave_out(cx: &mut Context<'_>, condition: bool) -> Answer {
    match (condition, cx.is_exploring()) {
        (false, _) => Ok(0),
        (true, true) => Err(Trap::Stop(Box::new(Stop::Pruned))),
        (true, false) => Err(Trap::Stop(Box::new(Stop::Exit(0)))),
    }
}

fn stop_if_visited(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let goes_on = !cx.is_exploring() || cx.visit_structure(args.maybe(0))?;
    leave_out(cx, !goes_on)
}

fn break_transition(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    match cx.is_exploring() {
        true => Err(Trap::Yield(0)),
        false => Ok(0),
    }
}

/// One of the numbers from the first to the last.
fn break_with_choice(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    super::choices::between(cx, &args, args.int(1), args.int(2))
}

/// A method of the class, or of one that extends it, is on the way to the caller.
fn is_called_from(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = cx.text(args.object(0)?).replace('.', "/");
    let program = cx.program();
    let is_it = |class: vm::program::ClassId| program.classes[class].name.as_str() == name;
    let mut callers = cx.callers(args.thread).map(|method| program.methods[method].class);
    let found = callers.any(|class| program.classes[class].ancestors.iter().any(|&ancestor| is_it(ancestor)));
    Ok(u64::from(found))
}

fn keep(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    keep_path(cx, &args, 0, true)
}

fn keep_and_end(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    keep_path(cx, &args, 0, false)
}

fn keep_if(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    if args.boolean(0) { keep_path(cx, &args, 1, true) } else { Ok(0) }
}

fn keep_and_end_if(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    if args.boolean(0) { keep_path(cx, &args, 1, false) } else { Ok(0) }
}

/// A path that the program wants to keep is a finding: it is told, has a replay string, and `--repro` writes it down.
/// Where the path shall go on as well, whether it ends here is a choice, so that what comes behind it is searched,
/// and first. Parameter `first` is the name of a file, the next one a comment.
fn keep_path(cx: &mut Context<'_>, args: &Args<'_>, first: usize, goes_on: bool) -> Answer {
    if !cx.is_exploring() || (goes_on && cx.ask(args.thread, 2)? == 0) {
        return Ok(0);
    }
    let said = |cx: &Context<'_>, text: Ref, before: &str| match text.is_null() {
        true => String::new(),
        false => format!("{before}{}", super::output::text(cx, text)),
    };
    let comment = said(cx, args.maybe(first + 1), ": ");
    let file = match said(cx, args.maybe(first), "") {
        file if file.is_empty() => file,
        file => format!(" (to keep it in {file}, which is what --repro {file} does)"),
    };
    let mut details = cx.watched_stack(args.thread);
    details.retain(|line| !line.ends_with("(Native Method)"));
    Err(Trap::Stop(Box::new(Stop::Kept {
        message: format!("the program asks for the path to here{comment}{file}"),
        details,
    })))
}

fn end_atomic(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    cx.end_atomic(args.thread);
    Ok(0)
}

fn terminate(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    let stop = if cx.is_exploring() { Stop::Finished } else { Stop::Exit(0) };
    Err(Trap::Stop(Box::new(stop)))
}

fn set_heuristic(cx: &mut Context<'_>, value: i32) -> Answer {
    cx.across()?.heuristic_value = value;
    Ok(0)
}

fn assert_true(
    cx: &Context<'_>,
    args: &Args<'_>,
    condition: bool,
    message: impl FnOnce(&Context<'_>) -> String,
) -> Answer {
    match condition {
        true => Ok(0),
        // Java's own code names its line in the trace.
        false if !cx.is_exploring() && super::has_body(cx, args) => Err(Trap::Original),
        false => Err(Trap::raise("java/lang/AssertionError", message(cx))),
    }
}
