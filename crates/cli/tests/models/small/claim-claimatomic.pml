byte x, y; never { do :: x == 1 -> break :: else od }
active proctype P() { do :: atomic { x = 1; if :: y = 1 :: y = 2 fi; x = 0 } od }
