-- An account without a password, and the visit that began it.
insert into account (id, username, username_key, password_hash, role, person, created_at) values
  ('account-19', 'quiet-otter-4821', 'quiet-otter-4821', '', 'participant', cast('a keyed hash of an ID' as BYTES),
   1790000000190);
insert into visit values (cast('a keyed hash of a visit' as BYTES), cast('a keyed hash of an attempt' as BYTES));
