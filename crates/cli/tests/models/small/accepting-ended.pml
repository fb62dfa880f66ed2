byte x;
active proctype P() { x = 1; accept_z: skip }
