byte x;
active proctype P() { x = 1; accept_z: end: x == 5 }
