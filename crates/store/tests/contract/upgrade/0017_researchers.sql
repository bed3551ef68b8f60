-- A colleague of the administrator.
insert into account (id, username, username_key, password_hash, role, researcher, created_at) values
  ('account-17', 'Robin', 'robin', '$argon2id$', 'admin', 1, 1790000000170);
