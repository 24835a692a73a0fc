-- How many items there are, so that lists need not count them (docs/decisions/content.md#counts-are-kept): raised and lowered by the
-- transaction that changes items, as its last statement but one.
set local role masthead_owner;

create table app.item_count (
  organization_id text collate "C" not null,
  collection_id text collate "C" not null,
  status text collate "C" not null,                     -- effective status, or 'trash'
  n bigint not null,
  primary key (organization_id, collection_id, status)
);

-- Published items of each term. No foreign key: its locks would come in no order, and what is left of a removed term counts nothing.
create table app.term_count (
  organization_id text collate "C" not null,
  collection_id text collate "C" not null,
  kind text collate "C" not null,
  term_id text collate "C" not null,
  n bigint not null,
  primary key (organization_id, collection_id, kind, term_id)
);

alter table app.item no force row level security;
alter table app.item_term no force row level security;
insert into app.item_count (organization_id, collection_id, status, n)
  select organization_id, collection_id, case when trashed_at is null then effective_status else 'trash' end, count(*) from app.item group by 1, 2, 3;
insert into app.term_count (organization_id, collection_id, kind, term_id, n)
  select organization_id, collection_id, kind, term_id, count(*) from app.item_term where status = 'published' group by 1, 2, 3, 4;
alter table app.item force row level security;
alter table app.item_term force row level security;

call app.isolate('app.item_count');
call app.isolate('app.term_count');
grant select, insert, update, delete on app.item_count, app.term_count to masthead_app;

-- The last statement of a transaction that changed content: adds to the counts, rows [collection, status, n] and [collection, kind, term, n], and
-- raises the revisions. Everything is locked in one order, so that two writers never wait for each other.
create function app.change_content(collections text[], items jsonb, terms jsonb) returns table (collection_id text, revision bigint)
language sql as $$
  insert into app.item_count as c (organization_id, collection_id, status, n)
    select app.org(), d ->> 0, d ->> 1, (d ->> 2)::bigint from jsonb_array_elements(items) d
    order by (d ->> 0) collate "C", (d ->> 1) collate "C"
    on conflict on constraint item_count_pkey do update set n = c.n + excluded.n;
  insert into app.term_count as c (organization_id, collection_id, kind, term_id, n)
    select app.org(), d ->> 0, d ->> 1, d ->> 2, (d ->> 3)::bigint from jsonb_array_elements(terms) d
    order by (d ->> 0) collate "C", (d ->> 1) collate "C", (d ->> 2) collate "C"
    on conflict on constraint term_count_pkey do update set n = c.n + excluded.n;
  select r.collection_id, r.revision from app.raise_content_revision(collections) r
$$;

-- Where counts differ from what there is, for whoever may see it: kind and term are null where items are counted, status where uses of
-- terms are.
create function app.wrong_counts()
returns table (organization_id text, collection_id text, status text, kind text, term_id text, kept bigint, counted bigint)
language sql stable as $$
  select coalesce(k.organization_id, c.organization_id), coalesce(k.collection_id, c.collection_id), coalesce(k.status, c.status), null::text, null::text,
    coalesce(k.n, 0), coalesce(c.n, 0)
  from app.item_count k full join (
    select i.organization_id, i.collection_id, i.effective_status as status, count(*) as n
    from app.item i where i.trashed_at is null group by 1, 2, 3
    union all
    select i.organization_id, i.collection_id, 'trash', count(*)
    from app.item i where i.trashed_at is not null group by 1, 2
  ) c on c.organization_id = k.organization_id and c.collection_id = k.collection_id and c.status = k.status
  where coalesce(k.n, 0) <> coalesce(c.n, 0)
  union all
  select coalesce(k.organization_id, c.organization_id), coalesce(k.collection_id, c.collection_id), null::text, coalesce(k.kind, c.kind),
    coalesce(k.term_id, c.term_id), coalesce(k.n, 0), coalesce(c.n, 0)
  from app.term_count k full join (
    select t.organization_id, t.collection_id, t.kind, t.term_id, count(*) as n
    from app.item_term t where t.status = 'published' group by 1, 2, 3, 4
  ) c on c.organization_id = k.organization_id and c.collection_id = k.collection_id and c.kind = k.kind and c.term_id = k.term_id
  where coalesce(k.n, 0) <> coalesce(c.n, 0)
$$;

revoke execute on function app.change_content(text[], jsonb, jsonb), app.wrong_counts() from public;
grant execute on function app.change_content(text[], jsonb, jsonb) to masthead_app;
grant execute on function app.wrong_counts() to masthead_app, masthead_system;

-- `masthead doctor` looks at all organizations.
create policy compare on app.item_count for select to masthead_system using (true);
create policy compare on app.term_count for select to masthead_system using (true);
create policy compare on app.item_term for select to masthead_system using (true);
grant select on app.item_count, app.term_count to masthead_system;
grant select (organization_id, collection_id, kind, term_id, status) on app.item_term to masthead_system;
grant select (collection_id) on app.item to masthead_system;
