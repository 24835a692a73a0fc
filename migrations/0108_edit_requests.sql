-- What people ask agents to do with an article: at a passage of it, or with the whole (docs/decisions/content.md#edit-requests-are-work).
set local role masthead_owner;

create table app.edit_request (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  item_id text collate "C" not null,
  state text not null default 'open' check (state in ('open', 'done', 'declined', 'closed')),
  request text not null check (length(request) between 1 and 2000),
  field text check (field ~ '^[a-zA-Z0-9]{1,60}$'),     -- of the item, which the passage is in; null: the whole item is meant
  quote text check (length(quote) between 1 and 1000),  -- found again by its words: the text may change (content.md#passages-are-quotes)
  quote_before text check (length(quote_before) <= 100),
  quote_after text check (length(quote_after) <= 100),
  agent_id text collate "C",                            -- the key or grant that it is for; null: any (content.md#edit-requests-have-one-agent)
  agent_name text,                                      -- as it was called then
  asked_by text collate "C" not null,
  asked_by_agent text,                                  -- the name of the key or app that asked for this person
  created_at timestamptz(3) not null default now(),     -- when it was asked
  answer text check (length(answer) between 1 and 1000), -- the last one: a request that was opened again still has it
  answered_by text collate "C",
  answered_by_agent text,
  answered_at timestamptz(3),
  ended_at timestamptz(3),                              -- when it was answered, or closed without an answer
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade,
  check ((field is null) = (quote is null) and (field is null) = (quote_before is null) and (field is null) = (quote_after is null)),
  check ((agent_id is null) = (agent_name is null)),
  check ((answer is null) = (answered_by is null) and (answer is null) = (answered_at is null)),
  check (answered_by_agent is null or answer is not null),
  check (state not in ('done', 'declined') or answer is not null),
  check ((state = 'open') = (ended_at is null))
);
create index edit_request_of_item on app.edit_request (organization_id, item_id, id);
create index edit_request_open on app.edit_request (organization_id, item_id) where state = 'open';
create index edit_request_ended on app.edit_request (organization_id, ended_at) where ended_at is not null;
call app.isolate('app.edit_request');
call app.note_touches('app.edit_request', 'edit_request', 'id');
grant select, insert, update, delete on app.edit_request to masthead_app;
