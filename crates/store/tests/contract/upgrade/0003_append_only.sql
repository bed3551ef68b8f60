-- An entry under the guards.
insert into audit values (2, 1790000000030, 'Admin', 'exclude', '{"code":"CODE-a"}', cast('h' as BYTES), cast('i' as BYTES));
