byte x, y; ltl p { [] (x != 1) }
active proctype P() { do :: atomic { x = 1; do :: y < 2 -> y++ :: y == 2 -> break :: true -> break od; x = 0; y = 0 } od }
