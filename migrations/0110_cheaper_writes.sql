-- What every change of an item calls in the database is planned once per connection: a function in SQL is planned in each call, which took
-- longer than running it (docs/decisions/database.md#plans-are-made-once). What they do stays the same.
set local role masthead_owner;

create or replace function app.outdate_document_of_item() returns trigger language plpgsql as $$
begin
  insert into app.item_document as d (organization_id, item_id, transaction_id)
    select i.organization_id, i.id, pg_current_xact_id()::text::bigint from app.item i
    where i.organization_id = new.organization_id and i.id = new.id
  on conflict (organization_id, item_id) do update
    set transaction_id = excluded.transaction_id, format = null, changed_at = null, attributes = null, relationships = null
    where d.transaction_id <> excluded.transaction_id or d.attributes is not null;
  return null;
end $$;

create or replace function app.outdate_document_of_body() returns trigger language plpgsql as $$
begin
  insert into app.item_document as d (organization_id, item_id, transaction_id)
    select i.organization_id, i.id, pg_current_xact_id()::text::bigint from app.item i
    where i.organization_id = new.organization_id and i.id = new.item_id
  on conflict (organization_id, item_id) do update
    set transaction_id = excluded.transaction_id, format = null, changed_at = null, attributes = null, relationships = null
    where d.transaction_id <> excluded.transaction_id or d.attributes is not null;
  return null;
end $$;

create or replace function app.raise_content_revision(collections text[]) returns table (collection_id text, revision bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  return query with raised as (
    insert into app.content_revision as r (organization_id, collection_id)
    select app.org(), wanted from unnest(collections) as wanted order by wanted
    on conflict (organization_id, collection_id) do update set revision = r.revision + 1, changed_at = clock_timestamp()
    returning r.collection_id, r.revision
  ), told as materialized (
    select raised.collection_id, raised.revision,
      pg_notify('masthead_content', app.org() || ':' || raised.collection_id || ':' || raised.revision) as notice
    from raised
  )
  select told.collection_id, told.revision from told where told.notice is not null or true;
end $$;

create or replace function app.change_content(collections text[], items jsonb, terms jsonb) returns table (collection_id text, revision bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  if jsonb_array_length(items) > 0 then
    insert into app.item_count as c (organization_id, collection_id, status, n)
      select app.org(), d ->> 0, d ->> 1, (d ->> 2)::bigint from jsonb_array_elements(items) d
      order by (d ->> 0) collate "C", (d ->> 1) collate "C"
      on conflict on constraint item_count_pkey do update set n = c.n + excluded.n;
  end if;
  if jsonb_array_length(terms) > 0 then
    insert into app.term_count as c (organization_id, collection_id, kind, term_id, n)
      select app.org(), d ->> 0, d ->> 1, d ->> 2, (d ->> 3)::bigint from jsonb_array_elements(terms) d
      order by (d ->> 0) collate "C", (d ->> 1) collate "C", (d ->> 2) collate "C"
      on conflict on constraint term_count_pkey do update set n = c.n + excluded.n;
  end if;
  return query select r.collection_id, r.revision from app.raise_content_revision(collections) r;
end $$;

-- Texts of bodies are compressed in a third of the time, and read in half, where the engine knows this method; they take a fifth more room
-- (docs/decisions/database.md#texts-are-compressed-quickly). What is stored already stays as it is.
do $$ begin
  alter table app.item_body alter column content set compression lz4, alter column content_html set compression lz4;
  alter table app.item_revision alter column snapshot set compression lz4;
exception when feature_not_supported then
  raise notice 'texts are compressed by the default method';
end $$;
