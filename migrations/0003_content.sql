-- Organization settings, collections, taxonomies, media, items (operations.md 1, data.md 5 and 9).
set local role masthead_owner;

create table app.organization_setting (
  organization_id text collate "C" primary key,
  site_url text check (length(site_url) <= 2048),
  timezone text not null default 'UTC',
  locale text not null default 'en',
  content_mode text not null default 'headless' check (content_mode in ('headless', 'wordpress', 'webflow', 'ghost', 'shopify', 'webhook')),
  brand jsonb not null default '{}',
  defaults jsonb not null default '{}',
  publishing_policy jsonb not null default '{}',
  expose_unpublished boolean not null default true,
  notification_routes jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
call app.isolate('app.organization_setting');
grant select, insert, update on app.organization_setting to masthead_app;

create table app.collection (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  slug text collate "C" not null check (length(slug) <= 200),
  name text not null,
  kind text not null check (kind in ('articles', 'comparisons', 'glossary', 'landing', 'docs', 'custom')),
  enabled boolean not null,
  built_in boolean not null default false,
  url_template text not null check (length(url_template) <= 2048),
  fields_schema jsonb,
  default_author_id text collate "C",
  cms_target_id text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index on app.collection (organization_id, slug);
call app.isolate('app.collection');
grant select, insert, update on app.collection to masthead_app;

create table app.media (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null default 'image' check (kind in ('image', 'document')),
  source text not null check (source in ('upload', 'import', 'generated', 'screenshot', 'post', 'author')),
  url text not null check (length(url) <= 2048),
  mime text,
  bytes bigint,
  width integer,
  height integer,
  sha256 bytea,
  alt text,
  title text,
  description text,
  aspect_ratio text,
  palette jsonb,
  source_key text collate "C",                          -- what an import found it by (hash of its source address)
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index on app.media (organization_id, source_key);
call app.isolate('app.media');
grant select, insert, update, delete on app.media to masthead_app;

-- Categories and tags (of the built-in collection) and authors (per collection).
create table app.term (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  collection_id text collate "C" not null,
  kind text not null check (kind in ('category', 'tag', 'author')),
  name text not null,
  name_key text collate "C" not null,
  slug text collate "C" not null check (length(slug) <= 200),
  description text,                                     -- of a category or tag; the bio of an author
  avatar_id text collate "C",
  social_links jsonb,
  auto_assign_description text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, collection_id) references app.collection (organization_id, id),
  foreign key (organization_id, avatar_id) references app.media (organization_id, id)
);
create unique index on app.term (organization_id, collection_id, kind, slug);
create index on app.term (organization_id, collection_id, kind, name_key, id);
create index on app.term (organization_id, avatar_id) where avatar_id is not null;
call app.isolate('app.term');
grant select, insert, update, delete on app.term to masthead_app;
alter table app.collection add foreign key (organization_id, default_author_id) references app.term (organization_id, id);

create table app.item (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  collection_id text collate "C" not null,
  slug text collate "C" not null check (length(slug) <= 200),
  title text not null,
  title_key text collate "C" not null,
  h1 text,
  excerpt text,
  tldr text,
  featured_image_id text collate "C",
  faq jsonb not null default '[]',
  comparison_screenshots jsonb not null default '[]',
  article_type text,
  writing_style text,
  custom_fields jsonb not null default '{}',
  word_count integer,
  reading_minutes integer,
  content_hash text,
  seo_title text,
  meta_description text,
  canonical_url text check (length(canonical_url) <= 2048),
  canonical_reason text check (canonical_reason = 'syndicated'),
  primary_keyword text,
  secondary_keywords text[] not null default '{}',
  og_title text,
  og_description text,
  og_image_id text collate "C",
  twitter_title text,
  twitter_description text,
  schema_json_ld jsonb,
  related_articles text[] not null default '{}',
  internal_link_suggestions jsonb not null default '[]',
  robots jsonb not null default '{"noindex": false, "nofollow": false}',
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'published')),
  publish_at timestamptz(3),
  -- D-40: a draft with a date is the legacy form of a scheduled item.
  effective_status text collate "C" not null generated always as (case when status = 'draft' and publish_at is not null then 'scheduled' else status end) stored,
  sort_date timestamptz(3) not null generated always as (coalesce(publish_at, created_at)) stored,
  review_state text not null default 'none' check (review_state in ('none', 'requested', 'changes_requested', 'approved')),
  generation_state text not null default 'none' check (generation_state in ('none', 'queued', 'running', 'succeeded', 'failed')),
  external_state text not null default 'none' check (external_state in ('none', 'pending', 'synced', 'failed', 'detached')),
  external_id text,
  external_url text check (length(external_url) <= 2048),
  origin text not null default 'human' check (origin in ('ai', 'agent', 'human', 'import')),
  citations jsonb not null default '[]',
  source_key text collate "C",
  consolidated_into_id text collate "C",
  trashed_at timestamptz(3),
  edited_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, collection_id) references app.collection (organization_id, id),
  foreign key (organization_id, featured_image_id) references app.media (organization_id, id),
  foreign key (organization_id, og_image_id) references app.media (organization_id, id),
  foreign key (organization_id, consolidated_into_id) references app.item (organization_id, id),
  check (publish_at is not null or status = 'draft')
);
create unique index item_slug on app.item (organization_id, collection_id, slug) where trashed_at is null;
create unique index item_source on app.item (organization_id, source_key);
-- One narrow index per order of the Content API (data.md 9.2).
create index item_by_date on app.item (organization_id, collection_id, effective_status, sort_date, id) where trashed_at is null;
create index item_by_publish_at on app.item (organization_id, collection_id, effective_status, publish_at, id) where trashed_at is null;
create index item_by_created_at on app.item (organization_id, collection_id, effective_status, created_at, id) where trashed_at is null;
create index item_by_updated_at on app.item (organization_id, collection_id, effective_status, updated_at, id) where trashed_at is null;
create index item_by_title on app.item (organization_id, collection_id, effective_status, title_key, id) where trashed_at is null;
create index item_by_slug on app.item (organization_id, collection_id, effective_status, slug, id) where trashed_at is null;
create index item_by_id on app.item (organization_id, collection_id, effective_status, id) where trashed_at is null;
create index item_of_collection on app.item (organization_id, collection_id, sort_date, id) where trashed_at is null;
create index item_of_manager on app.item (organization_id, updated_at, id) where trashed_at is null;
create index item_of_trash on app.item (organization_id, trashed_at, id) where trashed_at is not null;
create index item_image on app.item (organization_id, featured_image_id) where featured_image_id is not null;
call app.isolate('app.item');
grant select, insert, update, delete on app.item to masthead_app;

create table app.item_body (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  content text not null,
  content_format text not null check (content_format in ('markdown', 'html')),
  content_html text not null,
  policy_version integer not null,                      -- of the sanitiser that made content_html (reliability.md 6)
  primary key (organization_id, item_id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade
);
call app.isolate('app.item_body');
grant select, insert, update, delete on app.item_body to masthead_app;

-- Terms of an item, with its status and date, so that a page of a tag is a range of the second index.
create table app.item_term (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('category', 'tag', 'author')),
  term_id text collate "C" not null,
  position smallint not null,
  collection_id text collate "C" not null,
  status text collate "C" not null,                     -- effective status, or 'trash'
  sort_date timestamptz(3) not null,
  primary key (organization_id, item_id, kind, term_id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade,
  foreign key (organization_id, term_id) references app.term (organization_id, id),
  foreign key (organization_id, collection_id) references app.collection (organization_id, id)
);
create index item_term_range on app.item_term (organization_id, collection_id, kind, term_id, status, sort_date, item_id);
create index item_term_of_term on app.item_term (organization_id, term_id);
call app.isolate('app.item_term');
grant select, insert, update, delete on app.item_term to masthead_app;

create table app.item_revision (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  n integer not null,
  snapshot jsonb not null,
  author_type text not null check (author_type in ('user', 'agent', 'system')),
  user_id text collate "C",
  credential_id text collate "C",
  request_id text collate "C",
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, item_id, n),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade
);
call app.isolate('app.item_revision');
grant select, insert, delete on app.item_revision to masthead_app;

create table app.redirect (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  from_path text not null check (length(from_path) <= 2048),
  from_hash text collate "C" not null,                  -- SHA-256 of from_path, hexadecimal
  from_slug text collate "C" not null check (length(from_slug) <= 200),
  to_item_id text collate "C",
  to_url text check (length(to_url) <= 2048),
  code smallint not null default 308 check (code = 308),
  reason text not null check (reason in ('consolidation', 'slug_change', 'manual', 'import')),
  hits bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, to_item_id) references app.item (organization_id, id),
  check ((to_item_id is null) <> (to_url is null))
);
create unique index redirect_from on app.redirect (organization_id, from_hash);
create index redirect_slug on app.redirect (organization_id, from_slug);
create index redirect_target on app.redirect (organization_id, to_item_id);
call app.isolate('app.redirect');
grant select, insert, update, delete on app.redirect to masthead_app;

create table app.item_search (
  organization_id text collate "C" not null,
  collection_id text collate "C" not null,
  item_id text collate "C" not null,
  search_text text not null,
  primary key (organization_id, item_id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade,
  foreign key (organization_id, collection_id) references app.collection (organization_id, id)
);
alter table app.item_search alter column search_text set storage external;
create index item_search_text on app.item_search using gin (organization_id, search_text gin_trgm_ops);
call app.isolate('app.item_search');
grant select, insert, update, delete on app.item_search to masthead_app;

-- LIKE is not leakproof, so its index is out of reach under a policy: the search runs as a role whose only policy is open,
-- names the organization itself and answers ids (data.md 4.4).
create policy search on app.item_search to masthead_search using (true);
create policy search on app.item to masthead_search using (true);
grant select on app.item_search to masthead_search;
grant select (organization_id, id, slug) on app.item to masthead_search;
set local role masthead_search;
create function app.search_items(pattern text, segment text) returns setof text
language sql stable security definer set search_path = app, public, pg_temp as $$
  select s.item_id from app.item_search s where s.organization_id = app.org() and s.search_text like pattern
  union
  select i.id from app.item i where i.organization_id = app.org() and i.slug = segment
$$;
revoke execute on function app.search_items(text, text) from public;
grant execute on function app.search_items(text, text) to masthead_app;
