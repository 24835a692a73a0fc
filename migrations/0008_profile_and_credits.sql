-- Profiles, credits, the check list of the first days, and what keys need beyond their making (operations.md 3.2, identity.md 5).
set local role masthead_owner;

-- A profile is the person's, the same in every organization.
alter table auth.users
  add column locale text,                               -- null: that of the organization
  add column timezone text,                             -- null: that of the organization
  add column notification_preferences jsonb not null default '{}';

-- Who switched a key off: what an administrator did, its creator does not undo.
alter table auth.api_keys add column disabled_by text collate "C";
-- The last mail about its expiry: 14, 7 or 1 days before.
alter table auth.api_keys add column expiry_mail smallint check (expiry_mail in (14, 7, 1));
create index on auth.api_keys (expires_at) where revoked_at is null;
grant select (disabled_by) on auth.api_keys to masthead_app;
create index on auth.api_keys (rotated_from) where rotated_from is not null;

-- The ledger of credits. A job has one entry per phase: what it reserved when it began, and what came back when it was closed.
create table app.credit_transaction (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  delta bigint not null,
  reason text not null check (reason in ('generation', 'asv_run', 'audit_run', 'image', 'grant', 'refund')),
  phase text not null check (phase in ('grant', 'reserve', 'close')),
  job_id text collate "C",
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  check ((phase = 'grant') = (job_id is null))
);
create unique index credit_transaction_phase on app.credit_transaction (organization_id, job_id, phase) where job_id is not null;
create index on app.credit_transaction (organization_id, created_at desc, id desc);
call app.isolate('app.credit_transaction');
-- Append-only: what was billed is mended by another entry.
grant select, insert on app.credit_transaction to masthead_app;

-- What a person said of a step; what facts say of it is stored nowhere else.
create table app.onboarding_step (
  organization_id text collate "C" not null,
  step text collate "C" not null check (step in ('siteUrl', 'brand', 'contentMode', 'firstCollection', 'firstContext', 'firstTopic', 'firstPublish')),
  state text not null check (state in ('done', 'skipped')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, step)
);
call app.isolate('app.onboarding_step');
grant select, insert, update on app.onboarding_step to masthead_app;

set local role masthead_definer;

create function auth.own_profile()
returns table (user_id text, email text, display_name text, locale text, timezone text, notification_preferences jsonb, version integer)
language sql stable security definer set search_path = auth, app, pg_temp as $$
  select u.id, u.email, u.display_name, u.locale, u.timezone, u.notification_preferences, u.version
  from auth.users u join auth.memberships m on m.user_id = u.id and m.organization_id = app.org()
  where u.id = app.usr()
$$;

create function auth.lock_own_profile() returns integer
language sql security definer set search_path = auth, app, pg_temp as $$
  select u.version from auth.users u
  where u.id = app.usr() and exists (select from auth.memberships m where m.user_id = u.id and m.organization_id = app.org())
  for no key update
$$;

create function auth.change_own_profile(new_name text, new_locale text, new_timezone text, new_preferences jsonb) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.users u set display_name = new_name, locale = new_locale, timezone = new_timezone, notification_preferences = new_preferences,
    version = version + 1, updated_at = now()
  where u.id = app.usr() and exists (select from auth.memberships m where m.user_id = u.id and m.organization_id = app.org())
$$;

-- Null is unlimited and stays so. No row: the balance is too small. The row is held until the end of the transaction, so
-- that two reservations are one after the other.
create function auth.move_credits(amount bigint) returns boolean
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.organizations set credit_balance = credit_balance + amount
  where id = app.org() and (credit_balance is null or amount >= 0 or credit_balance + amount >= 0)
  returning true
$$;

-- An unlimited balance becomes the amount; null makes any balance unlimited.
create function auth.grant_credits(amount bigint) returns bigint
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.organizations set credit_balance = coalesce(credit_balance, 0) + amount where id = app.org() returning credit_balance
$$;

create function auth.lock_api_key(key_id text) returns boolean
language sql security definer set search_path = auth, app, pg_temp as $$
  select true from auth.api_keys where id = key_id and organization_id = app.org() for no key update
$$;

-- The successor has name, scopes, limit and creator of the old key, which lives on until the given moment at most.
create function auth.rotate_api_key(old_id text, new_id text, hash bytea, new_prefix text, new_last4 text, created timestamptz, expires timestamptz, old_expires timestamptz) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  insert into auth.api_keys (id, secret_hash, prefix, last4, name, organization_id, user_id, scopes, rate_per_min, created_at, expires_at, rotated_from)
  select new_id, hash, new_prefix, new_last4, k.name, k.organization_id, k.user_id, k.scopes, k.rate_per_min, created, expires, k.id
  from auth.api_keys k where k.id = old_id and k.organization_id = app.org();
  update auth.api_keys set expires_at = least(expires_at, old_expires) where id = old_id and organization_id = app.org();
$$;

create function auth.switch_api_key(key_id text, switched_off timestamptz) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.api_keys set disabled_at = switched_off, disabled_by = case when switched_off is not null then app.usr() end
  where id = key_id and organization_id = app.org()
$$;

create function auth.set_key_policy(days integer) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.organizations set max_key_days = days, version = version + 1, updated_at = now() where id = app.org()
$$;

revoke execute on function auth.own_profile(), auth.lock_own_profile(), auth.change_own_profile(text, text, text, jsonb),
  auth.move_credits(bigint), auth.grant_credits(bigint), auth.lock_api_key(text),
  auth.rotate_api_key(text, text, bytea, text, text, timestamptz, timestamptz, timestamptz),
  auth.switch_api_key(text, timestamptz), auth.set_key_policy(integer) from public;
grant execute on function auth.own_profile(), auth.lock_own_profile(), auth.change_own_profile(text, text, text, jsonb),
  auth.move_credits(bigint), auth.grant_credits(bigint), auth.lock_api_key(text),
  auth.rotate_api_key(text, text, bytea, text, text, timestamptz, timestamptz, timestamptz),
  auth.switch_api_key(text, timestamptz), auth.set_key_policy(integer) to masthead_app;
