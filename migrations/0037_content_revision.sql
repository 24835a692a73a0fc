-- How often what the Content API shows of a collection has changed; '*': what concerns the whole organization
-- (docs/decisions/content-api.md#content-has-revisions). Rows stay, also those of removed collections: the sum of an organization only grows.
set local role masthead_owner;

create table app.content_revision (
  organization_id text collate "C" not null,
  collection_id text collate "C" not null,
  revision bigint not null default 1,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, collection_id)
);
create index content_revision_changed on app.content_revision (changed_at);
call app.isolate('app.content_revision');
grant select, insert, update on app.content_revision to masthead_app;

-- Every node follows the revisions of all organizations.
create policy follow on app.content_revision for select to masthead_system using (true);
grant select (collection_id, revision, changed_at) on app.content_revision to masthead_system;

-- Raises the revisions of collections, in one order so that two writers never wait for each other, and tells the other nodes once this is
-- committed. The rows are locked until then: it is the last statement of a transaction.
create function app.raise_content_revision(collections text[]) returns table (collection_id text, revision bigint)
language sql as $$
  with raised as (
    insert into app.content_revision as r (organization_id, collection_id)
    select app.org(), wanted from unnest(collections) as wanted order by wanted
    on conflict (organization_id, collection_id) do update set revision = r.revision + 1, changed_at = clock_timestamp()
    returning r.collection_id, r.revision
  ), told as materialized (
    select raised.collection_id, raised.revision,
      pg_notify('masthead_content', app.org() || ':' || raised.collection_id || ':' || raised.revision) as notice
    from raised
  )
  select told.collection_id, told.revision from told where told.notice is not null or true
$$;
revoke execute on function app.raise_content_revision(text[]) from public;
grant execute on function app.raise_content_revision(text[]) to masthead_app;
