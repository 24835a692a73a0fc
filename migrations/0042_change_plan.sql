-- The plan decides which collections the Content API shows: it changes in a transaction of the organization, which raises its revision
-- (docs/decisions/content-api.md#content-has-revisions).
set local role masthead_definer;

create function auth.change_plan(new_plan text) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.organizations set plan = new_plan, version = version + 1, updated_at = now() where id = app.org()
$$;

revoke execute on function auth.change_plan(text) from public;
grant execute on function auth.change_plan(text) to masthead_app;
