-- Site audits: settings, runs, the pages and findings of each run, and issues that keep their identity over runs.
set local role masthead_owner;

create table app.site_audit_setting (
  organization_id text collate "C" not null,
  start_url text,
  sitemaps text[] not null default '{}',
  max_pages integer not null default 500,
  max_depth integer not null default 20,
  include text[] not null default '{}',
  exclude text[] not null default '{}',
  user_agent text,
  respect_robots boolean not null default true,
  concurrency integer not null default 2,
  external_links boolean not null default true,
  schedule text not null default 'none' check (schedule in ('none', 'daily', 'weekly', 'monthly')),
  next_run_at timestamptz(3),
  performance_sample integer not null default 0,
  performance_budgets jsonb,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id)
);
call app.isolate('app.site_audit_setting');
grant select, insert, update on app.site_audit_setting to masthead_app;
call app.note_touches('app.site_audit_setting', 'site_audit_setting', 'organization_id');

create table app.site_audit_run (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  job_id text collate "C" not null,
  scope text not null check (scope in ('full', 'urls', 'changed')),
  state text not null check (state in ('queued', 'crawling', 'analyzing', 'succeeded', 'failed', 'canceled')),
  plan jsonb not null default '{}',                     -- the settings as they were, and what the scope names
  robots jsonb not null default '{}',                   -- origin to {status, text}: asked for once in a run
  sitemaps jsonb not null default '[]',                 -- {url, fault, lastmod, count} of each that was read
  facts jsonb not null default '{}',                    -- what was asked besides pages: probe, icon, llms.txt, robots of AI systems
  truncated boolean not null default false,
  found integer not null default 0,                     -- addresses with a page
  requested integer not null default 0,                 -- requests of own documents
  failed integer not null default 0,                    -- of them without an answer
  traps integer not null default 0,                     -- addresses that were left out because they would have no end
  counted integer,
  with_errors integer,
  issues jsonb,                                         -- {error, warning, notice, ignored}
  health_score integer,
  error jsonb,                                          -- {code, message}
  started_at timestamptz(3),
  finished_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create index site_audit_run_by_job on app.site_audit_run (organization_id, job_id);
call app.isolate('app.site_audit_run');
grant select, insert, update, delete on app.site_audit_run to masthead_app;
call app.note_touches('app.site_audit_run', 'site_audit_run', 'id');

-- A page in a run: first an address that was found, then what it answered. Its id is that of the same address in other runs.
create table app.site_audit_page (
  organization_id text collate "C" not null,
  run_id text collate "C" not null,
  id text collate "C" not null,
  url text collate "C" not null,
  seq integer not null,
  stage text not null check (stage in ('found', 'again', 'done')),
  is_listed boolean not null default true,              -- false: only looked at because a page names it
  is_latest boolean not null default false,
  found_by integer not null default 0,                  -- bits: start, link, redirect, relation, sitemap, item, issue, given
  depth integer,
  status integer,
  error text,
  location text,                                        -- where a redirect leads
  redirect_chain jsonb not null default '[]',
  content_type text,
  is_html boolean not null default false,
  bytes integer,
  ttfb_ms integer,
  canonical text,
  robots_meta text,
  x_robots_tag text,
  indexable boolean not null default false,
  word_count integer,
  content_hash text,
  inlinks integer not null default 0,
  outlinks integer not null default 0,
  in_sitemap boolean not null default false,
  blocked_by_robots boolean not null default false,
  blocked_rule text,
  blocked_line integer,
  truncated boolean not null default false,
  item_id text collate "C",
  crawled_at timestamptz(3),
  untrusted jsonb,                                      -- {title, metaDescription, h1}
  facts jsonb,                                          -- what rules about several pages need
  links jsonb,                                          -- its links and images
  targets text[],                                       -- short hashes of what it links to
  signature bytea,                                      -- what its text is compared by
  findings jsonb,                                       -- what its own rules found
  primary key (organization_id, run_id, id),
  foreign key (organization_id, run_id) references app.site_audit_run on delete cascade
);
create unique index site_audit_page_url on app.site_audit_page (organization_id, url, run_id);
create index site_audit_page_waiting on app.site_audit_page (organization_id, run_id, depth, seq) where stage <> 'done';
create index site_audit_page_latest on app.site_audit_page (organization_id, id) where is_latest;
call app.isolate('app.site_audit_page');
grant select, insert, update, delete on app.site_audit_page to masthead_app;

-- What a run looks at besides pages: links to other websites, images, secure forms of what a page loads without encryption.
create table app.site_audit_target (
  organization_id text collate "C" not null,
  run_id text collate "C" not null,
  url text collate "C" not null,
  kind text not null check (kind in ('link', 'image', 'resource')),
  seq integer not null,
  is_done boolean not null default false,
  status integer,
  error text,
  bytes integer,
  content_type text,
  primary key (organization_id, run_id, kind, url),
  foreign key (organization_id, run_id) references app.site_audit_run on delete cascade
);
create index site_audit_target_waiting on app.site_audit_target (organization_id, run_id, seq) where not is_done;
call app.isolate('app.site_audit_target');
grant select, insert, update, delete on app.site_audit_target to masthead_app;

create table app.site_audit_issue (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  rule_code text collate "C" not null,
  url text collate "C" not null,
  severity text not null check (severity in ('error', 'warning', 'notice')),
  page_id text collate "C",
  item_id text collate "C",
  state text not null check (state in ('open', 'ignored', 'fixed', 'regressed')),
  priority integer not null default 0,
  evidence jsonb not null default '{}',
  fix jsonb,
  note text,
  first_seen_run text collate "C" not null,
  last_seen_run text collate "C" not null,
  fixed_run text collate "C",
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index site_audit_issue_subject on app.site_audit_issue (organization_id, url, rule_code);
create index site_audit_issue_by_worth on app.site_audit_issue (organization_id, priority desc, rule_code, url);
create index site_audit_issue_by_item on app.site_audit_issue (organization_id, item_id) where item_id is not null;
call app.isolate('app.site_audit_issue');
grant select, insert, update, delete on app.site_audit_issue to masthead_app;
call app.note_touches('app.site_audit_issue', 'site_audit_issue', 'id');

-- What a run found, and which issues it found gone.
create table app.site_audit_finding (
  organization_id text collate "C" not null,
  run_id text collate "C" not null,
  rule_code text collate "C" not null,
  url text collate "C" not null,
  outcome text not null check (outcome in ('fired', 'fixed')),
  issue_id text collate "C" not null,                   -- of the issue, if it is a new one
  severity text not null check (severity in ('error', 'warning', 'notice')),
  page_id text collate "C",
  item_id text collate "C",
  priority integer not null default 0,
  evidence jsonb,                                       -- until the run is over: the issue has it then
  fix jsonb,
  primary key (organization_id, run_id, url, rule_code),
  foreign key (organization_id, run_id) references app.site_audit_run on delete cascade
);
call app.isolate('app.site_audit_finding');
grant select, insert, update, delete on app.site_audit_finding to masthead_app;

-- A run ends with its job, whatever ended that.
create function app.end_site_audit_run() returns trigger language plpgsql as $$
begin
  update app.site_audit_run set state = new.state, error = new.error, finished_at = coalesce(new.finished_at, clock_timestamp()),
    version = version + 1, updated_at = clock_timestamp()
  where organization_id = new.organization_id and job_id = new.id and state in ('queued', 'crawling', 'analyzing');
  return null;
end $$;
revoke execute on function app.end_site_audit_run() from public;
create trigger end_site_audit_run after update on app.job for each row
  when (new.kind = 'siteAudit' and new.state in ('failed', 'canceled') and old.state is distinct from new.state)
  execute function app.end_site_audit_run();
