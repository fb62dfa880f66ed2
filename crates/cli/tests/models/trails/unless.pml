byte x;
active proctype P() { atomic { x = 1; if :: x = 2 :: x = 3 fi }; { x = 4; x = 5 } unless { x == 3 }; assert(x == 5) }
