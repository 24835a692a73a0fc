-- Search does not depend on what nobody sees (docs/decisions/content.md#plans-of-searches): entries that wait in an index raise its price, texts outside the pages
-- of their table make reading all of it look cheap, and a function says how many rows it returns.
set local role masthead_owner;
do $$ declare index regclass; begin
  for index in
    select c.oid from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'gin' and c.relnamespace = 'app'::regnamespace
  loop
    execute format('alter index %s set (fastupdate = off)', index);
    perform gin_clean_pending_list(index);
  end loop;
end $$;
-- A text of up to 8 KB is in the page of its row: looking at a hit again reads nothing else.
alter table app.item_search set (toast_tuple_target = 8160);

set local role masthead_search;
-- Items that contain a phrase or the last segment of an address, or have that segment as their slug. Patterns of LIKE.
create or replace function app.search_items(phrase text, address text, named text) returns setof text
language sql stable security definer rows 100 set search_path = app, public, pg_temp set enable_seqscan = off as $$
  select s.item_id from app.item_search s where s.organization_id = app.org() and s.search_text like phrase
  union all
  select s.item_id from app.item_search s
  where s.organization_id = app.org() and s.search_text like address and (s.search_text like phrase) is not true
  union all
  select i.id from app.item i
  where i.organization_id = app.org() and i.slug = named and not exists (
    select from app.item_search s
    where s.organization_id = i.organization_id and s.item_id = i.id and (s.search_text like phrase or s.search_text like address))
$$;

-- The same for texts of which the index of trigrams knows nothing, such as one or two letters: it would be read in whole, besides every text.
create function app.scan_items(phrase text, address text, named text) returns setof text
language sql stable security definer rows 100 set search_path = app, public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
  select s.item_id from app.item_search s
  where s.organization_id = app.org() and (s.search_text like phrase or s.search_text like address)
  union
  select i.id from app.item i where i.organization_id = app.org() and i.slug = named
$$;
create function app.scan_items_by_words(words text[]) returns setof text
language sql stable security definer rows 100 set search_path = app, public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
  select s.item_id from app.item_search s where s.organization_id = app.org() and s.search_text like all (words)
$$;
revoke execute on function app.scan_items(text, text, text), app.scan_items_by_words(text[]) from public;
grant execute on function app.scan_items(text, text, text), app.scan_items_by_words(text[]) to masthead_app;

alter function app.search_items_by_words(text[]) rows 100 set enable_seqscan = off;
alter function app.find_context_entries(text) rows 100 set enable_seqscan = off;
alter function app.search_context_entries(text, text, text, text[], timestamptz, integer) rows 20 set enable_seqscan = off;
