-- What minimisation drew for a slot.
insert into draw values (5, 'bundle-1', '{"levels":[[1,0]],"full":[]}', 9007199254740991);
