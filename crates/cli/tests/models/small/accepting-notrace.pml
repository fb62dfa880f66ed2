chan q = [2] of { byte }; notrace { q!1; q!2 }
active proctype P() { if :: q!1; q!2 :: q!2; q!1 fi }
