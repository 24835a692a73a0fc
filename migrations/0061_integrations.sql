-- Connected services and the copies of items in them (operations.md 1.8, connectors.md 1 and 2).
set local role masthead_owner;

create table app.integration (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  provider text not null check (provider in ('wordpress', 'ghost', 'webflow', 'shopify', 'webhook', 'slack', 'teams', 'discord',
    'indexnow', 'google_search_console')),
  kind text not null check (kind in ('cms', 'chat', 'search', 'webhook', 'indexnow')),
  display_name text not null check (length(display_name) between 1 and 80),
  state text not null check (state in ('disconnected', 'pending', 'connected', 'degraded', 'auth_expired')),
  connected_as text,
  settings jsonb not null default '{}',                 -- what is no secret
  target jsonb,                                         -- {type, externalId, name}
  site jsonb,                                           -- the site of a target that is part of one
  capabilities text[] not null default '{}',
  mapping jsonb not null default '{}',                  -- item field to external field; null: this default is not sent
  scopes_granted text[] not null default '{}',
  sealed text,                                          -- the secret as sealed JSON; null: none is stored
  secret_fields text[] not null default '{}',           -- which fields it has
  secret_set_at timestamptz(3),
  failures integer not null default 0,                  -- in a row
  last_ok_at timestamptz(3),
  last_error jsonb,                                     -- {code, message, at}
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index integration_provider on app.integration (organization_id, provider) where kind <> 'chat';
call app.isolate('app.integration');
grant select, insert, update, delete on app.integration to masthead_app;
call app.note_touches('app.integration', 'integration', 'id');

-- A picture is uploaded once per integration and checksum.
create table app.integration_upload (
  organization_id text collate "C" not null,
  integration_id text collate "C" not null,
  checksum text collate "C" not null,
  external_ref text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, integration_id, checksum),
  foreign key (organization_id, integration_id) references app.integration on delete cascade
);
call app.isolate('app.integration_upload');
grant select, insert, update, delete on app.integration_upload to masthead_app;

-- The copy of an item in a content management system. It outlives its item until it is removed there.
create table app.item_copy (
  organization_id text collate "C" not null,
  integration_id text collate "C" not null,
  item_id text collate "C" not null,
  external_id text,
  external_url text,
  live boolean not null default false,                  -- public there
  intended_at timestamptz(3),                           -- a create that may have happened: it is looked for before another one
  snapshot jsonb,                                       -- the mapped fields as they came back after the last write
  pushed_hash text,                                     -- of the fields that were sent last
  meta_not_persisted text[] not null default '{}',
  drift text[] not null default '{}',                   -- fields that were changed there
  detached boolean not null default false,              -- it is gone there
  as_draft boolean not null default false,              -- pushed by hand as a draft: edits do not change it
  holder text collate "C",                              -- the job that pushes it now
  held_until timestamptz,
  synced_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, integration_id, item_id),
  foreign key (organization_id, integration_id) references app.integration on delete cascade
);
create index item_copy_by_item on app.item_copy (organization_id, item_id);
call app.isolate('app.item_copy');
grant select, insert, update, delete on app.item_copy to masthead_app;

-- A delivery to a service names its integration and what it is about; only messages to websites have an id, an address and a body.
alter table app.delivery alter column message_id drop not null;
alter table app.delivery add column integration_id text collate "C", add column item_id text collate "C",
  add column event text not null default 'content.revalidate', add column job_id text collate "C",
  add column payload jsonb,                             -- how an item is to be pushed, where it is not simply what it is
  add column result jsonb;                              -- what came of it
create index delivery_by_integration on app.delivery (organization_id, integration_id, item_id)
  where integration_id is not null and finished_at is null;
