package gov.nasa.arc.ase.jpf.jvm;

/** The calls of {@link jaywalk.Verify} under the name that the first versions of Java PathFinder had for them. */
public class Verify extends jaywalk.Verify {
    protected Verify() {}
}
