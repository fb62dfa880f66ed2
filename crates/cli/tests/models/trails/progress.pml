byte x;
active proctype P() { do :: x < 2 -> x++ :: else -> progress: x = 0 :: x == 1 -> x = 1 od }
