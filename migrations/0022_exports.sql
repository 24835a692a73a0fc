-- Files that exportItems made (operations.md 3.3): in the database, so that every node serves what any node wrote.
set local role masthead_owner;

create table app.export_file (
  organization_id text collate "C" not null,
  id text collate "C" not null,                         -- of the job that made it
  token_hash bytea,                                     -- SHA-256 of what its address holds; null while it is written
  name text not null,
  media_type text not null,
  bytes bigint not null default 0,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index on app.export_file (organization_id, token_hash);
create index on app.export_file (organization_id, expires_at);
call app.isolate('app.export_file');
grant select, insert, update, delete on app.export_file to masthead_app;

create table app.export_chunk (
  organization_id text collate "C" not null,
  file_id text collate "C" not null,
  n integer not null,
  content bytea not null,
  primary key (organization_id, file_id, n),
  foreign key (organization_id, file_id) references app.export_file (organization_id, id) on delete cascade
);
call app.isolate('app.export_chunk');
grant select, insert, update, delete on app.export_chunk to masthead_app;
