-- Statistics of one table, in a transaction of its own: one that fails, or takes too long, must not take those of all others with it
-- (docs/decisions/database.md#statistics-follow-growth).
set local role masthead_owner;

-- Returns whether they were taken; another node, or somebody else, may be at the table.
create function app.take_statistics_of(of_table text) returns boolean
language plpgsql security definer set search_path = app, auth, pg_temp as $$
declare
  asked regclass := of_table::regclass;
begin
  if not exists (select from pg_class where oid = asked and relnamespace in ('app'::regnamespace, 'auth'::regnamespace))
    or not pg_try_advisory_xact_lock(hashtextextended('masthead statistics', 0)) then
    return false;
  end if;
  begin
    execute format('lock table only %s in share update exclusive mode nowait', asked);
  exception when lock_not_available then
    return false;
  end;
  execute format('analyze %s', asked);
  return true;
end $$;
revoke execute on function app.take_statistics_of(text) from public;
grant execute on function app.take_statistics_of(text) to masthead_system;
