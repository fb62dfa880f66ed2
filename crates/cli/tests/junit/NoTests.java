/** Has nothing to run. */
public class NoTests {}
