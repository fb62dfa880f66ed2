chan r = [0] of { byte };
active proctype P() { byte i; for (i : 0 .. 2) { r!i } }
active proctype Q() { byte k; do :: r?k -> assert(k < 2) od }
