import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'

import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { type Code, Refusal, statusOfCode } from '#kernel/errors.ts'
import { type Given, prepared } from '#kernel/prepared.ts'
import { canonicalJson } from '#std/json.ts'

/** What an idempotency key is bound to: operation and input as sent, before defaults (calls.md#idempotency-keys). */
export type Binding = { principal: string; key: string; operation: string; inputHash: Buffer }

/** A finished answer, byte for byte as it was sent. */
export type StoredAnswer = { status: number; body: string; requestId: string; sameBinding: boolean }

const plainLimit = 64 * 1024

/** Refusals of the call itself that have the same statuses as those that depend on stored data. */
const ofTheCall: ReadonlySet<Code> = new Set<Code>([
  'unknown_operation',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'approval_declined',
])

/**
 * Whether a refusal that came out of the handler is stored under the key: what depends on stored data is an answer and is
 * replayed, everything else frees the key (calls.md#which-refusals-are-kept).
 */
export function isStoredRefusal(code: Code): boolean {
  return [404, 409, 422].includes(statusOfCode[code]) && !ofTheCall.has(code)
}

/** SHA-256 of the canonical JSON of `input` (RFC 8785 style). */
export function bind(principal: string, key: string, operation: string, input: unknown): Binding {
  return { principal, key, operation, inputHash: createHash('sha256').update(canonicalJson(input)).digest() }
}

/** The finished answer under a key, whatever its binding. */
export async function findAnswer(db: Reader, binding: Binding): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['operation', 'input_hash', 'http_status', 'response', 'compressed', 'request_id'])
    .where('principal', '=', binding.principal)
    .where('key', '=', binding.key)
    .executeTakeFirst()
  if (row === undefined || row.http_status === null || row.response === null) return undefined
  return {
    status: row.http_status,
    body: (row.compressed ? gunzipSync(row.response) : row.response).toString('utf8'),
    requestId: row.request_id,
    sameBinding: row.operation === binding.operation && row.input_hash.equals(binding.inputHash),
  }
}

/**
 * Takes the key for this transaction, or returns what a call that finished earlier stored. Refuses while another transaction
 * has it (409), and when it belongs to another call (422). A crash frees it, because the only state is the transaction's own.
 */
export async function claimKey(
  db: Writer,
  binding: Binding,
  { organizationId, requestId }: { organizationId: string; requestId: string },
): Promise<StoredAnswer | undefined> {
  if (await tryTakeKey(db, binding, { organizationId, requestId })) return undefined
  const stored = await findAnswer(db, binding)
  if (stored === undefined) throw inProgress()
  if (!stored.sameBinding) throw keyReused()
  return stored
}

// One function, so that an engine without advisory locks needs one change. The lock answers at once, where the unique index
// would make a second caller wait, with a connection in use, until the first one ends.
async function tryTakeKey(
  db: Writer,
  { principal, key, operation, inputHash }: Binding,
  { organizationId, requestId }: { organizationId: string; requestId: string },
): Promise<boolean> {
  const name = [organizationId, principal, key].join('|')
  const taken = await takeKey(db, { name, principal, key, operation, inputHash, requestId })
  return taken.length > 0
}

type Claim = Binding & { name: string; requestId: string }

const takeKey = prepared((db: Writer, given: Given<Claim>) =>
  db
    .with('lock', (query) =>
      query.selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${given('name')}, 0))`.as('taken')),
    )
    .insertInto('idempotency_key')
    .columns(['principal', 'key', 'operation', 'input_hash', 'request_id'])
    .expression((query) =>
      query
        .selectFrom('lock')
        .select([
          sql<string>`${given('principal')}::text`.as('principal'),
          sql<string>`${given('key')}::text`.as('key'),
          sql<string>`${given('operation')}::text`.as('operation'),
          sql<Buffer>`${given('inputHash')}::bytea`.as('input_hash'),
          sql<string>`${given('requestId')}::text`.as('request_id'),
        ])
        .where('taken', '=', true),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('key'),
)

/** 409: the same call is still running. */
export function inProgress(): Refusal {
  const message = 'A call with this idempotency key is still running. Repeat it with the same key.'
  return new Refusal('idempotency_in_progress', message, undefined, { retryAfter: 1 })
}

/** 422: the key belongs to another operation or input. */
export function keyReused(): Refusal {
  return new Refusal(
    'idempotency_key_reused',
    'This idempotency key belongs to another call. Use a new key for a new change.',
  )
}

/** The update that stores the answer to the call that has the key, in its transaction. */
export function answerUpdate(
  db: Writer,
  { principal, key }: Binding,
  { status, body }: { status: number; body: string },
) {
  const bytes = Buffer.from(body, 'utf8')
  const compressed = bytes.length > plainLimit
  return db
    .updateTable('idempotency_key')
    .set({ http_status: status, response: compressed ? gzipSync(bytes) : bytes, compressed })
    .where('principal', '=', principal)
    .where('key', '=', key)
}

/** The keys that run in this process: in the one session of the embedded engine no lock could show them (calls.md#running-keys-in-memory). */
export function runningKeys() {
  const running = new Set<string>()
  return {
    /** Returns a function that frees the key, or undefined when it is taken. */
    take(organizationId: string, { principal, key }: Binding): (() => void) | undefined {
      const name = [organizationId, principal, key].join('|')
      if (running.has(name)) return undefined
      running.add(name)
      return () => running.delete(name)
    },
  }
}
