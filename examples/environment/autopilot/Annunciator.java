import java.awt.Color;
import java.awt.Font;
import java.awt.GridLayout;
import javax.swing.BorderFactory;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.SwingConstants;

/** The line of lamps that shows the modes: what flies, what is armed, what was dialled. */
public class Annunciator extends JPanel {
    private final JLabel thrust = new JLabel();
    private final JLabel lateral = new JLabel();
    private final JLabel vertical = new JLabel();
    private final JLabel armed = new JLabel();
    private final JLabel altitude = new JLabel();
    private final JLabel speed = new JLabel();
    private final JLabel dial = new JLabel();
    private final JLabel heading = new JLabel();

    Annunciator() {
        super(new GridLayout(2, 4));
    }

    void build() {
        setBackground(Color.BLACK);
        setBorder(BorderFactory.createLineBorder(Color.GRAY));
        JLabel[] lamps = {thrust, lateral, vertical, armed, altitude, speed, dial, heading};
        Font font = new Font("SansSerif", Font.BOLD, 12);
        for (JLabel lamp : lamps) {
            lamp.setForeground(Color.GREEN);
            lamp.setBackground(Color.BLACK);
            lamp.setOpaque(true);
            lamp.setFont(font);
            lamp.setHorizontalAlignment(SwingConstants.CENTER);
            add(lamp);
        }
        // What is armed and does not fly yet has another colour.
        armed.setForeground(Color.WHITE);
    }

    void show(ModeLogic logic, LateralLogic turns, ThrustLogic throttle, Aircraft aircraft) {
        thrust.setText(throttle.mode().shown());
        lateral.setText(turns.mode().shown());
        vertical.setText(logic.mode().shown());
        armed.setText(logic.isArmed() ? "ALT" : "");
        altitude.setText(aircraft.altitude() + ",000");
        speed.setText(aircraft.airspeed() + "00 kt");
        heading.setText(Tapes.points(aircraft.heading()));
    }

    void showDial(int dialled) {
        dial.setText(dialled + ",000");
    }
}
