import { sql } from 'kysely'
import { z } from 'zod'

import type { ItemRef } from '#areas/items/index.ts'
import { actors } from '#kernel/access.ts'
import { question, selectFrom } from '#kernel/ask.ts'
import type { Reader } from '#kernel/database.ts'
import { listPage } from '#kernel/list-page.ts'
import { iso, timestamp } from '#kernel/schema.ts'
import { escapeLike } from '#std/text.ts'

/** A revision as an item names it: who made it, and when. */
export const briefRevision = z.object({
  n: z.int(),
  authorType: z.enum(actors),
  userId: z.string().nullable(),
  agentName: z.string().nullable().describe('The name of the key or app that made it'),
  requestId: z.string().nullable(),
  createdAt: timestamp(),
})

/** A revision as the list of them shows it. */
export const listedRevision = z.object({
  n: z.int(),
  title: z.string(),
  changed: z.array(z.string()).describe('Fields that differ from the revision before'),
  isStaged: z.boolean().describe('Waits for publishItem, or waited for it'),
  ...briefRevision.omit({ n: true }).shape,
  note: z.string().nullable().describe('Why it was done'),
  revertOf: z.array(z.string()).describe('The calls that it takes back'),
})

/** The latest revisions of an item, 100 at most, newest first; as a question. */
export const revisionsAsked = (itemId: ItemRef) =>
  question(
    selectFrom('item_revision')
      .select(['n', 'author_type', 'user_id', 'request_id', 'created_at'])
      .select(agentNameOf('item_revision'))
      .where('item_id', '=', itemId)
      .orderBy('n', 'desc')
      .limit(100),
    (rows) => rows.map(briefOf),
  )

type Wanted = { id: string; search?: string | undefined; page: number; pageSize: number }

/** One page of the revisions of an item, newest first, and how many there are. */
export async function pageOfRevisions(db: Reader, { id: itemId, search, page, pageSize }: Wanted) {
  const term = (search ?? '').trim().toLowerCase()
  const found = db
    .selectFrom('item_revision as r')
    .where('r.item_id', '=', itemId)
    .$if(term !== '', (some) => some.where(sql<boolean>`lower(r.snapshot ->> 'title') like ${`%${escapeLike(term)}%`}`))
  const { rows, total } = await listPage(found, { page, pageSize }, (all) =>
    all
      .leftJoinLateral(
        (query) =>
          query
            .selectFrom('item_revision as p')
            .select('p.snapshot')
            .whereRef('p.item_id', '=', 'r.item_id')
            .whereRef('p.n', '<', 'r.n')
            .where('p.staged_fields', 'is', null)
            .orderBy('p.n', 'desc')
            .limit(1)
            .as('before'),
        (join) => join.onTrue(),
      )
      .select([
        'r.n',
        'r.staged_fields',
        'r.author_type',
        'r.user_id',
        'r.request_id',
        'r.created_at',
        'r.note',
        'r.revert_of',
      ])
      .select(agentNameOf('r'))
      .select(sql<string>`r.snapshot ->> 'title'`.as('title'))
      .select(
        sql<string[] | null>`(select array_agg(field.key order by field.key) from json_each(r.snapshot) field
        where before.snapshot is not null
          and field.value::text is distinct from coalesce(before.snapshot -> field.key, 'null')::text
          and (field.value::jsonb is distinct from coalesce(before.snapshot -> field.key, 'null')::jsonb
            or json_strip_nulls(field.value)::text <> json_strip_nulls(before.snapshot -> field.key)::text))`.as(
          'changed',
        ),
      )
      .orderBy('r.n', 'desc'),
  )
  return { total, rows: rows.map(listedOf) }
}

/** What the agent that made a revision is called, by the record of its call. */
export const agentNameOf = (revision: 'item_revision' | 'r') =>
  sql<string | null>`(select a.client_name from app.audit_record a
    where a.organization_id = app.org() and a.request_id = ${sql.ref(`${revision}.request_id`)}
      and a.credential_type in ('oauth', 'api_key') limit 1)`.as('agent_name')

type BriefRow = {
  n: number
  author_type: (typeof actors)[number]
  user_id: string | null
  agent_name: string | null
  request_id: string | null
  created_at: Date | string
}

function briefOf(row: BriefRow): z.input<typeof briefRevision> {
  return {
    n: row.n,
    authorType: row.author_type,
    userId: row.user_id,
    agentName: row.agent_name,
    requestId: row.request_id,
    createdAt: iso(row.created_at),
  }
}

type ListedRow = BriefRow & {
  title: string
  changed: string[] | null
  staged_fields: string[] | null
  note: string | null
  revert_of: string[]
}

function listedOf(row: ListedRow): z.input<typeof listedRevision> {
  return {
    ...briefOf(row),
    title: row.title,
    changed: row.staged_fields ?? row.changed ?? [],
    isStaged: row.staged_fields !== null,
    note: row.note,
    revertOf: row.revert_of,
  }
}
