-- Reviews of items (operations.md 1.2 and 3.14): who was asked by whom, who decided what, and on which revision.
set local role masthead_owner;

create table app.item_review (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  n integer not null,                                   -- the latest request of an item is the one that counts
  requested_by text collate "C" not null,
  requested_at timestamptz(3) not null default now(),
  reviewer_ids text[] not null,
  note text check (length(note) <= 2000),
  decision text check (decision in ('approve', 'changes')),
  decided_by text collate "C",
  decided_at timestamptz(3),
  decision_note text check (length(decision_note) <= 2000),
  revision integer,                                     -- of the item when it was decided: what was written later is not approved
  primary key (organization_id, item_id, n),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade,
  check ((decision is null) = (decided_by is null))
);
call app.isolate('app.item_review');
grant select, insert, update on app.item_review to masthead_app;
