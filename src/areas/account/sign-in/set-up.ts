import { sql } from 'kysely'

import { freeSlug } from '#areas/account/organization-slugs.ts'
import { isEmail } from '#areas/account/people/email-address.ts'
import { addPerson, isKnownAddress } from '#areas/account/people/people.ts'
import type { AuthDb, Writer } from '#kernel/database.ts'
import { type Problem, Refusal } from '#kernel/errors.ts'
import { newId, type OrganizationId, type UserId } from '#kernel/ids.ts'
import type { Passwords } from '#kernel/passwords.ts'
import { hashOf, isToken, newToken } from '#kernel/tokens.ts'
import { hasForbiddenCharacters } from '#std/text.ts'

import { objectionToPassword } from './password-rules.ts'

/** What set-up works with. `furnish` creates what other areas own of the organization, in its first transaction. */
export type Installation = {
  asIdentity<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
  forOrganization<T>(
    context: { organizationId: OrganizationId; userId: UserId },
    mode: 'write',
    work: (tx: { db: Writer }) => Promise<T>,
  ): Promise<T>
  passwords: Passwords
  furnish(db: Writer): Promise<void>
}

export type Pair = { email: string; password: string; displayName?: string | undefined; organizationName: string }
export type NewPair = { userId: UserId; organizationId: OrganizationId; slug: string }

/** Whether the installation waits for its first organization and the user who owns it. */
export async function isSetUpNeeded(db: AuthDb): Promise<boolean> {
  const organization = await db.selectFrom('auth.organizations').select('id').limit(1).executeTakeFirst()
  return organization === undefined
}

/**
 * A one-time token for the set-up link, valid until the installation is set up; undefined when it is
 * (account.md#first-set-up).
 */
export async function newSetUpToken(db: AuthDb): Promise<string | undefined> {
  if (!(await isSetUpNeeded(db))) return undefined
  const token = newToken()
  await db
    .insertInto('auth.one_time_tokens')
    .values({ token_hash: hashOf(token), purpose: 'setup' })
    .execute()
  return token
}

/** Whether the set-up link with this token still works. */
export async function isSetUpToken(db: AuthDb, token: string): Promise<boolean> {
  if (!isToken(token)) return false
  const found = await db
    .selectFrom('auth.one_time_tokens')
    .select('token_hash')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', 'setup')
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined && (await isSetUpNeeded(db))
}

/**
 * Creates a user and an organization that the user owns; the first user is the operator. With a `token`, only as the first
 * set-up of the installation. Refuses, without a change, what exists. Errors: 422 `validation_failed` (paths `/email`,
 * `/password`, `/organizationName`, `/displayName`), 404 `not_found` for a token, 409 `conflict`.
 */
export async function setUp(installation: Installation, pair: Pair, token?: string): Promise<NewPair> {
  await check(pair)
  const phc = await installation.passwords.hash(pair.password)
  const organizationId = newId('organization')
  const userId = newId('user')

  const { slug, claimed } = await installation.asIdentity(async (db) => {
    const tokens = await claimTokens(db, token)
    await forgetUnfinished(db)
    await refuseExisting(db, pair)
    await addUser(db, { id: userId, phc, pair })
    return { slug: await freeSlug(db, pair.organizationName), claimed: tokens }
  })
  try {
    await installation.forOrganization({ organizationId, userId }, 'write', async ({ db }) => {
      await sql`select auth.found_organization(${slug}, ${name(pair.organizationName)}, 'authority', ${userId})`.execute(
        db,
      )
      await db.insertInto('organization_setting').values({ timezone: 'UTC' }).execute()
      await installation.furnish(db)
    })
  } catch (error) {
    await installation.asIdentity((db) => undo(db, userId, claimed))
    throw error
  }
  return { userId, organizationId, slug }
}

async function check({ email, password, displayName, organizationName }: Pair): Promise<void> {
  const problems: Problem[] = []
  if (!isEmail(email.trim()))
    problems.push({ path: '/email', message: 'Must be an email address', code: 'invalid_format' })
  const objection = await objectionToPassword(password, email)
  if (objection !== undefined) problems.push(objection)
  if (!isName(organizationName)) problems.push(noName('/organizationName'))
  if (displayName !== undefined && !isName(displayName)) problems.push(noName('/displayName'))
  if (problems.length > 0) throw new Refusal('validation_failed', 'This cannot be set up: see the details.', problems)
}

// All links at once, so that when two are used at the same time only one works.
async function claimTokens(db: AuthDb, token: string | undefined): Promise<Buffer[]> {
  const claimed = await db
    .updateTable('auth.one_time_tokens')
    .set({ used_at: sql`now()` })
    .where('purpose', '=', 'setup')
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute()
  const hashes = claimed.map(({ token_hash }) => token_hash)
  if (token === undefined) return hashes
  const wanted = hashOf(token)
  if (!hashes.some((hash) => hash.equals(wanted)) || !(await isSetUpNeeded(db)))
    throw new Refusal('not_found', 'This set-up link is not valid, or no longer valid.')
  return hashes
}

// The user of a set-up that was cut off before its organization was created.
async function forgetUnfinished(db: AuthDb): Promise<void> {
  if (!(await isSetUpNeeded(db))) return
  await db.deleteFrom('auth.sessions').execute()
  await db.deleteFrom('auth.users').execute()
}

async function refuseExisting(db: AuthDb, { email, organizationName }: Pair): Promise<void> {
  if (await isKnownAddress(db, email)) throw addressTaken()
  const organization = await db
    .selectFrom('auth.organizations')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name(organizationName)})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (organization !== undefined)
    throw new Refusal('conflict', 'An organization with this name already exists. Nothing was changed.', {
      field: 'organizationName',
    })
}

async function addUser(db: AuthDb, { id, phc, pair }: { id: UserId; phc: string; pair: Pair }): Promise<void> {
  const other = await db.selectFrom('auth.users').select('id').limit(1).executeTakeFirst()
  const displayName = pair.displayName === undefined ? undefined : name(pair.displayName)
  const person = { id, email: pair.email, displayName, phc, verifiedAt: null, operator: other === undefined }
  if ((await addPerson(db, person)) === undefined) throw addressTaken()
}

async function undo(db: AuthDb, userId: UserId, claimed: Buffer[]): Promise<void> {
  await db.deleteFrom('auth.users').where('id', '=', userId).execute()
  if (claimed.length > 0)
    await db.updateTable('auth.one_time_tokens').set({ used_at: null }).where('token_hash', 'in', claimed).execute()
}

function name(text: string): string {
  return text.trim().normalize('NFC')
}

function isName(text: string): boolean {
  const trimmed = name(text)
  return trimmed !== '' && Array.from(trimmed).length <= 120 && !hasForbiddenCharacters(trimmed)
}

const addressTaken = () =>
  new Refusal('conflict', 'A user with this email address already exists. Nothing was changed.', { field: 'email' })

const noName = (path: string): Problem => ({
  path,
  message: 'Must have 1 to 120 characters, without control characters',
  code: 'invalid_value',
})
