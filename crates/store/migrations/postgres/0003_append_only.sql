-- Entries of the audit log are added, and that is all: no statement of the program does anything else, and none of
-- anybody else's either as long as this trigger is there. What was done after taking it away shows in the chain.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', lower(tg_op);
end
$$;

create trigger audit_is_append_only before update or delete or truncate on audit
for each statement execute function audit_is_append_only();
