delete from bonus
