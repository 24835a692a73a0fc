-- What pages of the own website were measured with, and whose turn the one browser of the installation is.
set local role masthead_owner;

create table app.site_performance_sample (
  organization_id text collate "C" not null,
  run_id text collate "C" not null,                     -- of an audit, or of a run that only measures
  url text collate "C" not null,
  device text not null check (device in ('mobile', 'desktop')),
  source text not null check (source in ('lab', 'field')),
  at timestamptz(3) not null default clock_timestamp(),
  score integer check (score between 0 and 100),
  lcp double precision,                                 -- milliseconds, as all but cls
  fcp double precision,
  tbt double precision,
  si double precision,
  ttfb double precision,
  cls double precision,
  inp double precision,                                 -- of visitors only
  rendered_words integer,                               -- with its scripts; of audits only
  primary key (organization_id, run_id, url, device, source)
);
create index site_performance_sample_by_time on app.site_performance_sample (organization_id, at);
create index site_performance_sample_by_page on app.site_performance_sample (organization_id, url, device, at desc);
call app.isolate('app.site_performance_sample');
grant select, insert, delete on app.site_performance_sample to masthead_app;

-- One page is measured at a time in the installation (site-audit.md#one-page-at-a-time). There is one row at most.
create table auth.lab_turn (
  is_only boolean primary key default true check (is_only),
  holder text not null,                                 -- organization and job
  ends_at timestamptz(3) not null
);
grant select, insert, update, delete on auth.lab_turn to masthead_definer;

set local role masthead_definer;

create function auth.take_lab_turn(job text, seconds integer) returns boolean
language sql security definer set search_path = auth, app, pg_temp as $$
  with taken as (
    insert into auth.lab_turn as t (holder, ends_at) values (app.org() || ' ' || job, clock_timestamp() + make_interval(secs => seconds))
    on conflict (is_only) do update set holder = excluded.holder, ends_at = excluded.ends_at
      where t.holder = excluded.holder or t.ends_at < clock_timestamp()
    returning true)
  select exists (select from taken)
$$;

create function auth.end_lab_turn(job text) returns void
language sql security definer set search_path = auth, app, pg_temp as $$
  delete from auth.lab_turn where holder = app.org() || ' ' || job
$$;

revoke execute on function auth.take_lab_turn(text, integer), auth.end_lab_turn(text) from public;
grant execute on function auth.take_lab_turn(text, integer), auth.end_lab_turn(text) to masthead_app;
