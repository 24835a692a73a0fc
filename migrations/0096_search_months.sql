-- Whole months of searches as columns of numbers, so that questions about many months add up few rows (docs/decisions/analytics.md#searches-by-month).
set local role masthead_owner;

alter table app.search_pack drop constraint search_pack_kind_check;
alter table app.search_pack add constraint search_pack_kind_check
  check (kind in ('page', 'pair', 'page_row', 'query_row', 'page_month', 'query_month', 'pair_month', 'page_row_month'));
comment on column app.search_pack.day is '20260131; of a whole month 20260100';

-- Makes the columns of a month from its rows, in place of those that were there. A month that has columns has those of all its rows: replacing a
-- day removes them.
create function app.pack_search_month(organization text, property integer, month integer) returns void language sql as $$
  delete from app.search_pack where organization_id = organization and property_id = property and day = month;
  insert into app.search_pack (organization_id, property_id, kind, day, n, page, clicks, impressions, weighted)
    select organization, property, 'page_month', month, count(*), string_agg(int4send(r.page_id::int), ''),
      string_agg(int4send(r.clicks::int), ''), string_agg(int4send(r.impressions::int), ''), string_agg(float8send(r.weighted), '')
    from (
      select page_id, sum(clicks) as clicks, sum(impressions) as impressions, sum(position_sum) as weighted
      from app.search_page_row
      where organization_id = organization and property_id = property and day between month + 1 and month + 31 group by page_id) as r
    having count(*) > 0;
  insert into app.search_pack (organization_id, property_id, kind, day, n, page, query, clicks, impressions, weighted)
    select organization, property, 'query_month', month, count(*), '', string_agg(int4send(r.query_id::int), ''),
      string_agg(int4send(r.clicks::int), ''), string_agg(int4send(r.impressions::int), ''), string_agg(float8send(r.weighted), '')
    from (
      select query_id, sum(clicks) as clicks, sum(impressions) as impressions, sum(position_sum) as weighted
      from app.search_query_row
      where organization_id = organization and property_id = property and day between month + 1 and month + 31 group by query_id) as r
    having count(*) > 0;
  insert into app.search_pack (organization_id, property_id, kind, day, n, page, query, clicks, impressions, weighted)
    select organization, property, 'pair_month', month, count(*), string_agg(int4send(r.page_id::int), ''), string_agg(int4send(r.query_id::int), ''),
      string_agg(int4send(r.clicks::int), ''), string_agg(int4send(r.impressions::int), ''), string_agg(float8send(r.weighted), '')
    from (
      select page_id, query_id, sum(clicks) as clicks, sum(impressions) as impressions, sum(position_sum) as weighted
      from app.search_query_row
      where organization_id = organization and property_id = property and day between month + 1 and month + 31 group by page_id, query_id) as r
    having count(*) > 0;
  insert into app.search_pack (organization_id, property_id, kind, day, n, page, country, device, clicks, impressions, weighted)
    select organization, property, 'page_row_month', month, count(*), string_agg(int4send(r.page_id::int), ''),
      string_agg(int4send(c.id::int), ''), string_agg(int4send(d.id::int), ''),
      string_agg(int4send(r.clicks::int), ''), string_agg(int4send(r.impressions::int), ''), string_agg(float8send(r.weighted), '')
    from (
      select page_id, country, device, sum(clicks) as clicks, sum(impressions) as impressions, sum(position_sum) as weighted
      from app.search_page_row
      where organization_id = organization and property_id = property and day between month + 1 and month + 31
      group by page_id, country, device) as r
    join app.search_text c on c.organization_id = organization and c.kind = 'country' and c.body = r.country
    join app.search_text d on d.organization_id = organization and d.kind = 'device' and d.body = r.device
    having count(*) > 0;
$$;
revoke execute on function app.pack_search_month(text, integer, integer) from public;
grant execute on function app.pack_search_month(text, integer, integer) to masthead_app;

alter table app.search_text no force row level security;
alter table app.search_page_row no force row level security;
alter table app.search_query_row no force row level security;
alter table app.search_pack no force row level security;
do $$
begin
  perform app.pack_search_month(organization_id, property_id, month) from (
    select organization_id, property_id, day / 100 * 100 as month from app.search_page_row
    union select organization_id, property_id, day / 100 * 100 from app.search_query_row) as months;
end $$;
alter table app.search_pack force row level security;
alter table app.search_text force row level security;
alter table app.search_page_row force row level security;
alter table app.search_query_row force row level security;
