-- Where the pictures of imports came from (docs/decisions/exchange.md#pictures-come-along): a later run finds each by its source instead of fetching it
-- again. Several sources may be one media, since the same bytes are one image.
set local role masthead_owner;

create table app.media_origin (
  organization_id text collate "C" not null,
  source_key text collate "C" not null,                 -- a long one by its hash
  media_id text collate "C" not null,
  address text not null,                                -- from which its bytes came
  primary key (organization_id, source_key),
  foreign key (organization_id, media_id) references app.media (organization_id, id) on delete cascade
);
create index media_origin_by_media on app.media_origin (organization_id, media_id);
call app.isolate('app.media_origin');
grant select, insert, update, delete on app.media_origin to masthead_app;
