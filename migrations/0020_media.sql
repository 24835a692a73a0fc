-- Media with files of their own (operations.md 1.3, reliability.md 7), where each one is used, and pictures of members.
set local role masthead_owner;

alter table app.media
  add column filename text,                             -- the client's, for display alone
  add column variants jsonb not null default '[]',      -- [{file, width, height, format, bytes}]; empty: no file of ours
  add column url_hash text collate "C" not null generated always as (md5(url)) stored;
comment on column app.media.url is 'A path below the own address, an address elsewhere, or empty: served nowhere (documents)';
-- The same bytes are one image. A document is input of one job and removed with it.
create unique index media_bytes on app.media (organization_id, sha256) where sha256 is not null and kind = 'image';
create index media_by_age on app.media (organization_id, created_at desc, id desc);
create index media_by_url on app.media (organization_id, url_hash);
create index item_og_image on app.item (organization_id, og_image_id) where og_image_id is not null;

-- An upload from createMediaUpload on; its id becomes that of the media.
create table app.media_upload (
  organization_id text collate "C" not null,
  id text collate "C" not null,
  token_hash bytea not null,                            -- of the secret in uploadUrl
  kind text not null check (kind in ('image', 'document')),
  filename text not null,
  mime text not null,
  bytes bigint not null,
  sha256 bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'received', 'completed')),
  received_file text,                                   -- its name in the folder of the upload
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
call app.isolate('app.media_upload');
grant select, insert, update, delete on app.media_upload to masthead_app;

-- Folders of files that are removed when they are due, unless their record is there by then: a row is written before the
-- first file of a folder is, and taken back by the transaction that makes the record.
create table app.media_removal (
  organization_id text collate "C" not null,
  folder text collate "C" not null,
  due_at timestamptz(3) not null,
  taken_at timestamptz(3),                              -- the files are being removed: nothing may rely on them any more
  primary key (organization_id, folder)
);
create index media_removal_by_time on app.media_removal (organization_id, due_at);
call app.isolate('app.media_removal');
grant select, insert, update, delete on app.media_removal to masthead_app;

-- Media that the body of an item shows, written with the body.
create table app.media_use (
  organization_id text collate "C" not null,
  item_id text collate "C" not null,
  media_id text collate "C" not null,
  primary key (organization_id, item_id, media_id),
  foreign key (organization_id, item_id) references app.item (organization_id, id) on delete cascade,
  foreign key (organization_id, media_id) references app.media (organization_id, id) on delete cascade
);
create index media_use_by_media on app.media_use (organization_id, media_id);
call app.isolate('app.media_use');
grant select, insert, delete on app.media_use to masthead_app;

-- The picture of a person in an organization: media belong to one, so a person has a picture in each.
create table app.member_avatar (
  organization_id text collate "C" not null,
  user_id text collate "C" not null,
  media_id text collate "C" not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, media_id) references app.media (organization_id, id) on delete cascade
);
create index member_avatar_by_media on app.member_avatar (organization_id, media_id);
call app.isolate('app.member_avatar');
grant select, insert, update, delete on app.member_avatar to masthead_app;
