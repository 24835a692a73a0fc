-- An engine that knows only its own, slow method stores texts as they are: compressing a long one took longer than all else in its transaction
-- (docs/decisions/database.md#texts-are-compressed-quickly). What is stored already stays as it is.
do $$ begin
  if not (select 'lz4' = any(enumvals) from pg_settings where name = 'default_toast_compression') then
    alter table app.item_body alter column content set storage external, alter column content_html set storage external;
    alter table app.item_revision alter column snapshot set storage external;
  end if;
end $$;
