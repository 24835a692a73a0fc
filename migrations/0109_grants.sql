-- What a person agreed to at a service is given back there when it is disconnected; what they entered is not
-- (docs/decisions/integrations.md#grants-are-given-back).
set local role masthead_owner;

alter table app.integration add column is_grant boolean not null default false;  -- the secret came from signing in there

-- Of those that are connected already: Google takes no secret, and of the others only a sign-in names scopes, except at Shopify.
alter table app.integration no force row level security;
update app.integration set is_grant = true
where sealed is not null and (provider = 'google_search_console' or (provider in ('slack', 'webflow') and scopes_granted <> '{}'));
alter table app.integration force row level security;
