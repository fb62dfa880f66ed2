//@ run-native
// Exercises the stderr trace and message of an uncaught helpful NullPointerException in a deep chain.
public class UncaughtNullPointer {
    static class Street {
        String name;
    }

    static class Address {
        Street street;

        Street street() { return street; }
    }

    static class Customer {
        private final Address address;

        Customer(Address a) { address = a; }

        String label() {
            return address.street().name
                    .toUpperCase();
        }
    }

    static String print(Customer... all) {
        StringBuilder out = new StringBuilder();
        for (Customer c : all) {
            out.append(c.label()).append(';');
        }
        return out.toString();
    }

    static Customer named(String name) {
        Address a = new Address();
        a.street = new Street();
        a.street.name = name;
        return new Customer(a);
    }

    public static void main(String[] args) {
        System.out.println(print(named("high"), named("low")));
        for (Customer c : new Customer[] {named(null), new Customer(null), null}) {
            try {
                System.out.println(print(c));
            } catch (NullPointerException e) {
                System.out.println(e.getMessage() + " in " + e.getStackTrace()[0].getMethodName());
            }
        }
        print(named("last"), new Customer(new Address()));
    }
}
