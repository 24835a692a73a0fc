-- What writes where nobody says otherwise (operations.md 3.6).
set local role masthead_owner;

create table app.model_default (
  organization_id text collate "C" primary key,
  provider text collate "C" not null check (provider in ('openai', 'anthropic', 'google', 'openai_compatible')),
  model text,                                           -- null: that of the provider
  set_at timestamptz(3) not null default now()
);
call app.isolate('app.model_default');
grant select, insert, update, delete on app.model_default to masthead_app;
