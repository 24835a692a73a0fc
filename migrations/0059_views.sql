-- What websites fetched, as counters by day (docs/decisions/analytics.md#views-are-counters).
set local role masthead_owner;

create table app.item_view (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  day text collate "C" not null,  -- 2026-01-31, in the organization's time zone when it was counted
  caller text collate "C" not null,                     -- human, other, or the name of an AI bot
  n bigint not null,
  primary key (organization_id, item_id, day, caller),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade
);
create index item_view_by_day on app.item_view (organization_id, day) include (item_id, caller, n);
call app.isolate('app.item_view');
grant select, insert, update, delete on app.item_view to masthead_app;

create table app.crawler_hit (
  organization_id text collate "C" not null,
  day text collate "C" not null,
  bot text collate "C" not null,
  n bigint not null,
  primary key (organization_id, day, bot)
);
call app.isolate('app.crawler_hit');
grant select, insert, update, delete on app.crawler_hit to masthead_app;
