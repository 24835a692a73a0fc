import { sql } from 'kysely'
import { z } from 'zod'

import { limitTries, freeSlug } from '#areas/account/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure } from '#kernel/procedure.ts'
import { givenName, id, timeZone, title } from '#kernel/schema.ts'

export const createOrganization = procedure({
  name: 'createOrganization',
  title: 'Create an organization',
  summary: 'Creates a new organization that you own. Operators may do this, and everybody if sign-up is open.',
  excluded: 'cross_organization',
  instead: 'use the organization menu of the web application',
  asks: 'person',
  risk: 'write',
  errors: ['role_forbidden', 'conflict'],
  input: z.strictObject({ name: givenName(120), timezone: timeZone().optional().describe('UTC by default') }),
  output: z.object({ organization: z.object({ id: id('organization'), slug: z.string(), name: title(120) }) }),

  async prepare({ person, isSignUpOpen, attempts, read }, { name }) {
    if (!person.isOperator && !isSignUpOpen)
      throw new Refusal(
        'role_forbidden',
        'Only an operator of this installation can create organizations. Ask one of them.',
      )
    await limitTries(attempts, `new-organization:${person.userId}`)
    return { slug: await read((db) => freeSlug(db, name.trim())) }
  },

  async found({ db, person, organizationId, furnish }, { name, timezone }, { slug }) {
    const trimmed = name.trim()
    await orTaken(sql`select auth.found_organization(${slug}, ${trimmed}, 'authority', ${person.userId})`.execute(db))
    await db
      .insertInto('organization_setting')
      .values({ timezone: timezone ?? 'UTC' })
      .execute()
    await furnish(db)
    return { organization: { id: organizationId, slug, name: trimmed } }
  },
})

// Between looking for a free slug and the insert somebody else may take it: the unique index decides.
async function orTaken<T>(insert: Promise<T>): Promise<T> {
  try {
    return await insert
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error
    throw new Refusal('conflict', 'Somebody has just created an organization with this name. Try again.')
  }
}
