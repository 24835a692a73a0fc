-- One undo (docs/decisions/undo.md): what each call wrote, the states of records besides items, and where redirects led before.
set local role masthead_owner;

-- The date that an item was first published with: it keeps it when it is published again (content.md#first-date-stays).
alter table app.item add column first_published_at timestamptz(3);
alter table app.item no force row level security;
update app.item set first_published_at = publish_at where status = 'published';
alter table app.item force row level security;

-- A redirect whose target moved keeps the former one; one whose path an item has taken waits for it (content.md#redirects-give-way).
alter table app.redirect
  add column former_item_id text collate "C",
  add column former_url text check (length(former_url) <= 2048),
  add column gave_way_to text collate "C",
  add foreign key (organization_id, former_item_id) references app.item (organization_id, id) on delete set null (former_item_id),
  add foreign key (organization_id, gave_way_to) references app.item (organization_id, id) on delete set null (gave_way_to);
create index redirect_former on app.redirect (organization_id, former_item_id) where former_item_id is not null;
create index redirect_waiting on app.redirect (organization_id, gave_way_to) where gave_way_to is not null;

alter table app.item_revision
  add column note text check (length(note) <= 200),
  add column revert_of text[] not null default '{}';    -- the calls that it takes back

-- States of topics, library entries, taxonomy terms and redirects, kept for 90 days.
create table app.record_revision (
  organization_id text collate "C" not null,
  type text collate "C" not null check (type in ('entry', 'redirect', 'term', 'topic')),
  record_id text collate "C" not null,
  n integer not null,                                   -- the version of the record
  snapshot jsonb,                                       -- null: it was removed
  author_type text not null check (author_type in ('user', 'agent', 'system')),
  user_id text collate "C",
  credential_id text collate "C",
  request_id text collate "C",
  note text check (length(note) <= 200),
  revert_of text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, type, record_id, n)
);
create index record_revision_by_age on app.record_revision (organization_id, created_at);
call app.isolate('app.record_revision');
grant select, insert, delete on app.record_revision to masthead_app;

-- The revisions that a call wrote, with its audit record; those of its jobs follow.
create table app.audit_effect (
  organization_id text collate "C" not null,
  request_id text collate "C" not null,
  type text collate "C" not null check (type in ('entry', 'item', 'redirect', 'term', 'topic')),
  record_id text collate "C" not null,
  n integer not null,                                   -- the last revision that it wrote
  title text not null,
  from_n integer,                                       -- the revision before; null: the call created the record
  is_removed boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, request_id, type, record_id, n)
);
create index audit_effect_by_age on app.audit_effect (organization_id, created_at);
call app.isolate('app.audit_effect');
grant select, insert on app.audit_effect to masthead_app;

-- Which calls another call has taken back, wholly or in part.
create table app.audit_revert (
  organization_id text collate "C" not null,
  request_id text collate "C" not null,
  by_request_id text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, request_id, by_request_id)
);
call app.isolate('app.audit_revert');
grant select, insert on app.audit_revert to masthead_app;

alter table app.audit_record add column note text check (length(note) <= 200);
