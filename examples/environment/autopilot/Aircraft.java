/**
 * An aircraft as far as an autopilot is concerned. Altitudes are counted in thousands of feet, headings in quarters of a circle, speeds in hundreds of
 * knots: coarse, but enough for every change of a mode.
 */
public class Aircraft {
    /** Higher than this it does not fly in the tutor. */
    static final int CEILING = 4;
    /** Quarters of a circle. */
    static final int HEADINGS = 4;
    static final int SLOWEST = 1;
    static final int FASTEST = 3;

    private int altitude;
    /** -1, 0 or 1: descends, stays, climbs. */
    private int verticalSpeed;
    private int heading;
    /** -1, 0 or 1: to the left, wings level, to the right. */
    private int bank;
    private int airspeed = 2;
    /** -1, 0 or 1: slows down, keeps its speed, speeds up. */
    private int thrust;

    int altitude() {
        return altitude;
    }

    int verticalSpeed() {
        return verticalSpeed;
    }

    int heading() {
        return heading;
    }

    int bank() {
        return bank;
    }

    int airspeed() {
        return airspeed;
    }

    int thrust() {
        return thrust;
    }

    void setVerticalSpeed(int speed) {
        verticalSpeed = limited(speed, -1, 1);
    }

    void setBank(int angle) {
        bank = limited(angle, -1, 1);
    }

    void setThrust(int level) {
        thrust = limited(level, -1, 1);
    }

    boolean isOnGround() {
        return altitude == 0;
    }

    /** A minute of flight. */
    void fly() {
        altitude = limited(altitude + verticalSpeed, 0, CEILING);
        heading = Math.floorMod(heading + bank, HEADINGS);
        airspeed = limited(airspeed + thrust, SLOWEST, FASTEST);
    }

    static int limited(int value, int least, int most) {
        return Math.max(least, Math.min(most, value));
    }
}
