-- Rows of searches as columns of numbers, a day of each kind in one row: questions read only these (docs/decisions/analytics.md#searches-in-columns).
set local role masthead_owner;

create table app.search_pack (
  organization_id text collate "C" not null,
  property_id integer not null,
  kind text collate "C" not null check (kind in ('page', 'pair', 'page_row', 'query_row')),
  day integer not null,                                 -- 20260131
  n integer not null,                                   -- how many rows; each column below has so many numbers, most significant byte first
  page bytea not null,                                  -- int4: ids of app.search_text
  query bytea,                                          -- int4: pair and query_row
  country bytea,                                        -- int4: page_row and query_row, as device
  device bytea,
  clicks bytea not null,                                -- int4
  impressions bytea not null,                           -- int4
  weighted bytea not null,                              -- float8: position x impressions
  primary key (organization_id, property_id, kind, day)
);
-- What was compressed costs more to read than it spares.
alter table app.search_pack alter page set storage external, alter query set storage external, alter country set storage external,
  alter device set storage external, alter clicks set storage external, alter impressions set storage external, alter weighted set storage external;

call app.isolate('app.search_pack');
grant select, insert, delete on app.search_pack to masthead_app;

-- Makes the columns of a day from its rows; those that were there must be gone.
create function app.pack_searches(organization text, property integer, wanted integer) returns void language sql as $$
  insert into app.search_pack (organization_id, property_id, kind, day, n, page, clicks, impressions, weighted)
    select organization, property, 'page', wanted, count(*), string_agg(int4send(r.page_id::int), ''),
      string_agg(int4send(r.clicks::int), ''), string_agg(int4send(r.impressions::int), ''), string_agg(float8send(r.weighted), '')
    from (
      select page_id, sum(clicks) as clicks, sum(impressions) as impressions, sum(position_sum) as weighted
      from app.search_page_row where organization_id = organization and property_id = property and day = wanted group by page_id) as r
    having count(*) > 0;
  insert into app.search_pack (organization_id, property_id, kind, day, n, page, query, clicks, impressions, weighted)
    select organization, property, 'pair', wanted, count(*), string_agg(int4send(r.page_id::int), ''), string_agg(int4send(r.query_id::int), ''),
      string_agg(int4send(r.clicks::int), ''), string_agg(int4send(r.impressions::int), ''), string_agg(float8send(r.weighted), '')
    from (
      select page_id, query_id, sum(clicks) as clicks, sum(impressions) as impressions, sum(position_sum) as weighted
      from app.search_query_row where organization_id = organization and property_id = property and day = wanted group by page_id, query_id) as r
    having count(*) > 0;
  insert into app.search_pack (organization_id, property_id, kind, day, n, page, country, device, clicks, impressions, weighted)
    select organization, property, 'page_row', wanted, count(*), string_agg(int4send(r.page_id::int), ''),
      string_agg(int4send(c.id::int), ''), string_agg(int4send(d.id::int), ''),
      string_agg(int4send(r.clicks), ''), string_agg(int4send(r.impressions), ''), string_agg(float8send(r.position_sum), '')
    from app.search_page_row r
    join app.search_text c on c.organization_id = organization and c.kind = 'country' and c.body = r.country
    join app.search_text d on d.organization_id = organization and d.kind = 'device' and d.body = r.device
    where r.organization_id = organization and r.property_id = property and r.day = wanted
    having count(*) > 0;
  insert into app.search_pack (organization_id, property_id, kind, day, n, page, query, country, device, clicks, impressions, weighted)
    select organization, property, 'query_row', wanted, count(*), string_agg(int4send(r.page_id::int), ''), string_agg(int4send(r.query_id::int), ''),
      string_agg(int4send(c.id::int), ''), string_agg(int4send(d.id::int), ''),
      string_agg(int4send(r.clicks), ''), string_agg(int4send(r.impressions), ''), string_agg(float8send(r.position_sum), '')
    from app.search_query_row r
    join app.search_text c on c.organization_id = organization and c.kind = 'country' and c.body = r.country
    join app.search_text d on d.organization_id = organization and d.kind = 'device' and d.body = r.device
    where r.organization_id = organization and r.property_id = property and r.day = wanted
    having count(*) > 0;
$$;
revoke execute on function app.pack_searches(text, integer, integer) from public;
grant execute on function app.pack_searches(text, integer, integer) to masthead_app;

-- Countries and devices become texts with numbers, as pages and queries are.
alter table app.search_text no force row level security;
alter table app.search_page_row no force row level security;
alter table app.search_query_row no force row level security;
insert into app.search_text (organization_id, kind, hash, id, body)
  select t.organization_id, t.kind, sha256(convert_to(t.body, 'UTF8')),
    (select coalesce(max(s.id), 0) from app.search_text s where s.organization_id = t.organization_id)
      + row_number() over (partition by t.organization_id), t.body
  from (
    select organization_id, 'country' as kind, country as body from app.search_page_row
    union select organization_id, 'device', device from app.search_page_row
    union select organization_id, 'country', country from app.search_query_row
    union select organization_id, 'device', device from app.search_query_row) as t;

alter table app.search_pack no force row level security;
do $$
begin
  perform app.pack_searches(organization_id, property_id, day) from (
    select organization_id, property_id, day from app.search_page_row union select organization_id, property_id, day from app.search_query_row) as days;
end $$;
alter table app.search_pack force row level security;
alter table app.search_text force row level security;
alter table app.search_page_row force row level security;
alter table app.search_query_row force row level security;

drop table app.search_page_day;
drop table app.search_pair_day;
