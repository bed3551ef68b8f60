-- A unit of people, one of simulated participants, one without its code, and a member of the first.
insert into unit values
  (1, 'class-7b', 'north', 1, 1, 'treatment_0', 'bundle-1', 1790000000140),
  (2, null, 'north', 2, 1, 'control_0', 'bundle-1', 1790000000141),
  (-1, 'class-7b', 'north', 1, 1, 'control_0', 'bundle-1', 1790000000142);
insert into unit_member values (5, 1);
