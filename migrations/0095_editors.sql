-- Who has an article open, and what they wrote of a live one and have not made public (docs/decisions/content.md#working-copies).
set local role masthead_owner;

create table app.editor (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  user_id text collate "C" not null,
  seen_at timestamptz not null,                         -- the last sign of life
  draft jsonb,                                          -- the fields of a live article that differ from what is public
  draft_at timestamptz,
  primary key (organization_id, item_id, user_id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade,
  check ((draft is null) = (draft_at is null))
);
create index editor_by_sign on app.editor (organization_id, seen_at) where draft is null;
call app.isolate('app.editor');
grant select, insert, update, delete on app.editor to masthead_app;
