-- Search (docs/decisions/content.md#one-search): the last segment of an address is searched in all fields, and words may be apart. Each function names what
-- the index of trigrams can look up; a null pattern finds nothing.
set local role masthead_search;
drop function app.search_items(text, text);

-- Items that contain a phrase or the last segment of an address, or have that segment as their slug. Patterns of LIKE.
create function app.search_items(phrase text, address text, named text) returns setof text
language sql stable security definer set search_path = app, public, pg_temp as $$
  select s.item_id from app.item_search s where s.organization_id = app.org() and s.search_text like phrase
  union
  select s.item_id from app.item_search s where s.organization_id = app.org() and s.search_text like address
  union
  select i.id from app.item i where i.organization_id = app.org() and i.slug = named
$$;

-- Items that contain all of two to eight words, in any order. Patterns of LIKE.
create function app.search_items_by_words(words text[]) returns setof text
language sql stable security definer set search_path = app, public, pg_temp as $$
  select s.item_id from app.item_search s
  where s.organization_id = app.org()
    and s.search_text like words[1]
    and s.search_text like words[2]
    and s.search_text like coalesce(words[3], words[1])
    and s.search_text like coalesce(words[4], words[1])
    and s.search_text like coalesce(words[5], words[1])
    and s.search_text like coalesce(words[6], words[1])
    and s.search_text like coalesce(words[7], words[1])
    and s.search_text like coalesce(words[8], words[1])
$$;
revoke execute on function app.search_items(text, text, text), app.search_items_by_words(text[]) from public;
grant execute on function app.search_items(text, text, text), app.search_items_by_words(text[]) to masthead_app;
