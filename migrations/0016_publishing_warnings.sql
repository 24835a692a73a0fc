-- Publishing warnings (operations.md 4): what items have in common, what was found, and what must be looked at again.
set local role masthead_owner;

-- What an item has that other items depend on, or depends on itself: keywords, canonical URL, own addresses, links.
create table app.item_key (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('keyword', 'secondary', 'description', 'canonical', 'link', 'address', 'related')),
  key text collate "C" not null,
  primary key (organization_id, kind, key, item_id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade
);
create index item_key_of on app.item_key (organization_id, item_id);
call app.isolate('app.item_key');
grant select, insert, delete on app.item_key to masthead_app;

-- That an item was checked, and of what it was true: its version, and the settings that the rules read.
create table app.item_check (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  item_version integer not null,
  basis text collate "C" not null,
  score smallint not null check (score >= 0),
  similar_ids text[] not null default '{}',
  checked_at timestamptz(3) not null default now(),
  primary key (organization_id, item_id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade
);
create index item_check_age on app.item_check (organization_id, checked_at);
call app.isolate('app.item_check');
grant select, insert, update, delete on app.item_check to masthead_app;

-- What was found then.
create table app.item_warning (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  code text collate "C" not null,
  rank smallint not null check (rank >= 0),  -- 0 error, 1 warning, 2 notice
  warning jsonb not null,
  primary key (organization_id, item_id, code),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade
);
create index item_warning_by_gravity on app.item_warning (organization_id, rank, code, item_id);
call app.isolate('app.item_warning');
grant select, insert, update, delete on app.item_warning to masthead_app;

-- Items whose stored warnings may be wrong. Rows are only added and removed, and name
-- items that may be gone already: whoever changes an item waits for nobody.
create table app.item_recheck (
  organization_id text collate "C" not null,
  id text collate "C" not null default gen_random_uuid()::text,
  item_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create index item_recheck_of on app.item_recheck (organization_id, item_id);
call app.isolate('app.item_recheck');
grant select, insert, update, delete on app.item_recheck to masthead_app;
create policy due on app.item_recheck for select to masthead_system using (true);

-- No migration can render or read a body: every item that is there is looked at by the worker.
insert into app.item_recheck (organization_id, item_id) select organization_id, id from app.item where trashed_at is null;
