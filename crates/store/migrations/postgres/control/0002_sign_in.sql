-- Passkeys of people.
create table passkey (
  -- The credential's ID in URL-safe base64.
  id text not null primary key,
  account text not null references account (id) on delete cascade,
  name text not null,
  -- Public key and counter, as JSON.
  credential text not null,
  created_at bigint not null,
  used_at bigint
);
create index passkey_account on passkey (account);

-- How a provider of single sign-on names a person.
create table provider_identity (
  issuer text not null,
  subject text not null,
  account text not null references account (id) on delete cascade,
  primary key (issuer, subject)
);
create index provider_identity_account on provider_identity (account);

-- What the server has to remember of a sign-in, or of a new passkey, from its first call to its last. A row is used
-- once.
create table ceremony (
  -- Hash of the secret that the browser got with the first call.
  id bytea not null primary key,
  kind text not null,
  state text not null,
  until bigint not null
);

-- Roles that a person has because of their groups at the provider: each sign-in there replaces them.
alter table membership add column from_groups bigint not null default 0 check (from_groups in (0, 1));

-- Whether the program may unblind itself, as a person may.
alter table program_token add column may_unblind bigint not null default 0 check (may_unblind in (0, 1));
