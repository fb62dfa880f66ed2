byte x, y; ltl p { [] (x == 0) }
active proctype P() { end: atomic { x = 1; if :: y == 1 :: y == 2 fi; x = 0 } }
active proctype Q() { y = 2 }
