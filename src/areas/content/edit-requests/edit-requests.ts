import { type Selectable, sql } from 'kysely'

import type { ItemRef } from '#areas/items/index.ts'
import type { Actor } from '#kernel/access.ts'
import { question, selectFrom, type Told } from '#kernel/ask.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import type { Tables } from '#kernel/tables.ts'
import { nextVersion } from '#kernel/version.ts'
import { escapeLike } from '#std/text.ts'

import type { AddressedAgent } from './addressed-agents.ts'
import type { QuotedField } from './passages.ts'

/** `done` and `declined` are the answers; `closed`: it was taken back, or put away. */
export const editRequestStates = ['open', 'done', 'declined', 'closed'] as const
export type EditRequestState = (typeof editRequestStates)[number]

/** Open requests that an item has at most. */
const mostOpen = 20
/** Requests that an item shows at most, the open ones first. */
const mostShown = 40
/** How long a request is kept once it was answered or closed. */
const keptDays = 90

export type EditRequestRow = Selectable<Tables['edit_request']>
/** A row in an answer of a question, whose times are text. */
export type ToldEditRequest = EditRequestRow | Told<EditRequestRow>

type NewRequest = {
  itemId: string
  request: string
  passage: { field: QuotedField; quote: string; before: string; after: string } | undefined
  agent: AddressedAgent | null
}
type By = { actor: Actor; now: Date }

/** Stores a request. The row of its item is locked, so that those that are open can be counted. */
export async function insertEditRequest(
  db: Writer,
  { itemId, request, passage, agent }: NewRequest,
  { actor, now }: By,
): Promise<EditRequestRow> {
  return db
    .insertInto('edit_request')
    .values({
      id: newId('editRequest'),
      item_id: itemId,
      request,
      field: passage?.field ?? null,
      quote: passage?.quote ?? null,
      quote_before: passage?.before ?? null,
      quote_after: passage?.after ?? null,
      ...addressedTo(agent),
      asked_by: actor.userId,
      asked_by_agent: agentNameOf(actor),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Refuses another open request of an item that has the most of them. The row of the item is locked. */
export async function requireFewOpen(db: Reader, itemId: string): Promise<void> {
  const { open } = await db
    .selectFrom('edit_request')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('item_id', '=', itemId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  if (Number(open) < mostOpen) return
  throw new Refusal(
    'conflict',
    `This item has ${mostOpen} open edit requests, the most that it may have. Answer or close one first: listEditRequests lists them.`,
    { open: Number(open), most: mostOpen },
  )
}

/** A request by id. Errors: `not_found`. */
export async function getEditRequest(db: Reader, id: string): Promise<EditRequestRow> {
  return existing(await byId(db, id).executeTakeFirst(), id)
}

/** The same, locked for the rest of the transaction. */
export async function lockEditRequest(db: Writer, id: string): Promise<EditRequestRow> {
  return existing(await byId(db, id).forUpdate().executeTakeFirst(), id)
}

/** Stores what became of a request. Its row is locked. */
export async function answerRequest(
  db: Writer,
  { id }: EditRequestRow,
  given: { state: 'done' | 'declined'; answer: string },
  { actor, now }: By,
): Promise<EditRequestRow> {
  return db
    .updateTable('edit_request')
    .set({
      ...given,
      answered_by: actor.userId,
      answered_by_agent: agentNameOf(actor),
      answered_at: now,
      ended_at: now,
      ...nextVersion,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Change = {
  request?: string | undefined
  agent?: AddressedAgent | null | undefined
  state?: 'open' | 'closed' | undefined
}

/** Changes a request whose row is locked. One that is closed after its answer is kept as long as one that was only answered. */
export async function changeRequest(
  db: Writer,
  row: EditRequestRow,
  { request, agent, state }: Change,
  now: Date,
): Promise<EditRequestRow> {
  return db
    .updateTable('edit_request')
    .set({
      ...(request === undefined ? {} : { request }),
      ...(agent === undefined ? {} : addressedTo(agent)),
      ...(state === undefined ? {} : { state, ended_at: state === 'open' ? null : (row.ended_at ?? now) }),
      ...nextVersion,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type EditRequestFilter = {
  search?: string | undefined
  itemId?: string | undefined
  states?: readonly EditRequestState[] | undefined
  /** Those for one of these agents; `orAny`: and those for any. */
  agents?: { ids: readonly string[]; orAny: boolean } | undefined
}

/** One page of the requests that match, newest first, each with the title of its item, and how many there are. */
export async function listEditRequestRows(db: Reader, filter: EditRequestFilter, asked: PageAsked) {
  const { search = '', itemId, states, agents } = filter
  const found = db
    .selectFrom('edit_request as e')
    .$if(search.trim() !== '', (query) => query.where('e.request', 'ilike', `%${escapeLike(search.trim())}%`))
    .$if(itemId !== undefined, (query) => query.where('e.item_id', '=', itemId ?? ''))
    .$call((query) => (states === undefined ? query : query.where('e.state', 'in', [...states])))
    .$call((query) =>
      agents === undefined
        ? query
        : query.where(({ or, eb }) =>
            or([
              eb('e.agent_id', '=', sql<string>`any(${[...agents.ids]})`),
              ...(agents.orAny ? [eb('e.agent_id', 'is', null)] : []),
            ]),
          ),
    )
  return listPage(found, asked, (all) =>
    all
      .innerJoin('item', 'item.id', 'e.item_id')
      .selectAll('e')
      .select('item.title as item_title')
      .orderBy('e.id', 'desc'),
  )
}

/** The requests of an item, the open ones first, then the newest; 40 at most; as a question. */
export const editRequestsAsked = (itemId: ItemRef) =>
  question(
    selectFrom('edit_request')
      .selectAll()
      .where('item_id', '=', itemId)
      .orderBy(sql`state = 'open'`, 'desc')
      .orderBy('id', 'desc')
      .limit(mostShown),
    (rows) => rows,
  )

/** Removes requests that were answered, or closed without an answer, more than 90 days before `now`. Returns how many. */
export async function removeOldEditRequests(db: Writer, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  const { numDeletedRows } = await db
    .deleteFrom('edit_request')
    .where('id', 'in', (query) =>
      query.selectFrom('edit_request').select('id').where('ended_at', '<', before).limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const byId = (db: Reader, id: string) => db.selectFrom('edit_request').selectAll().where('id', '=', id)

const addressedTo = (agent: AddressedAgent | null) => ({ agent_id: agent?.id ?? null, agent_name: agent?.name ?? null })

const agentNameOf = ({ kind, clientName }: Actor): string | null => (kind === 'agent' ? clientName : null)

function existing(row: EditRequestRow | undefined, id: string): EditRequestRow {
  if (row !== undefined) return row
  throw new Refusal('not_found', 'There is no such edit request. listEditRequests lists those that there are.', {
    id: id.slice(0, 200),
  })
}
