-- Addresses for invitations to later parts, sealed with the server key. They belong to the account: the research data
-- do not refer to them, and no export reads them.
create table address (
  account text not null primary key references account (id),
  sealed bytea not null,
  given_at bigint not null,
  unsubscribed_at bigint
);

-- Messages about later parts, written with the part's times when the earlier part is completed. One that is reserved is
-- being sent; if that is not recorded in time, it is sent again, under the same ID.
create table message (
  participant text not null references participant (id),
  wave text not null,
  message text not null,
  due_at bigint not null,
  reserved_until bigint,
  sent_at bigint,
  failed_at bigint,
  attempts bigint not null default 0,
  last_error text,
  primary key (participant, wave, message)
);

create index message_due on message (due_at);
