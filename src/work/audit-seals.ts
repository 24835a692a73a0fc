import { createHash } from 'node:crypto'

import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import type { Tables } from '#kernel/tables.ts'
import { canonicalJson } from '#std/json.ts'

/** Signs seals with a master key, and checks what was signed. */
export type Signing = {
  sign(text: string): string
  /** `unknown`: the key is no longer here. */
  check(text: string, mac: string): 'good' | 'bad' | 'unknown'
}

export type Seal = Selectable<Tables['audit_seal']>

/** A record as a seal sees it. */
export type SealedRecord = { id: string; operation: string; leaf: Buffer }

/** Records that one seal covers at most. */
export const recordsOfSeal = 1000

/** Records of an organization whose ids lie between two others, the second one included, in the order of their ids. */
export async function recordsBetween(
  db: Writer,
  range: { organizationId: string; after: string; upTo: string; limit?: number },
): Promise<SealedRecord[]> {
  const { rows } = await sql<{ id: string; operation: string; row: Record<string, unknown>; at: string }>`
    select id, operation, to_jsonb(r) - 'created_at' - 'finished_at' as row,
      (extract(epoch from created_at) * 1000)::bigint || ' ' || (extract(epoch from finished_at) * 1000)::bigint as at
    from app.audit_record r
    where organization_id = ${range.organizationId} and id > ${range.after} and id <= ${range.upTo}
    order by id limit ${range.limit ?? 1_000_000}`.execute(db)
  return rows.map(({ id, operation, row, at }) => ({ id, operation, leaf: leafOf(row, at) }))
}

// A column that is added later is null in older records, which must keep their hash.
function leafOf(row: Record<string, unknown>, at: string): Buffer {
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  return sha256(`${at} ${canonicalJson(known)}`)
}

/** The root of the Merkle tree over hashes; one without a neighbour goes up as it is. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  let level = leaves
  while (level.length > 1) {
    const next: Buffer[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]]
      if (left !== undefined) next.push(right === undefined ? left : sha256(Buffer.concat([Buffer.of(1), left, right])))
    }
    level = next
  }
  return level[0] ?? sha256('')
}

/** The text whose hash is a seal. */
export function textOfSeal(
  { n, last_id, count, root, sealed_at }: Pick<Seal, 'n' | 'last_id' | 'count' | 'root' | 'sealed_at'>,
  before: Pick<Seal, 'seal' | 'last_id'> | undefined,
): string {
  return [
    before?.seal.toString('hex') ?? '',
    n,
    root.toString('hex'),
    before?.last_id ?? '',
    last_id,
    count,
    sealed_at.toISOString(),
  ].join('|')
}

export function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest()
}
