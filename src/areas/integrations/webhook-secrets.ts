import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { ask, question, selectFrom } from '#kernel/ask.ts'
import { credentialStarts } from '#kernel/credential-text.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'
import type { Place, Sealing } from '#kernel/sealing.ts'
import type { Secret } from '#kernel/secret.ts'

/** How long the previous secret signs in addition to a new one. */
const overlap = '24 hours'
const bytes = 32

/** The secrets that sign now, the current one first. */
export async function signingSecrets(db: Reader, organizationId: string, sealing: Sealing): Promise<Secret<string>[]> {
  const rows = await db
    .selectFrom('webhook_secret')
    .select(['id', 'sealed'])
    .where((where) => where.or([where('until', 'is', null), where('until', '>', sql<Date>`clock_timestamp()`)]))
    .orderBy(sql`until desc nulls first`)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, sealed }) => sealing.decrypt(sealed, placeOf(organizationId, id)))
}

/** Whether there is one that signs. */
export const hasSecret = (db: Reader): Promise<boolean> => ask(db, hasSecretAsked())

/** The same as a question. */
export const hasSecretAsked = () =>
  question(selectFrom('webhook_secret').select('id').where('until', 'is', null).limit(1), ([row]) => row !== undefined)

/** Creates the current secret; the previous one goes on signing for 24 hours. Returns its text, which is shown once. */
export async function addSecret(
  db: Writer,
  organizationId: string,
  sealing: Sealing,
): Promise<{ secret: string; previousUntil: Date | null }> {
  await db
    .deleteFrom('webhook_secret')
    .where('until', '<', sql<Date>`clock_timestamp()`)
    .execute()
  const ended = await db
    .updateTable('webhook_secret')
    .set({ until: sql<Date>`clock_timestamp() + ${overlap}::interval` })
    .where('until', 'is', null)
    .returning('until')
    .executeTakeFirst()
  const id = newId('webhookSecret')
  const secret = `${credentialStarts.webhookSecret}${randomBytes(bytes).toString('base64')}`
  await db
    .insertInto('webhook_secret')
    .values({ id, sealed: sealing.encrypt(secret, placeOf(organizationId, id)) })
    .execute()
  return { secret, previousUntil: ended?.until ?? null }
}

/** How many of them sign now. */
export async function countSecrets(db: Reader): Promise<number> {
  const { n } = await db
    .selectFrom('webhook_secret')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where((where) => where.or([where('until', 'is', null), where('until', '>', sql<Date>`clock_timestamp()`)]))
    .executeTakeFirstOrThrow()
  return n
}

function placeOf(organizationId: string, row: string): Place {
  return { organization: organizationId, table: 'webhook_secret', row, column: 'sealed' }
}
