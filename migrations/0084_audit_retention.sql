-- The one role that removes audit records (docs/decisions/audit.md#removed-by-one-role). Roles belong to the whole cluster, so another
-- database may have made it already.
do $$
declare
  name text;
begin
  foreach name in array array['masthead_retention'] loop
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

set local role masthead_owner;

grant usage on schema app, auth to masthead_retention;

-- How long an organization keeps its records.
alter table auth.organizations add column audit_days integer not null default 400 check (audit_days >= 90);
create policy retention on auth.organizations for select to masthead_retention using (true);
grant select (id, audit_days, deleted_at, purged_at) on auth.organizations to masthead_retention;

-- Up to which seal records may be gone, signed: what is missing without it was removed by somebody else.
create table app.audit_removal (
  organization_id text collate "C" not null,
  n integer not null,                                   -- the last seal whose records may be gone
  last_id text collate "C" not null,                    -- of its records
  removed_at timestamptz(3) not null,
  mac text not null,                                    -- <kid>:<HMAC of all that>
  primary key (organization_id, n)
);
call app.isolate('app.audit_removal');
create policy retention on app.audit_removal to masthead_retention using (true) with check (true);
create policy verifying on app.audit_removal to masthead_system using (true);
create policy dropping on app.audit_removal for select to masthead_owner using (true);
grant select, insert on app.audit_removal to masthead_app;
grant select on app.audit_removal to masthead_system;
grant select, insert, delete on app.audit_removal to masthead_retention;

-- Records and seals go by this role alone, those of a deleted organization, too.
drop policy retention on app.audit_record;
create policy sealing on app.audit_record for select to masthead_system using (true);
create policy retention on app.audit_record to masthead_retention using (true);
create policy retention on app.audit_seal to masthead_retention using (true);
drop policy purge on app.audit_record;
drop policy purge on app.audit_seal;
drop policy purge on app.audit_removal;
revoke delete, select (organization_id) on app.audit_record, app.audit_seal, app.audit_removal from masthead_system;
grant select (organization_id, id, created_at), delete on app.audit_record to masthead_retention;
grant select (organization_id, n, last_id), delete on app.audit_seal to masthead_retention;

create or replace function app.audit_is_append_only() returns trigger language plpgsql as $$
begin
  if current_user ~ '^masthead_retention(__|$)' and tg_op = 'DELETE' then return old; end if;
  raise exception 'audit records are append-only' using errcode = '42501';
end $$;
create trigger append_only before update or delete on app.audit_removal for each row execute function app.audit_is_append_only();
create trigger no_truncate before truncate on app.audit_removal for each statement execute function app.audit_is_append_only();

-- Drops a month in which no organization has a record that it still keeps. True: it is gone.
create function app.drop_audit_partition(month text) returns boolean
language plpgsql security definer set search_path = app, auth, pg_temp as $$
declare
  name text := 'audit_record_' || month;
  keeps boolean;
begin
  if month !~ '^\d{4}_\d{2}$' or not exists (
    select from pg_inherits where inhparent = 'app.audit_record'::regclass and inhrelid = to_regclass('app.' || name)) then
    return false;
  end if;
  execute format('select exists (select from app.%I r where not exists (
    select from app.audit_removal m where m.organization_id = r.organization_id and m.last_id >= r.id))', name) into keeps;
  if keeps then return false; end if;
  execute format('drop table app.%I', name);
  return true;
end $$;
revoke execute on function app.drop_audit_partition(text) from public;
grant execute on function app.drop_audit_partition(text) to masthead_retention;
