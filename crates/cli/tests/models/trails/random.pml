chan q = [2] of { byte };
active proctype P() { q!1; q!2; q!3 }
active proctype Q() { byte k; q??2; false }
