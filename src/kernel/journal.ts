import { sql } from 'kysely'

import type { Actor } from './access.ts'
import { maskCredentials } from './credential-text.ts'
import type { Writer } from './database.ts'

/** The kinds of record whose states are kept, so that a change can be taken back (undo.md#effects-name-revisions). */
export const recordTypes = ['entry', 'item', 'redirect', 'term', 'topic'] as const
export type RecordType = (typeof recordTypes)[number]

/** The revisions that a call wrote of one record. `from`: the one before, null if it was created; `to`: null if it was removed. */
export type Effect = { type: RecordType; id: string; title: string; from: number | null; to: number | null }

/** The fields of a record that can differ between two of its states, by their public names. */
export type Snapshot = Record<string, unknown>

/** A state of a record: its version, and the fields that it had then. */
export type RecordState = { n: number; snapshot: Snapshot }

type ChangeOfRecord = {
  type: Exclude<RecordType, 'item'>
  id: string
  title: string
  /** Undefined: it was created. */
  before: RecordState | undefined
  /** Undefined: it was removed. */
  after: RecordState | undefined
}

/** What a transaction has written so far, and what its revisions say besides. */
export type Journal = {
  /** Why it is done; stored with each revision. */
  note: string | null
  /** The calls that it takes back; stored with each revision. */
  revertOf: readonly string[]
  /** The revisions that it wrote, by record. */
  effects(): Effect[]
  /** Reports a revision that the caller stores: `n`; null where the item was removed for good. `last`: the number before. */
  wrote(effect: { type: 'item'; id: string; title: string; last: number; n: number | null }): void
  /** Reports a change of another record. The one that commits the transaction stores its revision. */
  changed(change: ChangeOfRecord): void
  /** Reports items or published uses of terms that were added, or are gone: what is counted by the given columns. */
  counted(what: 'items' | 'terms', columns: readonly string[], by: number): void
  /** What differs since the transaction began: rows of columns and number (content.md#counts-are-kept). */
  counts(): { items: CountRow[]; terms: CountRow[] }
  /** Returns a function that forgets what is reported from now on. */
  mark(): () => void
}

/** Columns of a count, the collection first, and the number to add. */
export type CountRow = [collectionId: string, ...others: string[], by: number]

type Counts = { items: ReadonlyMap<string, number>; terms: ReadonlyMap<string, number> }

type Kept = { effects: Map<string, Effect & { n: number }>; changes: ChangeOfRecord[]; counts: Counts }

const journals = new WeakMap<Writer, Journal & { kept: Kept }>()

/**
 * The journal of a transaction: what writes a revision reports it here, and what commits the transaction stores it with its
 * record (undo.md#the-transaction-has-a-journal).
 */
export function journalOf(db: Writer): Journal {
  return journalFor(db)
}

function journalFor(db: Writer): Journal & { kept: Kept } {
  const known = journals.get(db)
  if (known !== undefined) return known
  const journal = newJournal()
  journals.set(db, journal)
  return journal
}

function newJournal(): Journal & { kept: Kept } {
  const kept: Kept = { effects: new Map(), changes: [], counts: { items: new Map(), terms: new Map() } }
  const add = (effect: Effect, n: number) => {
    const key = `${effect.type} ${effect.id}`
    const earlier = kept.effects.get(key)
    kept.effects.set(key, { ...effect, from: earlier === undefined ? effect.from : earlier.from, n })
  }
  return {
    kept,
    note: null,
    revertOf: [],
    effects: () => [...kept.effects.values()].map(({ type, id, title, from, to }) => ({ type, id, title, from, to })),
    wrote({ last, n, ...record }) {
      add({ ...record, from: last === 0 ? null : last, to: n }, n ?? last + 1)
    },
    changed(change) {
      const { before, after, type, id, title } = change
      kept.changes.push(change)
      add({ type, id, title, from: before?.n ?? null, to: after?.n ?? null }, after?.n ?? (before?.n ?? 0) + 1)
    },
    counted(what, columns, by) {
      const [key, known] = [columns.join(' '), kept.counts[what]]
      kept.counts = { ...kept.counts, [what]: new Map(known).set(key, (known.get(key) ?? 0) + by) }
    },
    counts: () => ({ items: countRows(kept.counts.items), terms: countRows(kept.counts.terms) }),
    mark() {
      const [effects, changes, { counts }] = [new Map(kept.effects), kept.changes.length, kept]
      return () => {
        kept.effects = effects
        kept.changes.length = changes
        kept.counts = counts
      }
    },
  }
}

// Ids and statuses contain no blanks.
function countRows(counts: ReadonlyMap<string, number>): CountRow[] {
  return [...counts].filter(([, by]) => by !== 0).map(([key, by]) => [...key.split(' '), by] as unknown as CountRow)
}

/** Who changed something, in which call. */
export type Author = {
  actor: Pick<Actor, 'kind'> & { userId: string | null; credentialId: string | null }
  requestId: string
  now: Date
}

/**
 * The inserts of what a transaction has written: effects, revisions of records besides items, and which calls were taken back.
 * The state before a change is stored too, unless it is known.
 */
export function journalWrites(db: Writer, author: Author) {
  const { kept, note, revertOf } = journalFor(db)
  const { requestId, now } = author
  const effects = [...kept.effects.values()].map(({ n, from, to, id, type, title }) => ({
    request_id: requestId,
    type,
    record_id: id,
    n,
    title: maskCredentials(title),
    from_n: from,
    is_removed: to === null,
  }))
  const revisions = revisionsOf(kept.changes, author, { note, revertOf })
  const reverts = effects.length === 0 ? [] : revertOf.map((id) => ({ request_id: id, by_request_id: requestId }))
  return [
    ...(effects.length === 0
      ? []
      : [
          db
            .insertInto('audit_effect')
            .columns(['organization_id', 'created_at', ...effectColumns])
            .expression(effectRows(effects, now))
            .onConflict((conflict) => conflict.doNothing()),
        ]),
    ...(revisions.length === 0
      ? []
      : [
          db
            .insertInto('record_revision')
            .columns(['organization_id', 'created_at', ...revisionColumns])
            .expression(revisionRows(revisions, now))
            .onConflict((conflict) => conflict.doNothing()),
        ]),
    ...(reverts.length === 0
      ? []
      : [
          db
            .insertInto('audit_revert')
            .values(reverts)
            .onConflict((conflict) => conflict.doNothing()),
        ]),
  ]
}

const effectColumns = ['request_id', 'type', 'record_id', 'n', 'title', 'from_n', 'is_removed'] as const

// One parameter, however many records a call has changed.
function effectRows(effects: readonly object[], now: Date) {
  const given = sql`jsonb_to_recordset(${JSON.stringify(effects)}::text::jsonb)
    as given(request_id text, type text, record_id text, n int, title text, from_n int, is_removed boolean)`
  return sql`select app.org(), ${now}::timestamptz, ${sql.join(effectColumns.map((column) => sql.ref(column)))} from ${given}`
}

const revisionColumns = [
  'type',
  'record_id',
  'n',
  'snapshot',
  'author_type',
  'user_id',
  'credential_id',
  'request_id',
  'note',
  'revert_of',
] as const

function revisionRows(revisions: readonly object[], now: Date) {
  const given = sql`jsonb_to_recordset(${JSON.stringify(revisions)}::text::jsonb)
    as given(type text, record_id text, n int, snapshot jsonb, author_type text, user_id text, credential_id text,
      request_id text, note text, revert_of text[])`
  return sql`select app.org(), ${now}::timestamptz, ${sql.join(revisionColumns.map((column) => sql.ref(column)))} from ${given}`
}

function revisionsOf(
  changes: readonly ChangeOfRecord[],
  { actor, requestId }: Author,
  { note, revertOf }: Pick<Journal, 'note' | 'revertOf'>,
) {
  const written = {
    author_type: actor.kind,
    user_id: actor.userId,
    credential_id: actor.credentialId,
    request_id: requestId,
    note,
    revert_of: [...revertOf],
  }
  // Nobody knows any longer who wrote the state before.
  const found = { author_type: 'system' as const, revert_of: [] }
  const unique = new Map<string, ReturnType<typeof rowOf> & (typeof written | typeof found)>()
  const keep = (row: ReturnType<typeof rowOf>, by: typeof written | typeof found) => {
    const key = `${row.type} ${row.record_id} ${row.n}`
    if (!unique.has(key)) unique.set(key, { ...row, ...by })
  }
  for (const change of changes) {
    const { before, after } = change
    if (before !== undefined) keep(rowOf(change, before.n, before.snapshot), found)
    keep(rowOf(change, after?.n ?? (before?.n ?? 0) + 1, after?.snapshot), written)
  }
  return [...unique.values()]
}

function rowOf({ type, id }: ChangeOfRecord, n: number, snapshot: Snapshot | undefined) {
  return { type, record_id: id, n, snapshot: snapshot ?? null }
}

/** Removes revisions of records besides items that are older than 90 days. Returns how many, `limit` at most. */
export async function thinRecordRevisions(db: Writer, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from app.record_revision where organization_id = app.org() and (type, record_id, n) in (
      select type, record_id, n from app.record_revision
      where organization_id = app.org() and created_at < now() - interval '90 days' limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
