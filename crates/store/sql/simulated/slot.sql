select arm, form from participant where code = $1 and simulated = 1
