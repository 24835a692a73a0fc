-- Views that pages report themselves (docs/decisions/analytics.md#pages-report-views).
set local role masthead_owner;

alter table app.organization_setting add column collect_views boolean not null default false;

create table app.reported_view (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  day text collate "C" not null,                        -- as in app.item_view
  caller text collate "C" not null,
  n bigint not null,
  primary key (organization_id, item_id, day, caller),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade
);
create index reported_view_by_day on app.reported_view (organization_id, day) include (item_id, caller, n);
call app.isolate('app.reported_view');
grant select, insert, update, delete on app.reported_view to masthead_app;

-- The days between which the page of an item reports: on them, what /v1 answered is not counted.
create table app.reporting_item (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  first_day text collate "C" not null,
  last_day text collate "C" not null,
  primary key (organization_id, item_id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade
);
call app.isolate('app.reporting_item');
grant select, insert, update, delete on app.reporting_item to masthead_app;
