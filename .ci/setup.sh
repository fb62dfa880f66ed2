# Sourced by ./demo and ./test: what a fresh Debian or Ubuntu with a Rust toolchain still lacks.
# Sets JAVA to the java of the JDK that is used.

say() {
    if [ -t 2 ] && [ -z "${NO_COLOR:-}" ]; then
        printf '\n\033[1m%s\033[0m\n' "$*" >&2
    else
        printf '\n%s\n' "$*" >&2
    fi
}

# Prints a command before running it. On standard error, so that output can still be piped.
run() {
    say "+ $*"
    "$@"
}

install() {
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    if ! command -v apt-get >/dev/null; then
        echo "please install: $* (this machine has no apt-get)" >&2
        return 1
    fi
    run "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

refresh_packages() {
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    command -v apt-get >/dev/null || return 0
    run "${as_root[@]}" apt-get update
}

if ! command -v cargo >/dev/null; then
    echo "no cargo on the path: install a Rust toolchain first, see https://rustup.rs" >&2
    exit 1
fi

if ! command -v cc >/dev/null; then
    refresh_packages
    install gcc libc6-dev
fi

# The SAT solver is built from its C++ source.
if ! command -v c++ >/dev/null; then
    refresh_packages
    install g++
fi

# The JDK is both the class library that programs run on and the oracle of the tests.
if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/javac" ]; then
    JAVA=$JAVA_HOME/bin/java
else
    if ! command -v javac >/dev/null; then
        refresh_packages
        install openjdk-17-jdk-headless || install default-jdk-headless
    fi
    # Next to javac, because another java may come first on the path.
    JAVA=$(dirname "$(readlink -f "$(command -v javac)")")/java
fi

# The home of a JDK of this major version, or nothing: JAYWALK_JDK_<version>, else what is installed below /usr/lib/jvm.
find_jdk() {
    local version=$1 given="JAYWALK_JDK_$1" home
    for home in "${!given:-}" /usr/lib/jvm/*; do
        if [ -x "$home/bin/javac" ] && grep -qs "^JAVA_VERSION=\"$version[.\"]" "$home/release"; then
            echo "$home"
            return
        fi
    done
}

# The same, installed first if the system's packages have it.
need_jdk() {
    local version=$1
    if [ -z "$(find_jdk "$version")" ] && command -v apt-cache >/dev/null; then
        if apt-cache show "openjdk-$version-jdk-headless" >/dev/null 2>&1; then
            install "openjdk-$version-jdk-headless" >&2
        fi
    fi
    find_jdk "$version"
}

# JUnit's jars, for the tests of `jaywalk run --test`. Only ./test asks for them.
need_junit() {
    if [ ! -e /usr/share/java/junit4.jar ] || [ ! -e /usr/share/java/junit-jupiter-engine.jar ]; then
        refresh_packages
        install junit4 junit5
    fi
}

# The small ones of the libraries that cases need. Cases whose library is not there are skipped with a note.
need_libraries() {
    if [ ! -e /usr/share/java/rhino.jar ] || [ ! -e /usr/share/java/clojure.jar ]; then
        refresh_packages
        install librhino-java libclojure-java
    fi
}

# SPIN, the oracle of Promela models. Where it is missing, the comparison is skipped with a note.
need_spin() {
    if ! command -v spin >/dev/null; then
        refresh_packages
        install spin || true
    fi
}

# Maven with the plugins that Debian has, and Gradle: for the tests of builds. Where they are missing, these are skipped with a note.
need_build_tools() {
    local plugins=/usr/share/maven-repo/org
    if ! command -v gradle >/dev/null || [ ! -e "$plugins/codehaus/mojo/exec-maven-plugin" ] ||
        [ ! -e "$plugins/apache/maven/plugins/maven-dependency-plugin" ]; then
        refresh_packages
        install maven gradle libexec-maven-plugin-java libmaven-compiler-plugin-java libmaven-dependency-plugin-java \
            libmaven-resources-plugin-java libsurefire-java || true
    fi
}

# Kotlin's compiler, for the page of the book on other languages. Where it is missing, its commands are skipped with a note.
need_kotlin() {
    if ! command -v kotlinc >/dev/null; then
        refresh_packages
        install kotlin || true
    fi
}

# A browser without a window, for the tests of the page that --html writes. Only ./test asks for it.
need_browser() {
    if ! command -v "${JAYWALK_TEST_BROWSER:-chromium}" >/dev/null; then
        refresh_packages
        install chromium
    fi
}
