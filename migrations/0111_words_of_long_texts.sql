-- An index of trigrams takes a long text by its words, each once (docs/decisions/content.md#long-texts-by-words): the trigrams are the same,
-- and finding them is a tenth of the work. Null: the text itself, as it is for short ones and for what was written before.
set local role masthead_owner;
alter table app.item_search add column search_words text;
drop index app.item_search_text;
create index item_search_text on app.item_search using gin (organization_id, coalesce(search_words, search_text) gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 512);

-- A node of the version before, which serves until it is stopped, writes the text alone.
create function app.drop_words_of_before() returns trigger language plpgsql as $$
begin
  new.search_words := null;
  return new;
end $$;
revoke execute on function app.drop_words_of_before() from public;
create trigger drop_words_of_before before update on app.item_search for each row
  when (old.search_words is not null and new.search_words = old.search_words and new.search_text <> old.search_text)
  execute function app.drop_words_of_before();

set local role masthead_search;
-- Items that contain one word or the last segment of an address, neither with blanks, or have that segment as their slug. Patterns of LIKE.
create or replace function app.search_items(phrase text, address text, named text) returns setof text
language sql stable security definer rows 100 set search_path = app, public, pg_temp set enable_seqscan = off as $$
  select s.item_id from app.item_search s where s.organization_id = app.org() and coalesce(s.search_words, s.search_text) like phrase
  union all
  select s.item_id from app.item_search s
  where s.organization_id = app.org() and coalesce(s.search_words, s.search_text) like address
    and (coalesce(s.search_words, s.search_text) like phrase) is not true
  union all
  select i.id from app.item i
  where i.organization_id = app.org() and i.slug = named and not exists (
    select from app.item_search s
    where s.organization_id = i.organization_id and s.item_id = i.id
      and (coalesce(s.search_words, s.search_text) like phrase or coalesce(s.search_words, s.search_text) like address))
$$;

-- Items that contain several words as a phrase, of which two or three, as they stand in it, are looked up. Patterns of LIKE.
create function app.search_items_by_phrase(phrase text, words text[], named text) returns setof text
language sql stable security definer rows 100 set search_path = app, public, pg_temp set enable_seqscan = off as $$
  select s.item_id from app.item_search s
  where s.organization_id = app.org()
    and coalesce(s.search_words, s.search_text) like words[1]
    and coalesce(s.search_words, s.search_text) like words[2]
    and coalesce(s.search_words, s.search_text) like coalesce(words[3], words[1])
    and s.search_text like phrase
  union all
  select i.id from app.item i
  where i.organization_id = app.org() and i.slug = named and not exists (
    select from app.item_search s where s.organization_id = i.organization_id and s.item_id = i.id and s.search_text like phrase)
$$;

-- Items that contain all of two to eight words, in any order. Patterns of LIKE.
create or replace function app.search_items_by_words(words text[]) returns setof text
language sql stable security definer rows 100 set search_path = app, public, pg_temp set enable_seqscan = off as $$
  select s.item_id from app.item_search s
  where s.organization_id = app.org()
    and coalesce(s.search_words, s.search_text) like words[1]
    and coalesce(s.search_words, s.search_text) like words[2]
    and coalesce(s.search_words, s.search_text) like coalesce(words[3], words[1])
    and coalesce(s.search_words, s.search_text) like coalesce(words[4], words[1])
    and coalesce(s.search_words, s.search_text) like coalesce(words[5], words[1])
    and coalesce(s.search_words, s.search_text) like coalesce(words[6], words[1])
    and coalesce(s.search_words, s.search_text) like coalesce(words[7], words[1])
    and coalesce(s.search_words, s.search_text) like coalesce(words[8], words[1])
$$;
revoke execute on function app.search_items_by_phrase(text, text[], text) from public;
grant execute on function app.search_items_by_phrase(text, text[], text) to masthead_app;
