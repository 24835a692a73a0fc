import { createHash } from 'node:crypto'

import { type Compilable, CompiledQuery, type Insertable, sql } from 'kysely'

import type { Actor } from '#kernel/access.ts'
import { maskCredentials, writesItself } from '#kernel/credential-text.ts'
import type { AuthDb, Writer } from '#kernel/database.ts'
import { newId, type OrganizationId } from '#kernel/ids.ts'
import { journalWrites } from '#kernel/journal.ts'
import type { Tables } from '#kernel/tables.ts'
import { type Write, writesBefore } from '#kernel/write-together.ts'
import { canonicalJson } from '#std/json.ts'
import { remember } from '#std/remember.ts'
import { excerptOf } from '#std/text.ts'

import type { AgentClaim } from './call.ts'
import type { Door } from './permit.ts'
import { type AuditObject, type Deed, sentenceOf, titleLength } from './sentence.ts'

/** Everything that one record says about one call. */
export type CallRecord = {
  operation: string
  interface: Door
  /** Who acted, and where. */
  access: { actor: Actor; organization: { id: OrganizationId } }
  requestId: string
  clientRequestId: string | undefined
  agent?: AgentClaim | undefined
  startedAt: Date
  finishedAt: Date
  scope: string | null
  risk: string | null
  effectiveRisk: string | null
  status: 'succeeded' | 'failed' | 'rejected' | 'replayed' | 'waiting'
  code: string | null
  confirmed: boolean
  idempotencyKey: string | undefined
  replayOf: string | null
  occurrences: number
  inputSummary: Record<string, unknown>
  resultSummary: Record<string, unknown>
  /** Why it was made. */
  note?: string
  /** What was called, as its declaration says it; undefined: nothing of that name. */
  deed?: Deed
  /** The record that it is about. */
  object?: AuditObject
}

const nameLength = 100

/**
 * The insert of the record of a call, in one statement with the revisions that its transaction wrote
 * (undo.md#effects-name-revisions) and with what else ends it.
 */
export function recordInsert(db: Writer, call: CallRecord, last: readonly Write[] = []): Compilable {
  const { requestId, startedAt, access, note } = call
  const row = { ...rowOf(call), ...(note === undefined ? {} : { note: storable(note, 200) }) }
  const values = { ...row, row_hash: hashOf(call, row) }
  const before = [...journalWrites(db, { actor: access.actor, requestId, now: startedAt }), ...last]
  if (before.length > 0) return writesBefore(db, before).insertInto('audit_record').values(values)
  return insertAlone({ organization_id: access.organization.id, ...values })
}

// Every call has one, and most have nothing else to write: its text is made once.
function insertAlone(row: Insertable<Tables['audit_record']>): Compilable {
  return { compile: () => CompiledQuery.raw(insertText(Object.keys(row).join()), Object.values(row)) }
}

const insertText = remember((columns: string) => {
  const names = columns.split(',')
  const places = names.map((_, at) => `$${at + 1}`)
  return `insert into "app"."audit_record" (${names.map((name) => `"${name}"`).join(', ')}) values (${places.join(', ')})`
})

/** Writes the record of a call, in the transaction that is open. */
export async function writeRecord(db: Writer, call: CallRecord): Promise<void> {
  await db.getExecutor().executeQuery(recordInsert(db, call).compile())
}

/** The same in a transaction of identity code, which has no rights in schema app. */
export async function writeRecordAsIdentity(db: AuthDb, call: CallRecord): Promise<void> {
  const row = rowOf(call)
  const record = {
    ...row,
    organization_id: call.access.organization.id,
    input_summary: JSON.parse(row.input_summary) as unknown,
    result_summary: JSON.parse(row.result_summary) as unknown,
    object: row.object === null ? null : (JSON.parse(row.object) as unknown),
    row_hash: `\\x${hashOf(call, row).toString('hex')}`,
  }
  await sql`select auth.write_audit_record(${JSON.stringify(record)}::jsonb)`.execute(db)
}

function rowOf(call: CallRecord) {
  return {
    id: newId('auditRecord'),
    created_at: call.startedAt.toISOString(),
    finished_at: call.finishedAt.toISOString(),
    request_id: call.requestId,
    client_request_id: call.clientRequestId === undefined ? null : storable(call.clientRequestId),
    operation: storable(call.operation),
    interface: call.interface,
    credential_type: call.access.actor.credentialType,
    credential_id: call.access.actor.credentialId,
    user_id: call.access.actor.userId,
    client_name: call.access.actor.clientName === null ? null : storable(call.access.actor.clientName, 300),
    scope: call.scope,
    risk: call.risk,
    effective_risk: call.effectiveRisk,
    status: call.status,
    code: call.code,
    confirmed: call.confirmed,
    idempotency_key_hash:
      call.idempotencyKey === undefined ? null : createHash('sha256').update(call.idempotencyKey).digest('hex'),
    replay_of: call.replayOf,
    occurrences: call.occurrences,
    input_summary: storableJson(call.inputSummary),
    result_summary: storableJson(call.code === null ? call.resultSummary : { ...call.resultSummary, code: call.code }),
    sentence: storable(sentenceOf({ ...call, deed: call.deed, object: call.object }), 400),
    object: call.object === undefined ? null : storableJson(shownObject(call.object)),
    ...claimOf(call.agent),
  }
}

function shownObject({ type, id, title }: AuditObject): Record<string, unknown> {
  return { type, id, ...(title === undefined ? {} : { title: excerptOf(title, titleLength) }) }
}

function hashOf(call: CallRecord, row: ReturnType<typeof rowOf>): Buffer {
  return createHash('sha256')
    .update(canonicalJson({ organization_id: call.access.organization.id, ...row }))
    .digest()
}

// Only what is set: so a record without a claim keeps the hash that it had before there were claims.
function claimOf(agent: AgentClaim | undefined) {
  if (agent === undefined) return {}
  const { client, protocol, traceId } = agent
  return {
    protocol: storable(protocol, 20),
    ...(client === null ? {} : { client_version: storable(client) }),
    ...(traceId === null ? {} : { trace_id: traceId }),
  }
}

// Whatever a caller sent can be stored, and has no credential of ours.
function storable(text: string, length = nameLength): string {
  const safe = maskCredentials(text.toWellFormed().replaceAll('\0', ''))
  // No text has more characters than units.
  return safe.length <= length ? safe : Array.from(safe).slice(0, length).join('')
}

// Text by text: in the JSON as a whole, an escaped NUL and the letters \u0000 that somebody wrote look alike.
function storableJson(summary: Record<string, unknown>): string {
  return JSON.stringify(storableIn(summary))
}

function storableIn(value: unknown): unknown {
  if (typeof value === 'string') return storable(value, Infinity)
  if (Array.isArray(value)) return value.map(storableIn)
  if (typeof value !== 'object' || value === null) return value
  if (writesItself(value)) return storableIn(JSON.parse(JSON.stringify(value)))
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [maskCredentials(name), storableIn(part)]))
}
