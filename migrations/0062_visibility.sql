-- What AI answers say about brands: prompts, brands, engines, analyses, runs, answers and what is read out of them
-- (operations.md 1.6, visibility.md 3 to 6).
set local role masthead_owner;

create table app.asv_prompt (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  text text not null,
  text_key text collate "C" not null,                   -- hash of the normalised text, for duplicates
  tag text,
  intent text not null check (intent in ('discovery', 'comparison', 'alternatives', 'problem', 'pricing', 'branded')),
  locale text not null,
  country text,
  state text not null default 'active' check (state in ('active', 'paused', 'archived')),
  prompt_version integer not null default 1,
  search_text text not null,
  deleted_at timestamptz(3),                            -- its answers are kept
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index asv_prompt_once on app.asv_prompt (organization_id, text_key, locale, coalesce(country, '')) where deleted_at is null;
call app.isolate('app.asv_prompt');
grant select, insert, update, delete on app.asv_prompt to masthead_app;
call app.note_touches('app.asv_prompt', 'asv_prompt', 'id');

create table app.asv_prompt_version (
  organization_id text collate "C" not null,
  prompt_id text collate "C" not null,
  n integer not null,
  text text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, prompt_id, n),
  foreign key (organization_id, prompt_id) references app.asv_prompt (organization_id, id) on delete cascade
);
call app.isolate('app.asv_prompt_version');
grant select, insert, update, delete on app.asv_prompt_version to masthead_app;

-- Competitors. The own brand is part of the settings.
create table app.asv_brand (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  aliases text[] not null default '{}',
  domains text[] not null default '{}',
  exclude_terms text[] not null default '{}',
  match_case boolean not null default false,
  color text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
call app.isolate('app.asv_brand');
grant select, insert, update, delete on app.asv_brand to masthead_app;
call app.note_touches('app.asv_brand', 'asv_brand', 'id');

create table app.asv_engine (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  provider text collate "C" not null check (provider in ('manual', 'openai', 'anthropic', 'google', 'perplexity', 'openai_compatible')),
  label text not null,
  model text,
  web_search boolean not null default true,
  country text,
  samples_per_prompt smallint not null default 3,
  enabled boolean not null default false,
  fault text,                                           -- why the last call failed for good; a call that succeeds clears it
  last_ok_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index asv_engine_provider on app.asv_engine (organization_id, provider) where provider <> 'manual';
create unique index asv_engine_label on app.asv_engine (organization_id, md5(label)) where provider = 'manual';
call app.isolate('app.asv_engine');
grant select, insert, update, delete on app.asv_engine to masthead_app;
call app.note_touches('app.asv_engine', 'asv_engine', 'id');

-- Every organization has one engine per provider, made with it.
create function app.make_asv_engines() returns trigger language plpgsql set search_path = app, public, pg_temp as $$
begin
  insert into app.asv_engine (organization_id, id, provider, label, web_search)
  select new.organization_id, 'eng_0' || substr(md5(new.organization_id || provider), 1, 25), provider, label, provider <> 'openai_compatible'
  from (values ('openai', 'OpenAI'), ('anthropic', 'Anthropic'), ('google', 'Google'), ('perplexity', 'Perplexity'),
    ('openai_compatible', 'OpenAI-compatible')) as known (provider, label);
  return new;
end $$;
revoke execute on function app.make_asv_engines() from public;
create trigger make_asv_engines after insert on app.organization_setting for each row execute function app.make_asv_engines();

alter table app.organization_setting no force row level security;
alter table app.asv_engine no force row level security;
insert into app.asv_engine (organization_id, id, provider, label, web_search)
select s.organization_id, 'eng_0' || substr(md5(s.organization_id || provider), 1, 25), provider, label, provider <> 'openai_compatible'
from app.organization_setting s, (values ('openai', 'OpenAI'), ('anthropic', 'Anthropic'), ('google', 'Google'), ('perplexity', 'Perplexity'),
  ('openai_compatible', 'OpenAI-compatible')) as known (provider, label);
alter table app.organization_setting force row level security;
alter table app.asv_engine force row level security;

create table app.asv_analysis (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  prompt_filter jsonb not null default '{}',
  engine_ids text[] not null,
  samples smallint,
  schedule text not null default 'none' check (schedule in ('none', 'daily', 'weekly', 'monthly')),
  next_run_at timestamptz(3),
  max_cost_per_run double precision,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create index asv_analysis_due on app.asv_analysis (next_run_at) where next_run_at is not null;
call app.isolate('app.asv_analysis');
grant select, insert, update, delete on app.asv_analysis to masthead_app;
call app.note_touches('app.asv_analysis', 'asv_analysis', 'id');

create table app.asv_run (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  analysis_id text collate "C",
  imported boolean not null default false,
  state text not null check (state in ('queued', 'running', 'succeeded', 'partial', 'failed', 'canceled')),
  job_id text collate "C",
  planned integer not null default 0,
  ok integer not null default 0,
  refused integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  attempts integer not null default 0,                  -- calls made
  unconfirmed_calls integer not null default 0,         -- calls that were made again after a crash
  cost double precision not null default 0,
  cost_complete boolean not null default true,
  credits integer not null default 0,
  max_cost double precision,
  engine_snapshots jsonb not null default '[]',
  engine_errors jsonb not null default '[]',
  estimate jsonb,
  error jsonb,                                          -- {code, message} of a run that could not start
  started_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, analysis_id) references app.asv_analysis (organization_id, id) on delete set null (analysis_id)
);
create index asv_run_of_analysis on app.asv_run (organization_id, analysis_id);
call app.isolate('app.asv_run');
grant select, insert, update, delete on app.asv_run to masthead_app;

create table app.asv_answer (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  run_id text collate "C" not null,
  prompt_id text collate "C" not null,
  prompt_version integer not null,
  engine_id text collate "C" not null,
  mode text collate "C" not null check (mode in ('search', 'memory', 'manual')),
  sample_no integer not null,
  state text collate "C" not null check (state in ('ok', 'refused', 'error', 'skipped')),
  error_code text,
  text text not null default '',
  search_queries text[] not null default '{}',
  searched boolean not null default false,              -- a search succeeded
  searches integer not null default 0,
  model_asked text,
  model_served text,
  latency_ms integer,
  input_tokens integer,
  output_tokens integer,
  cost double precision,                                -- null: the price is not known
  observed_at timestamptz(3) not null,
  raw_hash text collate "C" not null,                   -- of the text
  terms_key text collate "C",                           -- the names that it was read with; others now: it is read again
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, run_id) references app.asv_run (organization_id, id) on delete cascade,
  foreign key (organization_id, prompt_id) references app.asv_prompt (organization_id, id) on delete cascade,
  foreign key (organization_id, engine_id) references app.asv_engine (organization_id, id)
);
alter table app.asv_answer alter column text set storage extended;
create unique index asv_answer_cell on app.asv_answer (organization_id, run_id, prompt_id, prompt_version, engine_id, sample_no);
create unique index asv_answer_imported on app.asv_answer (organization_id, engine_id, prompt_id, observed_at, raw_hash) where mode = 'manual';
create index asv_answer_by_time on app.asv_answer (organization_id, observed_at, id);
create index asv_answer_of_prompt on app.asv_answer (organization_id, prompt_id, observed_at);
create index asv_answer_of_engine on app.asv_answer (organization_id, engine_id, observed_at);
create index asv_answer_terms on app.asv_answer (organization_id, terms_key, id) where state = 'ok';
call app.isolate('app.asv_answer');
grant select, insert, update, delete on app.asv_answer to masthead_app;

create table app.asv_mention (
  organization_id text collate "C" not null,
  answer_id text collate "C" not null,
  brand_id text collate "C" not null,
  count integer not null,
  first_offset integer not null,
  rank integer not null,
  sentiment double precision,                           -- -1 to 1; null: nothing to judge
  method text not null,
  snippet text not null,
  offsets jsonb not null default '[]',                  -- [[start, end]] in UTF-16 code units of the text
  primary key (organization_id, answer_id, brand_id),
  foreign key (organization_id, answer_id) references app.asv_answer (organization_id, id) on delete cascade
);
create index asv_mention_of_brand on app.asv_mention (organization_id, brand_id);
call app.isolate('app.asv_mention');
grant select, insert, update, delete on app.asv_mention to masthead_app;

create table app.asv_citation (
  organization_id text collate "C" not null,
  answer_id text collate "C" not null,
  position integer not null,                            -- by first citation, then by retrieval
  url text collate "C",
  domain text collate "C" not null,
  title text,
  kind text collate "C" not null check (kind in ('cited', 'retrieved')),
  count integer not null,
  ownership text collate "C" not null check (ownership in ('third_party', 'own', 'competitor')),
  brand_id text collate "C",
  matched_item_id text collate "C",
  primary key (organization_id, answer_id, position),
  foreign key (organization_id, answer_id) references app.asv_answer (organization_id, id) on delete cascade
);
create index asv_citation_of_item on app.asv_citation (organization_id, matched_item_id) where matched_item_id is not null;
call app.isolate('app.asv_citation');
grant select, insert, update, delete on app.asv_citation to masthead_app;

-- The prompt that a topic is meant to move.
alter table app.topic add column asv_prompt_id text collate "C",
  add foreign key (organization_id, asv_prompt_id) references app.asv_prompt (organization_id, id) on delete set null (asv_prompt_id);
create index topic_prompt on app.topic (organization_id, asv_prompt_id) where asv_prompt_id is not null;
