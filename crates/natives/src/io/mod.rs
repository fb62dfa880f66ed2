//! java.io: standard streams. Files are closed to programs.

use vm::{Answer, Args, Machine, Ref, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let descriptor = "java/io/FileDescriptor";
    registry.add(descriptor, "initIDs()V", crate::nothing);
    registry.add(descriptor, "getHandle(I)J", |_, _| Ok(u64::MAX));
    registry.add(descriptor, "getAppend(I)Z", crate::nothing);
    registry.add(descriptor, "close0()V", crate::nothing);
    registry.add("java/io/FileCleanable", "cleanupClose0(IJ)V", crate::nothing);
    let input = "java/io/FileInputStream";
    registry.add(input, "initIDs()V", crate::nothing);
    registry.add(input, "available0()I", crate::nothing);
    registry.add(input, "read0()I", read_one);
    registry.add(input, "readBytes([BII)I", read_bytes);
    registry.add(input, "isRegularFile0(Ljava/io/FileDescriptor;)Z", crate::nothing);
    registry.add(input, "open0(Ljava/lang/String;)V", refuse);
    let output = "java/io/FileOutputStream";
    registry.add(output, "initIDs()V", crate::nothing);
    registry.add(output, "write(IZ)V", write_one);
    registry.add(output, "writeBytes([BIIZ)V", write_bytes);
    registry.add(output, "open0(Ljava/lang/String;Z)V", refuse);
    let files = "java/io/UnixFileSystem";
    registry.add(files, "initIDs()V", crate::nothing);
    registry.add(files, "canonicalize0(Ljava/lang/String;)Ljava/lang/String;", |_, a| Ok(a.words[1]));
    registry.add(files, "getBooleanAttributes0(Ljava/io/File;)I", crate::nothing);
    registry.add(files, "getBooleanAttributes0(Ljava/lang/String;)I", crate::nothing);
    registry.add(files, "checkAccess(Ljava/io/File;I)Z", crate::nothing);
    registry.add(files, "checkAccess0(Ljava/io/File;I)Z", crate::nothing);
    registry.add("java/io/Console", "istty()Z", crate::nothing);
    registry.add("java/io/Console", "encoding()Ljava/lang/String;", crate::nothing);
    registry.add("java/io/ObjectStreamClass", "initNative()V", crate::nothing);
    registry.add("java/io/ObjectStreamClass", "hasStaticInitializer(Ljava/lang/Class;)Z", has_static_initializer);
}

fn has_static_initializer(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = machine.mirrored(args.object(0)?);
    Ok(u64::from(machine.program.classes[class].clinit.is_some()))
}

/// No file is open to a program, as if permission were missing.
fn refuse(machine: &mut Machine, args: Args<'_>) -> Answer {
    let name = machine.text(args.object(1)?);
    Err(Trap::raise("java/io/FileNotFoundException", format!("{name} (Permission denied)")))
}

/// The number of the file that a stream stands for.
fn descriptor_of(machine: &mut Machine, stream: Ref) -> Result<i32, Trap> {
    let field = |machine: &Machine, object: Ref, name: &str, desc: &str| {
        let class = machine.heap.class_of(object);
        let field = machine.program.resolve_field(class, base::Symbol::new(name), base::Symbol::new(desc))?;
        Ok::<u32, Trap>(machine.program.fields[field].unit)
    };
    let unit = field(machine, stream, "fd", "Ljava/io/FileDescriptor;")?;
    let descriptor = machine.heap.get_ref(stream, unit);
    if descriptor.is_null() {
        return Err(Trap::raise("java/io/IOException", "Stream Closed"));
    }
    let unit = field(machine, descriptor, "fd", "I")?;
    match machine.heap.get32(descriptor, unit) as i32 {
        -1 => Err(Trap::raise("java/io/IOException", "Stream Closed")),
        fd => Ok(fd),
    }
}

fn write_one(machine: &mut Machine, args: Args<'_>) -> Answer {
    let fd = descriptor_of(machine, args.object(0)?)?;
    machine.console.write(fd, &[args.int(1) as u8]);
    Ok(0)
}

fn write_bytes(machine: &mut Machine, args: Args<'_>) -> Answer {
    let fd = descriptor_of(machine, args.object(0)?)?;
    let (array, at, count) = (args.object(1)?, args.int(2), args.int(3));
    let range = range_of(machine, array, at, count)?;
    let bytes = machine.heap.bytes(array)[range].to_vec();
    machine.console.write(fd, &bytes);
    Ok(0)
}

fn read_one(machine: &mut Machine, args: Args<'_>) -> Answer {
    descriptor_of(machine, args.object(0)?)?;
    let mut byte = [0];
    match machine.console.read(&mut byte) {
        0 => Ok(u64::from(u32::MAX)),
        _ => Ok(u64::from(byte[0])),
    }
}

fn read_bytes(machine: &mut Machine, args: Args<'_>) -> Answer {
    descriptor_of(machine, args.object(0)?)?;
    let (array, at, count) = (args.object(1)?, args.int(2), args.int(3));
    let range = range_of(machine, array, at, count)?;
    if range.is_empty() {
        return Ok(0);
    }
    let mut buffer = vec![0; range.len()];
    let read = machine.console.read(&mut buffer);
    if read == 0 {
        return Ok(u64::from(u32::MAX));
    }
    let start = range.start;
    machine.heap.bytes_mut(array)[start..start + read].copy_from_slice(&buffer[..read]);
    Ok(read as u64)
}

fn range_of(machine: &Machine, array: Ref, at: i32, count: i32) -> Result<std::ops::Range<usize>, Trap> {
    let len = machine.heap.len(array);
    match at >= 0 && count >= 0 && at as u64 + count as u64 <= u64::from(len) {
        true => Ok(at as usize..at as usize + count as usize),
        false => Err(Trap::Raise("java/lang/IndexOutOfBoundsException", None)),
    }
}
