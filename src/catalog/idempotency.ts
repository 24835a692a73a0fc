import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'

import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import type { Code } from '#kernel/errors.ts'
import { canonicalJson } from '#std/json.ts'

/** What an idempotency key is bound to: operation and input as sent, before defaults (D-16). */
export type Binding = { principal: string; key: string; operation: string; inputHash: Buffer }

/** A finished answer, byte for byte as it was given. */
export type StoredAnswer = { status: number; body: string; requestId: string; sameBinding: boolean }

const plainLimit = 64 * 1024

/** Refusals that depend on stored data are answers, and are replayed; everything else frees the key (reliability.md 2). */
const replayed: ReadonlySet<Code> = new Set<Code>([
  'not_found',
  'conflict',
  'slug_taken',
  'version_conflict',
  'invalid_transition',
  'in_use',
  'last_owner',
  'built_in_locked',
  'validation_failed',
  'collection_disabled',
  'blocked_by_policy',
  'redirect_loop',
  'url_not_allowed',
])

/** Whether a refusal that came out of the handler is stored under the key. */
export function isStoredRefusal(code: Code): boolean {
  return replayed.has(code)
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
 * Takes the key for this transaction. `busy`: another transaction holds it. `used`: a call finished in the meantime.
 * A crash of the holder frees it, because there is no state but the transaction's own.
 */
export async function takeKey(
  db: Writer,
  organizationId: string,
  binding: Binding,
  requestId: string,
): Promise<'taken' | 'busy' | 'used'> {
  const lock = [organizationId, binding.principal, binding.key].join('|')
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as taken`.execute(db)
  if (rows[0]?.taken !== true) return 'busy'
  const inserted = await db
    .insertInto('idempotency_key')
    .values({
      principal: binding.principal,
      key: binding.key,
      operation: binding.operation,
      input_hash: binding.inputHash,
      request_id: requestId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted === undefined ? 'used' : 'taken'
}

/** Stores the answer of the call that holds the key, in its transaction. */
export async function storeAnswer(db: Writer, binding: Binding, status: number, body: string): Promise<void> {
  const bytes = Buffer.from(body, 'utf8')
  const compressed = bytes.length > plainLimit
  await db
    .updateTable('idempotency_key')
    .set({ http_status: status, response: compressed ? gzipSync(bytes) : bytes, compressed })
    .where('principal', '=', binding.principal)
    .where('key', '=', binding.key)
    .execute()
}

/** The keys that run in this process. The embedded engine has one session, on which no lock could show them (data.md 7.1). */
export function runningKeys() {
  const running = new Set<string>()
  return {
    /** A function that gives the key back, or undefined when it is taken. */
    take(organizationId: string, { principal, key }: Binding): (() => void) | undefined {
      const name = [organizationId, principal, key].join('|')
      if (running.has(name)) return undefined
      running.add(name)
      return () => running.delete(name)
    },
  }
}
