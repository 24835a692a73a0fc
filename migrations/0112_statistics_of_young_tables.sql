-- A table is due from twenty rows on when it has grown by half: with the plans of an empty table, each article that is compared with two
-- hundred others reads half of the organization for each of them (docs/decisions/database.md#statistics-follow-growth).
set local role masthead_owner;

-- Returns how many tables were done; another node may be at it.
create or replace function app.take_statistics() returns integer
language plpgsql security definer set search_path = app, auth, pg_temp as $$
declare
  grown record;
  done integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('masthead statistics', 0)) then return 0; end if;
  for grown in
    select s.schemaname, s.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname in ('app', 'auth')
      and (n_mod_since_analyze > 100 + 0.5 * n_live_tup or n_live_tup > 20 + 1.5 * greatest(c.reltuples, 0))
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
