-- Content revalidation (operations.md 11): what websites are told, written with the change and delivered after it.
set local role masthead_owner;

create table app.revalidation_setting (
  organization_id text collate "C" not null,
  own_address boolean not null default false,           -- true: webhook_url counts, null is none; false: what the installation configures
  webhook_url text check (length(webhook_url) <= 2048),
  notify_search_engines boolean not null default true,
  served_at timestamptz,                                -- when a worker took deliveries of it last: who waited longest comes first
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id)
);
call app.isolate('app.revalidation_setting');
grant select, insert, update, delete on app.revalidation_setting to masthead_app;
-- The row of an organization is held while its deliveries are claimed: two workers never take more than its share.
create policy claim on app.revalidation_setting to masthead_system using (true);
grant select (served_at), update (served_at) on app.revalidation_setting to masthead_system;

create table app.webhook_secret (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  sealed text not null,
  until timestamptz(3),                                 -- null: the current one; else it signs beside it until then
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index webhook_secret_current on app.webhook_secret (organization_id) where until is null;
call app.isolate('app.webhook_secret');
grant select, insert, update, delete on app.webhook_secret to masthead_app;

create table app.webhook_endpoint (
  organization_id text collate "C" not null,
  endpoint text collate "C" not null,                   -- SHA-256 of the address
  failures integer not null default 0,                  -- in a row
  probe_at timestamptz,                                 -- after too many failures nothing is sent before this
  disabled_at timestamptz(3),                           -- it answered 410
  alerted_at timestamptz(3),                            -- when its administrators were told last
  last_ok_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, endpoint)
);
call app.isolate('app.webhook_endpoint');
grant select, insert, update, delete on app.webhook_endpoint to masthead_app;
create policy claim on app.webhook_endpoint to masthead_system using (true);
grant select (endpoint, failures, probe_at, disabled_at, last_ok_at), update (probe_at) on app.webhook_endpoint to masthead_system;

create table app.delivery (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null default 'revalidation',
  message_id text collate "C" not null,                 -- webhook-id, the same on every attempt
  endpoint text collate "C" not null,
  url text not null,
  reason text not null,
  subjects text[] collate "C" not null,                 -- what it is about, by item: these are told in their order
  body text not null,                                   -- the bytes that are sent and signed
  state text not null default 'queued' check (state in ('queued', 'delivering', 'succeeded', 'failed', 'exhausted')),
  attempts integer not null default 0,                  -- the fencing token: only its latest holder may mark it
  tries integer not null default 0,                     -- attempts of the present schedule
  next_attempt_at timestamptz,                          -- null: none by itself
  lease_until timestamptz,                              -- a worker has it until then
  http_status integer,
  error jsonb,                                          -- {code, message} of the last attempt
  superseded_by text collate "C",                       -- the newer delivery that tells what this one would have
  finished_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create index delivery_by_age on app.delivery (organization_id, created_at desc, id desc);
create index delivery_due on app.delivery (organization_id, endpoint, next_attempt_at) where next_attempt_at is not null;
create index delivery_leased on app.delivery (lease_until) where lease_until is not null;
create index delivery_in_flight on app.delivery (organization_id) where lease_until is not null;
create index delivery_subjects on app.delivery using gin (organization_id, subjects)
  where next_attempt_at is not null or lease_until is not null;
call app.isolate('app.delivery');
grant select, insert, update, delete on app.delivery to masthead_app;
create policy claim on app.delivery to masthead_system using (true);
grant select (id, endpoint, subjects, state, attempts, tries, next_attempt_at, lease_until, created_at),
  update (state, attempts, tries, next_attempt_at, lease_until) on app.delivery to masthead_system;
