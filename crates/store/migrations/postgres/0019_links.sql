-- The keyed hash of the recruitment ID whose links open the account; null if none does. Such an account has no password,
-- and an empty hash of it, until its owner sets one.
alter table account add column person bytea;
create unique index account_person on account (person);

-- Keyed hashes of visits by recruitment links, each with that of the attempt that used it: a lost reply is repeated, and
-- nobody else uses the visit again. They identify no person, and erasure keeps them.
create table visit (
  visit bytea not null primary key,
  attempt bytea not null
);
