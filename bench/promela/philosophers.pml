/* Dining philosophers who take the fork with the lower number first, step for step as in
   examples/concurrency/DiningPhilosophers.java: a lock and a mark of use for each fork.
   spin -a -DGUESTS=6 philosophers.pml */

#ifndef GUESTS
#define GUESTS 3
#endif

bool locked[GUESTS];
bool in_use[GUESTS];

inline lock(fork) { atomic { !locked[fork] -> locked[fork] = true } }
inline unlock(fork) { locked[fork] = false }
inline use(fork) { assert(!in_use[fork]); in_use[fork] = true }
inline lay(fork) { in_use[fork] = false }

proctype philosopher(byte lower; byte higher) {
    do
    :: lock(lower);
       use(lower);
       lock(higher);
       use(higher);
       lay(higher);
       unlock(higher);
       lay(lower);
       unlock(lower)
    od
}

init {
    byte i = 0;
    do
    :: i < GUESTS - 1 -> run philosopher(i, i + 1); i++
    :: else -> break
    od;
    run philosopher(0, GUESTS - 1)
}
