package gov.nasa.jpf.vm;

/** The calls of {@link jaywalk.Verify} under the name that programs written for Java PathFinder use. */
public class Verify extends jaywalk.Verify {
    protected Verify() {}
}
