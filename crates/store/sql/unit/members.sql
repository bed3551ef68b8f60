select slot, unit from unit_member where slot > 0 order by slot
