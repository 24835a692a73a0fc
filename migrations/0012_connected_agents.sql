-- What people do with the grants of OAuth clients in their organization (identity.md 10.3 and 11).
set local role masthead_owner;

-- The last calls of one credential.
create index on app.audit_record (organization_id, credential_id, created_at desc);

set local role masthead_definer;

-- Ends a grant: no token of it is left, and the next request and refresh are refused. Repeating it keeps the first time.
create function auth.revoke_grant(grant_row text, reason text) returns timestamptz
language sql security definer set search_path = auth, app, pg_temp as $$
  delete from auth.oauth_payloads p using auth.oauth_grants g
    where g.id = grant_row and g.organization_id = app.org() and p.grant_id = g.grant_id;
  update auth.oauth_grants set revoked_at = coalesce(revoked_at, now()), revoked_by = coalesce(revoked_by, app.usr()), revoked_reason = coalesce(revoked_reason, reason)
    where id = grant_row and organization_id = app.org()
    returning revoked_at
$$;

create function auth.change_grant_scopes(grant_row text, new_scopes text[]) returns boolean
language sql security definer set search_path = auth, app, pg_temp as $$
  update auth.oauth_grants set scopes = new_scopes where id = grant_row and organization_id = app.org() and revoked_at is null returning true
$$;

revoke execute on function auth.revoke_grant(text, text), auth.change_grant_scopes(text, text[]) from public;
grant execute on function auth.revoke_grant(text, text), auth.change_grant_scopes(text, text[]) to masthead_app;
