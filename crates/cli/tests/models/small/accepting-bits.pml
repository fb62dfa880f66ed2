chan r = [0] of { bit };
active proctype P() { r!3 }
active proctype Q() { byte a; if :: r?3 -> assert(0) :: r?a; assert(a == 1) fi }
