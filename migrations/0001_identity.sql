-- Who may call: people, sessions, organizations, memberships, keys (identity.md 1.1). Schema auth is looked up
-- before an organization is known, so its indexes are global (D-4).
set local role masthead_owner;

-- What the installation knows of itself, for example the probe that shows whether its keys are the right ones.
create table auth.installation (
  name text collate "C" primary key,
  value text not null
);

create table auth.users (
  id text collate "C" primary key,
  email text not null,
  email_key text collate "C" not null unique,           -- normalised, lower case, by the application
  email_verified_at timestamptz(3),
  display_name text not null,
  password_phc text,
  disabled_at timestamptz(3),
  operator boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table auth.organizations (
  id text collate "C" primary key,
  slug text collate "C" not null unique,
  name text not null,
  plan text not null default 'authority' check (plan in ('starter', 'pro', 'authority')),
  credit_balance bigint,                                -- null: unlimited (D-5)
  suspended_at timestamptz(3),
  max_key_days integer check (max_key_days between 1 and 365),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table auth.memberships (
  organization_id text collate "C" not null references auth.organizations (id),
  user_id text collate "C" not null references auth.users (id),
  role text not null check (role in ('owner', 'admin', 'editor', 'author', 'viewer')),
  suspended_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id)
);
create index on auth.memberships (user_id);

create table auth.sessions (
  id text collate "C" primary key,
  token_hash bytea not null unique,
  user_id text collate "C" not null references auth.users (id),
  active_organization_id text collate "C" references auth.organizations (id),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  elevated_until timestamptz(3),
  ip_prefix text,
  user_agent text
);
create index on auth.sessions (user_id);

create table auth.one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('setup', 'reset', 'verify_email', 'change_email')),
  user_id text collate "C" references auth.users (id),
  expires_at timestamptz(3),                            -- null: until used
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create table auth.api_keys (
  id text collate "C" primary key,
  secret_hash bytea not null unique,
  prefix text not null,
  last4 text not null,
  name text not null,
  organization_id text collate "C" not null references auth.organizations (id),
  user_id text collate "C" not null references auth.users (id),
  scopes text[] not null,
  rate_per_min integer not null default 1200 check (rate_per_min > 0),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by text collate "C",
  revoked_reason text,
  last_used_at timestamptz(3),
  last_used_ip_prefix text,
  rotated_from text collate "C" references auth.api_keys (id)
);
create index on auth.api_keys (organization_id, created_at desc, id desc);

-- The exact sliding window of a credential: a ring of its last admissions (identity.md 7). Lost in a crash, on purpose.
create unlogged table auth.rate_head (
  credential_id text collate "C" primary key,
  quota integer not null,
  head bigint not null default 0,
  tail bigint not null default 0
);
create unlogged table auth.rate_ring (
  credential_id text collate "C" not null,
  slot integer not null,
  at timestamptz not null,
  primary key (credential_id, slot)
);

create function auth.rate_hit(credential text, quota integer, window_ms integer, moment timestamptz default null,
  out allowed boolean, out remaining integer, out reset_ms integer)
language plpgsql as $$
declare
  state auth.rate_head;
  oldest timestamptz;
  present timestamptz;
  span interval := make_interval(secs => window_ms / 1000.0);
begin
  insert into auth.rate_head as h (credential_id, quota) values (credential, rate_hit.quota) on conflict do nothing;
  loop
    select * into state from auth.rate_head h where h.credential_id = credential for update;
    exit when found;
    -- A sweep took the row away in between.
    insert into auth.rate_head as h (credential_id, quota) values (credential, rate_hit.quota) on conflict do nothing;
  end loop;
  -- The clock is read after the lock, so that admissions are in the order of their times.
  present := coalesce(moment, clock_timestamp());
  if state.quota <> rate_hit.quota then
    delete from auth.rate_ring r where r.credential_id = credential;
    state.head := 0; state.tail := 0; state.quota := rate_hit.quota;
  end if;
  loop
    exit when state.tail >= state.head;
    select r.at into oldest from auth.rate_ring r where r.credential_id = credential and r.slot = (state.tail % state.quota)::integer;
    exit when oldest is not null and oldest > present - span;
    state.tail := state.tail + 1;
  end loop;
  allowed := state.head - state.tail < state.quota;
  if allowed then
    insert into auth.rate_ring as r (credential_id, slot, at) values (credential, (state.head % state.quota)::integer, present)
      on conflict (credential_id, slot) do update set at = excluded.at;
    if state.head = state.tail then oldest := present; end if;
    state.head := state.head + 1;
  end if;
  update auth.rate_head h set quota = state.quota, head = state.head, tail = state.tail where h.credential_id = credential;
  remaining := state.quota - (state.head - state.tail)::integer;
  reset_ms := greatest(0, ceil(extract(epoch from (oldest + span - present)) * 1000))::integer;
end $$;

-- What requests may see of their own organization.
alter table auth.organizations enable row level security;
create policy own on auth.organizations for select to masthead_app using (id = app.org());
create policy identity on auth.organizations to masthead_auth, masthead_definer using (true) with check (true);
create policy background on auth.organizations for select to masthead_system using (true);
alter table auth.memberships enable row level security;
create policy own on auth.memberships for select to masthead_app using (organization_id = app.org());
create policy identity on auth.memberships to masthead_auth, masthead_definer using (true) with check (true);
alter table auth.api_keys enable row level security;
create policy own on auth.api_keys for select to masthead_app using (organization_id = app.org());
create policy identity on auth.api_keys to masthead_auth, masthead_definer using (true) with check (true);

grant select, insert, update, delete on all tables in schema auth to masthead_auth;
grant execute on function auth.rate_hit(text, integer, integer, timestamptz) to masthead_auth;
grant select on auth.organizations, auth.memberships to masthead_app;
grant select on auth.organizations to masthead_system;
-- Everything but the hash of the secret.
grant select (id, prefix, last4, name, organization_id, user_id, scopes, rate_per_min, created_at, expires_at, disabled_at,
  revoked_at, revoked_by, revoked_reason, last_used_at, last_used_ip_prefix, rotated_from) on auth.api_keys to masthead_app;
grant select, insert, update on auth.users, auth.organizations, auth.memberships, auth.api_keys to masthead_definer;
grant select on auth.sessions to masthead_definer;

-- What operations change in auth, in their own transaction: functions that take the organization from it, never as argument.
set local role masthead_definer;

create function auth.found_organization(new_slug text, new_name text, new_plan text, owner_id text) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  insert into auth.organizations (id, slug, name, plan) values (app.org(), new_slug, new_name, new_plan);
  insert into auth.memberships (organization_id, user_id, role) values (app.org(), owner_id, 'owner');
$$;

create function auth.rename_organization(new_name text) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.organizations set name = new_name, version = version + 1, updated_at = now() where id = app.org();
$$;

create function auth.members_of_organization()
returns table (user_id text, display_name text, email text, role text, suspended_at timestamptz, joined_at timestamptz, last_active_at timestamptz, version integer)
language sql stable security definer set search_path = auth, app, pg_temp as $$
  select m.user_id, u.display_name, u.email, m.role, coalesce(m.suspended_at, u.disabled_at), m.created_at,
    greatest(
      (select max(s.last_seen_at) from auth.sessions s where s.user_id = m.user_id and s.active_organization_id = m.organization_id),
      (select max(k.last_used_at) from auth.api_keys k where k.user_id = m.user_id and k.organization_id = m.organization_id)),
    m.version
  from auth.memberships m join auth.users u on u.id = m.user_id
  where m.organization_id = app.org()
$$;

create function auth.create_api_key(new_id text, hash bytea, new_prefix text, new_last4 text, new_name text, new_scopes text[], created timestamptz, expires timestamptz) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  insert into auth.api_keys (id, secret_hash, prefix, last4, name, organization_id, user_id, scopes, created_at, expires_at)
  values (new_id, hash, new_prefix, new_last4, new_name, app.org(), app.usr(), new_scopes, created, expires)
$$;

create function auth.revoke_api_key(key_id text, reason text) returns timestamptz
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.api_keys set revoked_at = coalesce(revoked_at, now()), revoked_by = coalesce(revoked_by, app.usr()), revoked_reason = coalesce(revoked_reason, reason)
  where id = key_id and organization_id = app.org()
  returning revoked_at
$$;

revoke execute on function auth.found_organization(text, text, text, text), auth.rename_organization(text), auth.members_of_organization(),
  auth.create_api_key(text, bytea, text, text, text, text[], timestamptz, timestamptz), auth.revoke_api_key(text, text) from public;
grant execute on function auth.found_organization(text, text, text, text), auth.rename_organization(text), auth.members_of_organization(),
  auth.create_api_key(text, bytea, text, text, text, text[], timestamptz, timestamptz), auth.revoke_api_key(text, text) to masthead_app;
