byte x;
active proctype P() { accept_0: x = 1 }
active proctype Q() { end: x == 2 }
