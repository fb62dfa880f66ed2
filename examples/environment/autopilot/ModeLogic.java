/**
 * The vertical modes of the autopilot and how one becomes another. The logic is that of the tutor: an altitude that was armed is captured when it is
 * near. While it is being captured, the arming is over; whoever moves the wheel then is back in vertical speed, with nothing armed.
 */
public class ModeLogic {
    private final Aircraft aircraft;
    private final Logbook log;
    private Mode mode = Mode.HOLD;
    private int target;
    private boolean isArmed;

    ModeLogic(Aircraft aircraft, Logbook log) {
        this.aircraft = aircraft;
        this.log = log;
    }

    Mode mode() {
        return mode;
    }

    boolean isArmed() {
        return isArmed;
    }

    int target() {
        return target;
    }

    /** The altitude knob is turned and pulled. */
    void armAltitude(int altitude) {
        target = altitude;
        isArmed = true;
        log.note("altitude armed");
    }

    /** The wheel for vertical speed is moved. */
    void moveWheel(int speed) {
        aircraft.setVerticalSpeed(speed);
        enter(Mode.VERTICAL_SPEED);
    }

    /** The button for altitude hold. */
    void hold() {
        aircraft.setVerticalSpeed(0);
        isArmed = false;
        enter(Mode.HOLD);
    }

    /** What the autopilot does in a minute, before the aircraft moves. */
    void think() {
        switch (mode) {
            case VERTICAL_SPEED:
                if (isArmed && isNear()) {
                    enter(Mode.CAPTURE);
                    // The capture takes over from here, and the arming is over.
                    isArmed = false;
                }
                break;
            case CAPTURE:
                capture();
                break;
            case HOLD:
            default:
                aircraft.setVerticalSpeed(0);
        }
    }

    private void enter(Mode next) {
        if (mode != next) {
            mode = next;
            log.note(next.shown());
        }
    }

    /** Within a thousand feet, and on the way. */
    private boolean isNear() {
        int way = target - aircraft.altitude();
        return way != 0 && Math.abs(way) <= 1 && Integer.signum(way) == aircraft.verticalSpeed();
    }

    private void capture() {
        int way = target - aircraft.altitude();
        aircraft.setVerticalSpeed(Integer.signum(way));
        if (way == 0) {
            enter(Mode.HOLD);
        }
    }
}
