select stratum from participant where id = $1
