import { sql } from 'kysely'
import { z } from 'zod'

import type { Reader, Writer } from '#kernel/database.ts'
import type { Snapshot } from '#kernel/journal.ts'
import { iso, jsonObject } from '#kernel/schema.ts'

import { agentNameOf, briefRevision } from './revision-lists.ts'
import { noRevision } from './revisions.ts'

export const wholeRevision = z.object({
  ...briefRevision.shape,
  note: z.string().nullable().describe('Why it was done'),
  isStaged: z.boolean().describe('It changes nothing until somebody applies it'),
  changed: z.array(z.string()).describe('Fields that it changes'),
  fields: jsonObject().describe('Those fields, as it has them'),
  before: jsonObject().describe('The same fields, as they were'),
})

/** A revision with the fields that it changes, and what they said in the state before it. Errors: `not_found`. */
export async function readRevision(db: Reader, itemId: string, n: number): Promise<z.input<typeof wholeRevision>> {
  const row = await db
    .selectFrom('item_revision')
    .select(['n', 'snapshot', 'staged_fields', 'author_type', 'user_id', 'request_id', 'created_at', 'note'])
    .select(agentNameOf('item_revision'))
    .select((eb) =>
      eb
        .selectFrom('item_revision as p')
        .select('p.snapshot')
        .whereRef('p.item_id', '=', 'item_revision.item_id')
        .whereRef('p.n', '<', 'item_revision.n')
        .where('p.staged_fields', 'is', null)
        .orderBy('p.n', 'desc')
        .limit(1)
        .as('earlier'),
    )
    .where('item_id', '=', itemId)
    .where('n', '=', n)
    .executeTakeFirst()
  if (row === undefined) throw noRevision(n)
  const { snapshot } = row
  const earlier = row.earlier ?? {}
  const changed = row.staged_fields ?? Object.keys(snapshot).filter((field) => differs(snapshot[field], earlier[field]))
  const named = (from: Snapshot) => Object.fromEntries(changed.map((field) => [field, from[field] ?? null]))
  return {
    n: row.n,
    authorType: row.author_type,
    userId: row.user_id,
    agentName: row.agent_name,
    requestId: row.request_id,
    createdAt: iso(row.created_at),
    note: row.note,
    isStaged: row.staged_fields !== null,
    changed: [...changed],
    fields: named(snapshot),
    before: named(earlier),
  }
}

/** What waits for an item does so no longer. The item's row is locked. */
export function dismissPending(db: Writer, itemId: string): Promise<{ version: number }> {
  return db
    .updateTable('item')
    .set({ pending_revision: null, version: sql<number>`version + 1` })
    .where('id', '=', itemId)
    .returning('version')
    .executeTakeFirstOrThrow()
}

const differs = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)
