-- People of an organization: invitations, roles, leaving, and the end of an organization (identity.md 3).
set local role masthead_owner;

create table auth.invitations (
  id text collate "C" primary key,
  organization_id text collate "C" not null references auth.organizations (id),
  email text not null,
  email_key text collate "C" not null,
  role text not null check (role in ('admin', 'editor', 'author', 'viewer')),
  message text,
  token_hash bytea not null unique,
  mailed boolean not null,                              -- whether the present link went by mail, which proves the address
  invited_by text collate "C" not null references auth.users (id),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by text collate "C" references auth.users (id),
  canceled_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (accepted_at is null or canceled_at is null),
  check ((accepted_at is null) = (accepted_by is null))
);
create index on auth.invitations (organization_id, created_at desc, id desc);
create index on auth.invitations (organization_id, email_key) where accepted_at is null and canceled_at is null;

-- Addresses that asked for an account where sign-up is open; the account is made when the mailed link is used.
create table auth.sign_ups (
  token_hash bytea primary key,
  email text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index on auth.sign_ups (expires_at);

alter table auth.invitations enable row level security;
create policy own on auth.invitations for select to masthead_app using (organization_id = app.org());
create policy identity on auth.invitations to masthead_auth, masthead_definer using (true) with check (true);

grant select, insert, update, delete on auth.invitations, auth.sign_ups to masthead_auth;
-- Everything but the hash of the link.
grant select (id, organization_id, email, email_key, role, message, mailed, invited_by, expires_at, accepted_at, accepted_by,
  canceled_at, version, created_at, updated_at) on auth.invitations to masthead_app;
grant select, insert, update on auth.invitations to masthead_definer;
grant delete on auth.memberships to masthead_definer;

-- A deleted organization is gone for every request at once; its rows follow in the background, its id stays taken.
alter table auth.organizations add column deleted_at timestamptz(3), add column purged_at timestamptz(3);
create index on auth.organizations (deleted_at) where deleted_at is not null and purged_at is null;
alter policy own on auth.organizations using (id = app.org() and deleted_at is null);

-- Background work removes the rows of the one organization that its transaction names, from every table of organizations.
create procedure app.let_purge(target regclass) language plpgsql as $$
begin
  execute format('create policy purge on %s to masthead_system using (organization_id = app.org())', target);
  execute format('grant select (organization_id), delete on %s to masthead_system', target);
end $$;
revoke execute on procedure app.let_purge(regclass) from public;

create or replace procedure app.isolate(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy base on %s to masthead_app using (true) with check (true)', target);
  execute format('create policy tenant on %s as restrictive to masthead_app using (organization_id = app.org()) with check (organization_id = app.org())', target);
  call app.let_purge(target);
end $$;

do $$
declare
  target regclass;
begin
  for target in select c.oid::regclass from pg_class c
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  loop
    call app.let_purge(target);
  end loop;
end $$;

set local role masthead_definer;

-- Changes of members and invitations of one organization are one after the other: rules about all of them, such as the
-- last owner, are decided on what this lock shows. No row: the organization was deleted.
create function auth.lock_organization() returns boolean
language sql security definer set search_path = auth, app, pg_temp as $$
  select true from auth.organizations where id = app.org() and deleted_at is null for no key update
$$;

create function auth.change_member_role(member_id text, new_role text) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.memberships set role = new_role, version = version + 1, updated_at = now()
  where organization_id = app.org() and user_id = member_id
$$;

-- Membership, keys, grants and tokens of one member end together (identity.md 3). Answers how many credentials ended.
create function auth.remove_member(member_id text) returns integer
language sql security definer set search_path = auth, app, pg_temp as $$
  with keys as (
    update auth.api_keys set revoked_at = now(), revoked_by = app.usr(), revoked_reason = 'membership_removed'
    where organization_id = app.org() and user_id = member_id and revoked_at is null returning id),
  grants as (
    update auth.oauth_grants set revoked_at = now(), revoked_by = app.usr(), revoked_reason = 'membership_removed'
    where organization_id = app.org() and user_id = member_id and revoked_at is null returning id),
  tokens as (
    delete from auth.oauth_payloads p using auth.oauth_grants g
    where g.organization_id = app.org() and g.user_id = member_id and p.grant_id = g.grant_id),
  gone as (
    delete from auth.memberships where organization_id = app.org() and user_id = member_id)
  select ((select count(*) from keys) + (select count(*) from grants))::integer
$$;

create function auth.has_member_with_address(address_key text) returns boolean
language sql stable security definer set search_path = auth, app, pg_temp as $$
  select exists (select from auth.memberships m join auth.users u on u.id = m.user_id
    where m.organization_id = app.org() and u.email_key = address_key)
$$;

create function auth.add_invitation(new_id text, address text, address_key text, new_role text, new_message text, hash bytea,
  by_mail boolean, created timestamptz, expires timestamptz) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  insert into auth.invitations (id, organization_id, email, email_key, role, message, token_hash, mailed, invited_by, expires_at, created_at, updated_at)
  values (new_id, app.org(), address, address_key, new_role, new_message, hash, by_mail, app.usr(), expires, created, created)
$$;

-- Whoever sends it again vouches for it from now on.
create function auth.renew_invitation(invitation_id text, hash bytea, by_mail boolean, expires timestamptz) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.invitations set token_hash = hash, mailed = by_mail, invited_by = app.usr(), expires_at = expires,
    version = version + 1, updated_at = now()
  where organization_id = app.org() and id = invitation_id and accepted_at is null and canceled_at is null
$$;

create function auth.cancel_invitation(invitation_id text) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.invitations set canceled_at = now(), version = version + 1, updated_at = now()
  where organization_id = app.org() and id = invitation_id and accepted_at is null and canceled_at is null
$$;

-- The slug is free again; the id, which is no slug, takes its place.
create function auth.delete_organization(out members integer, out tokens integer, out invitations integer)
language sql security definer set search_path = auth, app, pg_temp as $$
  with closed as (
    update auth.organizations set deleted_at = now(), slug = id, version = version + 1, updated_at = now() where id = app.org()),
  keys as (
    update auth.api_keys set revoked_at = now(), revoked_by = app.usr(), revoked_reason = 'organization_deleted'
    where organization_id = app.org() and revoked_at is null returning id),
  grants as (
    update auth.oauth_grants set revoked_at = now(), revoked_by = app.usr(), revoked_reason = 'organization_deleted'
    where organization_id = app.org() and revoked_at is null returning id),
  payloads as (
    delete from auth.oauth_payloads p using auth.oauth_grants g where g.organization_id = app.org() and p.grant_id = g.grant_id),
  canceled as (
    update auth.invitations i set canceled_at = now(), version = version + 1, updated_at = now()
    where i.organization_id = app.org() and i.accepted_at is null and i.canceled_at is null returning id),
  gone as (
    delete from auth.memberships where organization_id = app.org() returning user_id)
  select (select count(*) from gone)::integer, ((select count(*) from keys) + (select count(*) from grants))::integer,
    (select count(*) from canceled)::integer
$$;

revoke execute on function auth.lock_organization(), auth.change_member_role(text, text), auth.remove_member(text),
  auth.has_member_with_address(text), auth.add_invitation(text, text, text, text, text, bytea, boolean, timestamptz, timestamptz),
  auth.renew_invitation(text, bytea, boolean, timestamptz), auth.cancel_invitation(text), auth.delete_organization() from public;
grant execute on function auth.lock_organization(), auth.change_member_role(text, text), auth.remove_member(text),
  auth.has_member_with_address(text), auth.add_invitation(text, text, text, text, text, bytea, boolean, timestamptz, timestamptz),
  auth.renew_invitation(text, bytea, boolean, timestamptz), auth.cancel_invitation(text), auth.delete_organization() to masthead_app;
