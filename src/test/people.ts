import { addApiKey } from '#areas/account/keys/api-keys.ts'
import { furnishCollections } from '#areas/collections/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { newId, type Id, type OrganizationId, type UserId } from '#kernel/ids.ts'
import { ceilingOf, type Role, type Scope, scopes } from '#kernel/scope.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

type NewOrganization = { organizationId?: OrganizationId; name?: string; plan?: Plan; role?: Role; person?: string }
export type Founder = { organizationId?: OrganizationId; role?: Role; plan?: Plan; scopes?: readonly Scope[] }

/** A user without a password, with an address of their own. */
export async function addUser(database: TenantDatabase, name = 'Member'): Promise<UserId> {
  const id = newId('user')
  const email = `${id}@example.com`
  await database.asIdentity((db) =>
    db.insertInto('auth.users').values({ id, email, email_key: email, display_name: name }).execute(),
  )
  return id
}

/** A new organization and its first member. */
export async function addOrganization(
  database: TenantDatabase,
  {
    organizationId = newId('organization'),
    name = 'Example',
    plan,
    role = 'owner',
    person = 'Owner',
  }: NewOrganization = {},
): Promise<{ organizationId: OrganizationId; userId: UserId; slug: string }> {
  const slug = organizationId.replace('_', '-')
  const userId = await addUser(database, person)
  await database.asIdentity(async (db) => {
    await db
      .insertInto('auth.organizations')
      .values({ id: organizationId, slug, name, ...(plan === undefined ? {} : { plan }) })
      .execute()
    await db.insertInto('auth.memberships').values({ organization_id: organizationId, user_id: userId, role }).execute()
  })
  return { organizationId, userId, slug }
}

/** An organization with its collections, and what an API key of its first member may do. */
export async function newOrganization(
  database: TenantDatabase,
  { organizationId: wanted, role = 'owner', plan = 'authority', scopes }: Founder = {},
): Promise<Access> {
  const name = 'Organization of the test'
  const made = await addOrganization(database, {
    ...(wanted && { organizationId: wanted }),
    name,
    plan,
    role,
    person: 'Person of the test',
  })
  const { organizationId, userId, slug } = made
  await database.forOrganization({ organizationId, userId }, 'write', async (tx) => {
    await tx.db.insertInto('organization_setting').values({ timezone: 'UTC' }).execute()
    await furnishCollections(tx.db)
  })

  const granted = scopes ?? ceilingOf[role]
  const keyId = newId('apiKey')
  return {
    actor: { kind: 'agent', userId, credentialType: 'api_key', credentialId: keyId, clientName: 'key of the test' },
    organization: { id: organizationId, slug, name, plan, suspended: false, maxKeyDays: null, approvalRisks: [] },
    role,
    grantedScopes: granted,
    scopes: granted.filter((scope) => ceilingOf[role].includes(scope)),
    principal: keyId,
    elevatedUntil: null,
    rate: { limit: 1200, allowed: true, remaining: 1199, resetMs: 60_000 },
    keyExpiresAt: null,
  }
}

/** A new user who is a member of an organization. */
export async function addMember(database: TenantDatabase, organizationId: OrganizationId, role: Role): Promise<UserId> {
  const userId = await addUser(database, `An ${role}`)
  await database.asIdentity((db) =>
    db.insertInto('auth.memberships').values({ organization_id: organizationId, user_id: userId, role }).execute(),
  )
  return userId
}

/** An API key of a member, with all scopes by default, valid for 90 days from `now`. */
export async function addKey(
  database: TenantDatabase,
  owner: { organizationId: OrganizationId; userId: UserId },
  options: { scopes?: readonly Scope[]; now?: Date; days?: number; name?: string } = {},
) {
  const now = options.now ?? new Date()
  const expiresAt = new Date(now.getTime() + (options.days ?? 90) * 86_400_000)
  return database.forOrganization(owner, 'write', ({ db }) =>
    addApiKey(db, { name: options.name ?? 'Test key', scopes: options.scopes ?? scopes, expiresAt, now }),
  )
}

/** A member's grant to an OAuth client, with all scopes by default, as a consent leaves it. */
export async function addGrant(
  database: TenantDatabase,
  owner: { organizationId: OrganizationId; userId: UserId },
  options: { scopes?: readonly Scope[]; clientName?: string } = {},
): Promise<Id<'grant'>> {
  const id = newId('grant')
  await database.asIdentity((db) =>
    db
      .insertInto('auth.oauth_grants')
      .values({
        id,
        grant_id: `library-${id}`,
        organization_id: owner.organizationId,
        user_id: owner.userId,
        client_id: 'client-of-the-test',
        client_name: options.clientName ?? 'Client of the test',
        redirect_host: 'localhost',
        scopes: [...(options.scopes ?? scopes)],
        resource: 'https://masthead.test/mcp',
        expires_at: new Date(Date.now() + 180 * 86_400_000),
      })
      .execute(),
  )
  return id
}
