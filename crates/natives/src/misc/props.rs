//! jdk.internal.util.SystemProps.Raw: the system properties that the machine and the platform give. They are
//! the same on every computer.

use base::Symbol;
use classfile::Constant;
use vm::{Answer, Args, Context, Ref, Registry, Trap};

const RAW: &str = "jdk/internal/util/SystemProps$Raw";

pub fn register(registry: &mut Registry) {
    registry.add(RAW, "vmProperties()[Ljava/lang/String;", vm_properties);
    registry.add(RAW, "platformProperties()[Ljava/lang/String;", platform_properties);
}

/// Keys and values in turn.
fn vm_properties(cx: &mut Context<'_>, _: Args<'_>) -> Answer {
    let options = cx.options().clone();
    let feature = options.jdk_feature.to_string();
    let library = format!("{}/lib", options.jdk_home);
    let fixed = [
        ("java.home", options.jdk_home.as_str()),
        ("java.class.path", &options.class_path),
        ("java.library.path", "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib"),
        ("sun.boot.library.path", &library),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", &feature),
        ("java.vm.name", "Jaywalk"),
        ("java.vm.vendor", "Jaywalk"),
        ("java.vm.version", &options.jdk_version),
        ("java.vm.info", "interpreted mode"),
        ("jdk.debug", "release"),
    ];
    let given = options.properties.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let mut strings = Vec::new();
    for (key, value) in fixed.into_iter().chain(given) {
        strings.push(cx.new_string(key)?);
        strings.push(cx.new_string(value)?);
    }
    string_array(cx, &strings)
}

/// An array whose indices are constants of the class, which differ from one JDK to the next: they are read
/// from there.
fn platform_properties(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.program().methods[args.method].class;
    let Some(file) = cx.program().classes[class].file.clone() else {
        return Err(Trap::internal("SystemProps.Raw has no class file"));
    };
    let constants =
        file.fields.iter().filter_map(|field| match file.constants.get(usize::from(field.constant?)) {
            Some(Constant::Integer(value)) => Some((field.name, usize::try_from(*value).ok()?)),
            _ => None,
        });
    let working_folder = cx.options().working_folder.clone();
    let mut strings = Vec::new();
    for (name, index) in constants {
        if name == Symbol::new("FIXED_LENGTH") {
            strings.resize(index.max(strings.len()), Ref::NULL);
        } else if let Some(value) = platform_value(name.as_str(), &working_folder) {
            strings.resize((index + 1).max(strings.len()), Ref::NULL);
            strings[index] = cx.new_string(value)?;
        }
    }
    string_array(cx, &strings)
}

/// What a real JVM finds under `LC_ALL=C.UTF-8` on Linux.
fn platform_value<'a>(index_name: &str, working_folder: &'a str) -> Option<&'a str> {
    Some(match index_name {
        "_display_language_NDX" => "en",
        "_file_encoding_NDX" | "_native_encoding_NDX" | "_sun_jnu_encoding_NDX" => "UTF-8",
        "_stdin_encoding_NDX" | "_stdout_encoding_NDX" | "_stderr_encoding_NDX" => "UTF-8",
        "_file_separator_NDX" => "/",
        "_path_separator_NDX" => ":",
        "_line_separator_NDX" => "\n",
        "_java_io_tmpdir_NDX" => "/tmp",
        "_os_arch_NDX" => "amd64",
        "_os_name_NDX" => "Linux",
        "_os_version_NDX" => "6.0",
        "_sun_arch_data_model_NDX" => "64",
        "_sun_cpu_endian_NDX" => "little",
        "_sun_io_unicode_encoding_NDX" => "UnicodeLittle",
        "_user_dir_NDX" => working_folder,
        "_user_home_NDX" => "/",
        "_user_name_NDX" => "user",
        _ => return None,
    })
}

fn string_array(cx: &mut Context<'_>, strings: &[Ref]) -> Answer {
    let class = cx.known().strings;
    Ok(u64::from(cx.new_ref_array(class, strings)?.0))
}
