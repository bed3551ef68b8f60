insert into unit_member (slot, unit) values ($1, $2)
