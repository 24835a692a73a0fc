-- An engine whose key was refused works again, as far as anybody knows, once the key of its provider changes.
set local role masthead_owner;

create function app.forget_engine_fault() returns trigger language plpgsql set search_path = app, public, pg_temp as $$
declare
  changed app.model_key := case when tg_op = 'DELETE' then old else new end;
begin
  update app.asv_engine set fault = null
  where organization_id = changed.organization_id and provider = changed.provider and fault is not null;
  return changed;
end $$;
revoke execute on function app.forget_engine_fault() from public;
create trigger forget_engine_fault after insert or update or delete on app.model_key for each row
  execute function app.forget_engine_fault();
