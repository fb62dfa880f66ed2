/**
 * What a pilot believes. Who has set an altitude expects the aircraft to level off there, unless he has pressed hold; moving the wheel changes how fast
 * it goes there, and nothing else.
 */
public class UserModel {
    private boolean expectsCapture;
    private int target;

    void armedAltitude(int altitude) {
        expectsCapture = true;
        target = altitude;
    }

    void movedWheel(int speed) {
        // The wheel is for the speed: what is armed stays armed.
    }

    void pressedHold() {
        expectsCapture = false;
    }

    /** After a minute: the aircraft has come to its altitude, or is on its way with somebody who looks after it. */
    void compare(ModeLogic logic, Aircraft aircraft) {
        if (!expectsCapture) {
            return;
        }
        if (aircraft.altitude() == target && logic.mode() == Mode.HOLD) {
            expectsCapture = false;
            return;
        }
        boolean isLookedAfter = logic.isArmed() || logic.mode() == Mode.CAPTURE;
        assert isLookedAfter : "mode confusion: the pilot expects " + target + ",000 ft, and nobody will level off";
    }
}
