-- Entries of the audit log are added, and that is all: no statement of the program does anything else, and none of
-- anybody else's either as long as these triggers are there. What was done after taking them away shows in the chain.
create trigger audit_keeps_what_is_written before update on audit
begin
  select raise(abort, 'the audit log is append-only: no entry can be changed');
end;

create trigger audit_keeps_all before delete on audit
begin
  select raise(abort, 'the audit log is append-only: no entry can be removed');
end;

-- "insert or replace" removes a row without asking the trigger above.
create trigger audit_replaces_nothing before insert on audit
when exists (select 1 from audit where number = new.number)
begin
  select raise(abort, 'the audit log is append-only: no entry can be replaced');
end;
