-- Whether events are sent only to addresses outside the network of the server, because the webhook was added by somebody
-- who works with a study and does not operate the server.
alter table webhook add column outside bigint not null default 0;
