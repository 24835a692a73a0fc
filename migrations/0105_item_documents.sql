-- What the Content API says of an item is stored as it is sent (docs/decisions/content-api.md#documents-are-stored).
set local role masthead_owner;

-- A row is there from the first change of the item on. Without texts, an answer is put together from the columns.
create table app.item_document (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  transaction_id bigint not null,                       -- the transaction that last changed the item; 0: none since there are documents
  format text,                                          -- of the code and the address that it was made with
  changed_at timestamptz(3),
  attributes text,                                      -- JSON without its last bracket: a single fetch adds the author
  relationships text,
  primary key (organization_id, item_id),
  foreign key (organization_id, item_id) references app.item on delete cascade
);
-- Read far more often than written.
alter table app.item_document alter column attributes set storage external;
call app.isolate('app.item_document');
grant select, insert, update on app.item_document to masthead_app;

-- Whoever changes what a document shows takes its texts away, a node of an older release too; who made new ones meanwhile from what was
-- there before finds another transaction there. Always in one order.
create function app.outdate_documents(organization text, items text[]) returns void language sql as $$
  insert into app.item_document as d (organization_id, item_id, transaction_id)
    select i.organization_id, i.id, pg_current_xact_id()::text::bigint from app.item i
    where i.organization_id = organization and i.id = any (items) order by i.id
  on conflict (organization_id, item_id) do update
    set transaction_id = excluded.transaction_id, format = null, changed_at = null, attributes = null, relationships = null
    where d.transaction_id <> excluded.transaction_id or d.attributes is not null
$$;
grant execute on function app.outdate_documents(text, text[]) to masthead_app;

create function app.outdate_document_of_item() returns trigger language plpgsql as $$
begin
  perform app.outdate_documents(new.organization_id, array[new.id]);
  return null;
end $$;
create trigger outdate_document after update on app.item for each row execute function app.outdate_document_of_item();

create function app.outdate_document_of_body() returns trigger language plpgsql as $$
begin
  perform app.outdate_documents(new.organization_id, array[new.item_id]);
  return null;
end $$;
create trigger outdate_document after insert or update on app.item_body for each row execute function app.outdate_document_of_body();

create function app.outdate_documents_of_terms() returns trigger language plpgsql as $$
declare
  organization text;
  items text[];
begin
  -- Whoever removes a deleted organization leaves no documents of it.
  if not has_table_privilege('app.item_document', 'insert') then return null; end if;
  for organization, items in select c.organization_id, array_agg(distinct c.item_id) from changed c group by 1 loop
    perform app.outdate_documents(organization, items);
  end loop;
  return null;
end $$;
create trigger outdate_documents_of_new after insert on app.item_term referencing new table as changed
  for each statement execute function app.outdate_documents_of_terms();
create trigger outdate_documents after update on app.item_term referencing new table as changed
  for each statement execute function app.outdate_documents_of_terms();
create trigger outdate_documents_of_removed after delete on app.item_term referencing old table as changed
  for each statement execute function app.outdate_documents_of_terms();

create function app.outdate_documents_of_image() returns trigger language plpgsql as $$
begin
  perform app.outdate_documents(new.organization_id, array(
    select i.id from app.item i where i.organization_id = new.organization_id and i.featured_image_id = new.id));
  return null;
end $$;
create trigger outdate_documents after update on app.media for each row when (old.url is distinct from new.url)
  execute function app.outdate_documents_of_image();

revoke execute on function app.outdate_documents(text, text[]), app.outdate_document_of_item(), app.outdate_document_of_body(),
  app.outdate_documents_of_terms(), app.outdate_documents_of_image() from public;

-- Documents take the place of bodies as JSON. The columns stay until no node reads them any more, and are empty from the next write on.
create or replace function app.write_body_as_json() returns trigger language plpgsql as $$
begin
  new.content_json := null;
  new.content_html_json := null;
  return new;
end $$;
drop index app.item_body_without_json;
