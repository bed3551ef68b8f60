-- A webhook that somebody who works with the study has added.
insert into webhook (id, url, secret, events, created_at, disabled_at, outside) values
  ('webhook-3', 'https://colleague.example.org/', cast('sealed as well' as BYTES), '["completed"]', 1790000000230, null, 1);
