-- The authorization server (identity.md 9): the records of its library, and the grants as Masthead lists them.
set local role masthead_owner;

create table auth.oauth_payloads (
  model text collate "C" not null,
  id_hash bytea not null,                               -- the ids are the secrets
  payload jsonb not null,
  grant_id text collate "C",                            -- the library's
  uid text collate "C",
  user_id text collate "C",                             -- of an Interaction: the person who opened its page first
  consumed_at timestamptz(3),                           -- the time of the first use
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (model, id_hash)
);
create index on auth.oauth_payloads (grant_id) where grant_id is not null;
create index on auth.oauth_payloads (expires_at) where expires_at is not null;
create index on auth.oauth_payloads (model, created_at);

create table auth.oauth_grants (
  id text collate "C" primary key,                      -- grt_..., the credential of its calls
  grant_id text collate "C" not null unique,            -- the library's
  organization_id text collate "C" not null references auth.organizations (id),
  user_id text collate "C" not null references auth.users (id),
  client_id text not null,
  client_name text not null,
  redirect_host text not null,
  scopes text[] not null,
  resource text not null,
  rate_per_min integer not null default 1200 check (rate_per_min > 0),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  revoked_by text collate "C",
  revoked_reason text,
  last_used_at timestamptz(3),
  last_used_ip_prefix text
);
create index on auth.oauth_grants (organization_id, created_at desc, id desc);
create index on auth.oauth_grants (user_id, client_id, organization_id, created_at desc);
create index on auth.oauth_grants (client_id);

alter table auth.oauth_grants enable row level security;
create policy own on auth.oauth_grants for select to masthead_app using (organization_id = app.org());
create policy identity on auth.oauth_grants to masthead_auth, masthead_definer using (true) with check (true);

grant select, insert, update, delete on auth.oauth_payloads, auth.oauth_grants to masthead_auth;
-- grant_id leads to no token: those are found by hash alone. Still, nothing in the tenant's role needs it.
grant select (id, organization_id, user_id, client_id, client_name, redirect_host, scopes, resource, rate_per_min, created_at,
  expires_at, revoked_at, revoked_by, revoked_reason, last_used_at, last_used_ip_prefix) on auth.oauth_grants to masthead_app;
grant select, insert, update on auth.oauth_grants to masthead_definer;
grant select, delete on auth.oauth_payloads to masthead_definer;

-- A function knows the organization from its transaction, and the person too: null where nobody acted.
set local role masthead_definer;

create function auth.add_oauth_grant(new_id text, new_grant_id text, new_client_id text, new_client_name text, new_redirect_host text,
  new_scopes text[], new_resource text, seconds integer) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  insert into auth.oauth_grants (id, grant_id, organization_id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
  values (new_id, new_grant_id, app.org(), app.usr(), new_client_id, new_client_name, new_redirect_host, new_scopes, new_resource,
    now() + make_interval(secs => seconds))
$$;

-- Ends a grant with everything that was issued for it. False: it had ended before.
create function auth.revoke_oauth_grant(ended_id text, reason text) returns boolean
language sql security definer set search_path = auth, app, pg_temp as $$
  with ended as (
    update auth.oauth_grants set revoked_at = now(), revoked_by = app.usr(), revoked_reason = reason
    where id = ended_id and organization_id = app.org() and revoked_at is null
    returning grant_id
  ), removed as (
    delete from auth.oauth_payloads where grant_id = (select grant_id from auth.oauth_grants where id = ended_id and organization_id = app.org())
  )
  select exists (select from ended)
$$;

revoke execute on function auth.add_oauth_grant(text, text, text, text, text, text[], text, integer), auth.revoke_oauth_grant(text, text) from public;
grant execute on function auth.add_oauth_grant(text, text, text, text, text, text[], text, integer), auth.revoke_oauth_grant(text, text) to masthead_app;
