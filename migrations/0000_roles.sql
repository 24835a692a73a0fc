-- Roles and schemas (data.md 4.1). Roles belong to the whole cluster, so another database may have made them already.
do $$
declare
  name text;
begin
  foreach name in array array['masthead_owner', 'masthead_app', 'masthead_auth', 'masthead_search', 'masthead_definer', 'masthead_system'] loop
    begin
      if not exists (select from pg_roles where rolname = name) then
        execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', name);
      end if;
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(current_user, name, 'member') then
      execute format('grant %I to %I', name, current_user);
    end if;
  end loop;
end $$;

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create schema app authorization masthead_owner;
create schema auth authorization masthead_owner;

grant usage on schema app to masthead_app, masthead_auth, masthead_search, masthead_definer, masthead_system;
grant usage on schema auth to masthead_app, masthead_auth, masthead_definer, masthead_system;
-- The owner of a function must be able to own it in its schema.
grant create on schema app to masthead_search;
grant create on schema auth to masthead_definer;

set local role masthead_owner;

-- The organization and the user of the transaction. A setting reads '' after its transaction, hence nullif.
create function app.org() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.organization_id', true), '') $$;
create function app.usr() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '') $$;
grant execute on function app.org(), app.usr() to public;

-- Closes a tenant table: row-level security for everybody, rows of the own organization for requests (data.md 4.3).
create procedure app.isolate(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy base on %s to masthead_app using (true) with check (true)', target);
  execute format('create policy tenant on %s as restrictive to masthead_app using (organization_id = app.org()) with check (organization_id = app.org())', target);
end $$;
revoke execute on procedure app.isolate(regclass) from public;
