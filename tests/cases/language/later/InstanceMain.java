//@ run-native
//@ jdk: 25+
// A main method that is neither static nor public and has no parameter.
class InstanceMain {
    private final String greeting;

    InstanceMain() {
        greeting = "made";
    }

    void main() {
        IO.println(greeting + " and run");
        throw new IllegalStateException("out of it");
    }
}
