/**
 * What a pilot believes. Who has set an altitude expects the aircraft to level off there, unless he has pressed hold; moving the wheel changes how fast
 * it goes there, and nothing else. Who has selected a heading expects it to turn there, and who has engaged the autothrottle expects it to keep a speed.
 */
public class UserModel {
    private boolean expectsCapture;
    private int altitude;
    private boolean expectsTurn;
    private boolean expectsSpeed;

    void armedAltitude(int armed) {
        expectsCapture = true;
        altitude = armed;
    }

    void movedWheel(int speed) {
        // The wheel is for the speed: what is armed stays armed.
    }

    void pressedHold() {
        expectsCapture = false;
    }

    void selectedHeading() {
        expectsTurn = true;
    }

    void heldHeading() {
        expectsTurn = false;
    }

    void engagedThrottle() {
        expectsSpeed = true;
    }

    void tookLevers() {
        expectsSpeed = false;
    }

    boolean expectsCapture() {
        return expectsCapture;
    }

    int expectedAltitude() {
        return altitude;
    }

    /** After a minute: what is expected has come, or somebody looks after it. */
    void compare(ModeLogic vertical, LateralLogic lateral, ThrustLogic thrust, Aircraft aircraft) {
        compareVertical(vertical, aircraft);
        boolean isTurning = lateral.mode() == LateralMode.HEADING_SELECT;
        assert !expectsTurn || isTurning : "mode confusion: the pilot expects another heading";
        boolean isKept = thrust.mode() == ThrustMode.SPEED;
        assert !expectsSpeed || isKept : "mode confusion: the pilot expects the throttle to keep a speed";
    }

    private void compareVertical(ModeLogic logic, Aircraft aircraft) {
        if (!expectsCapture) {
            return;
        }
        if (aircraft.altitude() == altitude && logic.mode() == Mode.HOLD) {
            expectsCapture = false;
            return;
        }
        boolean isLookedAfter = logic.isArmed() || logic.mode() == Mode.CAPTURE;
        assert isLookedAfter : "mode confusion: the pilot expects " + altitude + ",000 ft, and nobody will level off";
    }
}
