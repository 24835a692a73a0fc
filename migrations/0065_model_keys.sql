-- Keys of model providers (visibility.md 1).
set local role masthead_owner;

create table app.model_key (
  organization_id text collate "C" not null,
  provider text collate "C" not null check (provider in ('openai', 'anthropic', 'google', 'perplexity', 'openai_compatible')),
  sealed text,                                          -- the key; null: the server wants none
  base_url text,                                        -- of a compatible server
  last4 text,                                           -- null: the key is too short to show any of it
  set_at timestamptz(3) not null default now(),
  primary key (organization_id, provider)
);
call app.isolate('app.model_key');
grant select, insert, update, delete on app.model_key to masthead_app;
