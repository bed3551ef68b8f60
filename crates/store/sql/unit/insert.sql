insert into unit (number, code, stratum, slot, block, arm, study_version, allocated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)
