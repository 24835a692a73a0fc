-- Statistics of tables that grow fast are taken at once: a server's own autovacuum may be a minute away, or switched off, and until
-- then each connection reads with the plans of small tables (docs/decisions/database.md#statistics-follow-growth).
set local role masthead_owner;

-- Half of the rows are newer than the statistics. Returns how many tables were done; another node may be at it.
create function app.take_statistics() returns integer
language plpgsql security definer set search_path = app, auth, pg_temp as $$
declare
  grown record;
  done integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('masthead statistics', 0)) then return 0; end if;
  for grown in
    select schemaname, relname from pg_stat_user_tables
    where schemaname in ('app', 'auth') and n_mod_since_analyze > 100 + 0.5 * n_live_tup
    order by n_mod_since_analyze desc limit 20
  loop
    begin
      execute format('lock table only %I.%I in share update exclusive mode nowait', grown.schemaname, grown.relname);
      execute format('analyze %I.%I', grown.schemaname, grown.relname);
      done := done + 1;
    exception when lock_not_available then
      -- Somebody else is at this table: the next round looks again.
    end;
  end loop;
  return done;
end $$;
revoke execute on function app.take_statistics() from public;
grant execute on function app.take_statistics() to masthead_system;
