-- People who are at a service to connect it (connectors.md 1.2), and what searches a property had (connectors.md 5).
set local role masthead_owner;

create table app.connect_attempt (
  organization_id text collate "C" not null,
  state_hash text collate "C" not null,                 -- of the state that the service hands back
  provider text not null,
  user_id text collate "C" not null,
  session_id text collate "C" not null,
  integration_id text collate "C",                      -- the one whose grant is renewed
  settings jsonb not null default '{}',
  verifier text not null,                               -- of the code challenge, sealed
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, state_hash)
);
call app.isolate('app.connect_attempt');
grant select, insert, delete on app.connect_attempt to masthead_app;

-- A property whose rows are kept. Days are those of the search engine; one that is selected again has its rows still.
create table app.search_property (
  organization_id text collate "C" not null,
  id integer not null,
  external_id text not null,
  data_through text collate "C",                        -- 2026-01-31: the last day whose figures are final
  synced_at timestamptz(3),
  primary key (organization_id, id)
);
call app.isolate('app.search_property');
grant select, insert, update, delete on app.search_property to masthead_app;

-- Pages and queries, once each: rows name them by number.
create table app.search_text (
  organization_id text collate "C" not null,
  kind text not null,                                   -- page, query
  hash bytea not null,
  id bigint not null,                                   -- counted within the organization
  body text not null,
  primary key (organization_id, kind, hash)
);
create unique index search_text_by_id on app.search_text (organization_id, id);
call app.isolate('app.search_text');
grant select, insert, update, delete on app.search_text to masthead_app;

-- One day of the whole property, with the searches that are too rare to be named.
create table app.search_day (
  organization_id text collate "C" not null,
  property_id integer not null,
  day integer not null,                                 -- 20260131
  clicks bigint not null,
  impressions bigint not null,
  position_sum float8 not null,                         -- position x impressions
  primary key (organization_id, property_id, day)
);
call app.isolate('app.search_day');
grant select, insert, update, delete on app.search_day to masthead_app;

create table app.search_page_row (
  organization_id text collate "C" not null,
  property_id integer not null,
  day integer not null,                                 -- 20260131
  page_id bigint not null,
  country text collate "C" not null,
  device text collate "C" not null,
  clicks integer not null,
  impressions integer not null,
  position_sum float8 not null,
  primary key (organization_id, property_id, day, page_id, country, device)
);
call app.isolate('app.search_page_row');
grant select, insert, update, delete on app.search_page_row to masthead_app;

create table app.search_query_row (
  organization_id text collate "C" not null,
  property_id integer not null,
  day integer not null,                                 -- 20260131
  page_id bigint not null,
  query_id bigint not null,
  country text collate "C" not null,
  device text collate "C" not null,
  clicks integer not null,
  impressions integer not null,
  position_sum float8 not null,
  primary key (organization_id, property_id, day, page_id, query_id, country, device)
);
call app.isolate('app.search_query_row');
grant select, insert, update, delete on app.search_query_row to masthead_app;

-- The same without country and device, which most questions leave out.
create table app.search_page_day (
  organization_id text collate "C" not null,
  property_id integer not null,
  day integer not null,                                 -- 20260131
  page_id bigint not null,
  clicks integer not null,
  impressions integer not null,
  position_sum float8 not null,
  primary key (organization_id, property_id, day, page_id)
);
call app.isolate('app.search_page_day');
grant select, insert, update, delete on app.search_page_day to masthead_app;

create table app.search_pair_day (
  organization_id text collate "C" not null,
  property_id integer not null,
  day integer not null,                                 -- 20260131
  page_id bigint not null,
  query_id bigint not null,
  clicks integer not null,
  impressions integer not null,
  position_sum float8 not null,
  primary key (organization_id, property_id, day, page_id, query_id)
);
call app.isolate('app.search_pair_day');
grant select, insert, update, delete on app.search_pair_day to masthead_app;

-- How many addresses were inspected on a day of the search engine: there is a quota.
create table app.search_inspection (
  organization_id text collate "C" not null,
  property_id integer not null,
  day integer not null,                                 -- 20260131
  n integer not null,
  primary key (organization_id, property_id, day)
);
call app.isolate('app.search_inspection');
grant select, insert, update, delete on app.search_inspection to masthead_app;
