import { sql } from 'kysely'
import { z } from 'zod'

import { agentNameOf } from '#areas/content/revisions/revision-lists.ts'
import { actors } from '#kernel/access.ts'
import { mapped, joined, type Question, question, selectFrom } from '#kernel/ask.ts'

/** What lists say about the work on an item besides its row. */
export const workOutput = z.object({
  writer: z
    .object({
      type: z.enum(actors),
      name: z.string().nullable().describe('Null: a former member, or an agent whose record is gone'),
    })
    .nullable()
    .describe('Who created it'),
  isWaiting: z.boolean().describe('A call that changes it waits for approval'),
})
type Work = z.output<typeof workOutput>

/** Who created items, by their first revisions, which are always kept, and which of them wait for a decision; as a question. */
export function workAsked(ids: readonly string[]): Question<(itemId: string) => Work> {
  const some = sql<string>`any(${[...ids]})`
  const found = joined({
    writers: question(
      selectFrom('item_revision')
        // Once for all rows: it is a scan of a function, whose rows are kept.
        .leftJoin(sql<{ user_id: string; display_name: string }>`auth.members_of_organization()`.as('m'), (join) =>
          join.onRef('m.user_id', '=', 'item_revision.user_id'),
        )
        .select(['item_revision.item_id', 'item_revision.author_type', 'm.display_name'])
        .select(agentNameOf('item_revision'))
        .where('item_revision.item_id', '=', some)
        .where('item_revision.n', '=', 1),
      (rows) => new Map(rows.map((row) => [row.item_id, row])),
    ),
    // Those that wait are few, and have an index.
    waiting: question(
      selectFrom('call_approval')
        .select(
          sql<string[]>`array(select record ->> 1 from jsonb_array_elements(bound) record
          where record ->> 0 = 'item' and record ->> 1 = ${some})`.as('items'),
        )
        .where('state', '=', 'pending')
        .where('expires_at', '>', sql<Date>`now()`),
      (rows) => new Set(rows.flatMap(({ items }) => items)),
    ),
  })
  return mapped(found, ({ writers, waiting }) => (itemId) => {
    const by = writers.get(itemId)
    return {
      writer: by ? { type: by.author_type, name: by.author_type === 'agent' ? by.agent_name : by.display_name } : null,
      isWaiting: waiting.has(itemId),
    }
  })
}
