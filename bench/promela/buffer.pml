/* Bounded buffer between producers and consumers who never end, step for step as in
   examples/concurrency/BoundedBuffer.java: a monitor with a wait set, and a ring of places.
   spin -a -DPLACES=2 -DPRODUCERS=2 -DCONSUMERS=2 buffer.pml */

#ifndef PLACES
#define PLACES 2
#endif
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#define THREADS (PRODUCERS + CONSUMERS)

bool locked;
bool waiting[THREADS];
byte items[PLACES];
byte first;
byte size;

inline enter() { atomic { !locked -> locked = true } }
inline leave() { locked = false }

/* Gives the monitor up, waits to be notified, and takes it again. */
inline wait_here(me) {
    d_step { waiting[me] = true; locked = false };
    !waiting[me];
    enter()
}

inline notify_all() {
    d_step {
        byte k = 0;
        do
        :: k < THREADS -> waiting[k] = false; k++
        :: else -> break
        od;
        k = 0
    }
}

proctype producer(byte me; byte item) {
    do
    :: enter();
       do
       :: size == PLACES -> wait_here(me)
       :: else -> break
       od;
       items[(first + size) % PLACES] = item;
       size++;
       assert(size <= PLACES);
       notify_all();
       leave()
    od
}

proctype consumer(byte me) {
    byte item;
    do
    :: enter();
       do
       :: size == 0 -> wait_here(me)
       :: else -> break
       od;
       item = items[first];
       items[first] = 0;
       first = (first + 1) % PLACES;
       size--;
       notify_all();
       leave();
       assert(item > 0);
       item = 0
    od
}

init {
    byte i = 0;
    do
    :: i < PRODUCERS -> run producer(i, i + 1); i++
    :: else -> break
    od;
    do
    :: i < THREADS -> run consumer(i); i++
    :: else -> break
    od
}
