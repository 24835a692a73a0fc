-- What people do with the grants of OAuth clients in their organization (identity.md 10.3 and 11).
set local role masthead_owner;

-- The last calls of one credential.
create index on app.audit_record (organization_id, credential_id, created_at desc);

set local role masthead_definer;

create function auth.change_grant_scopes(grant_row text, new_scopes text[]) returns boolean
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.oauth_grants set scopes = new_scopes where id = grant_row and organization_id = app.org() and revoked_at is null returning true
$$;

revoke execute on function auth.change_grant_scopes(text, text[]) from public;
grant execute on function auth.change_grant_scopes(text, text[]) to masthead_app;
