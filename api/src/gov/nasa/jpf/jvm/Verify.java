package gov.nasa.jpf.jvm;

/** The calls of {@link jaywalk.Verify} under the name that Java PathFinder had for them until its version 6. */
public class Verify extends jaywalk.Verify {
    protected Verify() {}
}
