-- Context Library and topics (operations.md 1.2), and where an item comes from.
set local role masthead_owner;

create table app.context_entry (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  kind text not null check (kind in ('brand_voice', 'product', 'persona', 'fact', 'competitor', 'style_rule', 'source', 'glossary')),
  title text not null,
  body text not null,
  url text check (length(url) <= 2048),
  tags text[] not null default '{}',
  pinned boolean not null default false,
  collections text[] not null default '{}',             -- ids; none: of all
  valid_until timestamptz(3),
  fetched_at timestamptz(3),                            -- when the body was read from url; null: the organization's own words
  -- Title, tags and body as they are searched: in the normal form of search terms, and as stemmed content words (data.md 8).
  search_text text not null,
  head_text text not null,                              -- title and tags alone: likeness costs a thousand times as much as LIKE
  head_words text not null,
  body_words text not null,
  words_locale text not null,                           -- the language of those words; another one now: they are stemmed anew
  search_vector tsvector not null generated always as
    (setweight(to_tsvector('simple', head_words), 'A') || to_tsvector('simple', body_words)) stored,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
alter table app.context_entry alter column search_text set storage external;
create index context_entry_text on app.context_entry using gin (organization_id, search_text gin_trgm_ops);
create index context_entry_head on app.context_entry using gin (organization_id, head_text gin_trgm_ops);
create index context_entry_words on app.context_entry using gin (organization_id, search_vector);
call app.isolate('app.context_entry');
grant select, insert, update, delete on app.context_entry to masthead_app;

create table app.topic (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  topic text not null,
  primary_keyword text not null,
  keyword_key text collate "C" not null,                -- normalised, for duplicates; '' for a keyword without a word
  words_locale text not null,                           -- the language of that key
  angle text not null,
  collection_id text collate "C" not null,
  article_type text,
  writing_style text,
  custom_instructions text,
  source text not null check (source in ('agent', 'user', 'ai', 'import')),
  priority smallint not null default 50 check (priority between 0 and 100),
  state text not null default 'pending' check (state in ('pending', 'approved', 'generating', 'drafted', 'rejected', 'failed')),
  review_reason text,
  item_id text collate "C",
  -- A topic is drafted while its item exists: without it, it is approved as it was before.
  effective_state text collate "C" not null generated always as
    (case when state = 'drafted' and item_id is null then 'approved' else state end) stored,
  search_text text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, collection_id) references app.collection (organization_id, id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete set null (item_id)
);
create index topic_in_order on app.topic (organization_id, priority desc, id desc);
create index topic_keyword on app.topic (organization_id, keyword_key);
create index topic_item on app.topic (organization_id, item_id) where item_id is not null;
call app.isolate('app.topic');
grant select, insert, update, delete on app.topic to masthead_app;

-- Provenance of an item, and the normal form of its primary keyword.
alter table app.item
  add column model text,
  add column prompt_version text,
  add column source_topic_id text collate "C",
  add column generation_job_id text collate "C",
  add column keyword_key text collate "C",
  add foreign key (organization_id, source_topic_id) references app.topic (organization_id, id) on delete set null (source_topic_id),
  add foreign key (organization_id, generation_job_id) references app.job (organization_id, id) on delete set null (generation_job_id);
create index item_topic on app.item (organization_id, source_topic_id) where source_topic_id is not null;
create index item_generation on app.item (organization_id, generation_job_id) where generation_job_id is not null;
create index item_keyword on app.item (organization_id, keyword_key) where keyword_key is not null and trashed_at is null;

-- What an organization adds to the presets of article types and writing styles.
alter table app.organization_setting add column presets jsonb not null default '{}';

-- Neither LIKE nor the matching of words is leakproof: see app.search_items (data.md 4.4).
create policy search on app.context_entry to masthead_search using (true);
grant select (organization_id, id, kind, valid_until, search_text, head_text, search_vector) on app.context_entry to masthead_search;
set local role masthead_search;

-- Entries whose text has a pattern.
create function app.find_context_entries(pattern text) returns setof text
language sql stable security definer set search_path = app, public, pg_temp as $$
  select e.id from app.context_entry e where e.organization_id = app.org() and e.search_text like pattern
$$;

-- The best entries by their words, by a pattern, or by a phrase that is nearly in their title or tags; a score is 0 to 1.
create function app.search_context_entries(wanted_words text, phrase text, pattern text, wanted_kinds text[], at timestamptz, most integer)
returns table (entry_id text, score double precision)
language sql stable security definer set search_path = app, public, pg_temp as $$
  select e.id, least(1, coalesce(ts_rank(e.search_vector, websearch_to_tsquery('simple', wanted_words), 32), 0)
      + case when e.search_text like pattern then 0.3 else 0 end
      + 0.3 * word_similarity(phrase, e.head_text))::double precision
  from app.context_entry e
  where e.organization_id = app.org()
    and (e.valid_until is null or e.valid_until > at)
    and (wanted_kinds is null or e.kind = any(wanted_kinds))
    and (e.search_vector @@ websearch_to_tsquery('simple', wanted_words) or e.search_text like pattern or phrase <% e.head_text)
  order by 2 desc, 1
  limit most
$$;
revoke execute on function app.find_context_entries(text), app.search_context_entries(text, text, text, text[], timestamptz, integer) from public;
grant execute on function app.find_context_entries(text), app.search_context_entries(text, text, text, text[], timestamptz, integer) to masthead_app;
