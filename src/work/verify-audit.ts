import { sql } from 'kysely'

import type { TenantDatabase } from '#platform/database/tenant.ts'

import { removalText } from './audit-removals.ts'
import {
  recordsBetween,
  rootOf,
  type Seal,
  type SealedRecord,
  sha256,
  type Signing,
  textOfSeal,
} from './audit-seals.ts'

export type Verified = {
  organization: string
  seals: number
  /** Records that are sealed, and those that are too new. */
  sealed: number
  unsealed: number
  /** What is not as it was sealed, in plain words. */
  faults: string[]
  /** What cannot be checked. */
  notes: string[]
}

type Parts = { database: Pick<TenantDatabase, 'asSystem'>; signing: Pick<Signing, 'check'> }

/** Compares the audit records of every organization with their seals: each seal in a short transaction of its own. */
export async function verifyAudit({ database, signing }: Parts): Promise<Verified[]> {
  const organizations = await database.asSystem((db) =>
    db.selectFrom('auth.organizations').select(['id', 'slug']).orderBy('slug').execute(),
  )
  const all: Verified[] = []
  for (const { id, slug } of organizations) {
    const found: Verified = { organization: slug, seals: 0, sealed: 0, unsealed: 0, faults: [], notes: [] }
    const removed = await removalsOf({ database, signing }, id)
    found.faults.push(...removed.faults)
    found.notes.push(...removed.notes)
    let before: Seal | undefined
    for (;;) {
      const next = await sealAfter(database, id, before?.n ?? 0)
      if (next === undefined) break
      found.seals++
      const isRemoved = next.seal.n <= removed.upTo
      found.sealed += isRemoved ? 0 : next.seal.count
      const after = before?.last_id ?? ''
      const records = await database.asSystem((db) =>
        recordsBetween(db, { organizationId: id, after, upTo: next.seal.last_id }),
      )
      found.faults.push(...faultsOfSeal(next.seal, before), ...faultsOfRecords(next.seal, records, isRemoved))
      const mac = signing.check(next.seal.seal.toString('hex'), next.seal.mac)
      if (mac === 'bad') found.faults.push(`seal ${next.seal.n} was not made with the master key that it names`)
      if (mac === 'unknown') found.notes.push(`the master key of seal ${next.seal.n} is no longer here`)
      before = next.seal
    }
    found.unsealed = await database.asSystem(async (db) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from app.audit_record
        where organization_id = ${id} and id > ${before?.last_id ?? ''}`.execute(db)
      return rows[0]?.count ?? 0
    })
    all.push(found)
  }
  return all
}

async function sealAfter(database: Parts['database'], organizationId: string, n: number) {
  const seal = await database.asSystem((db) =>
    db
      .selectFrom('audit_seal')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('n', '>', n)
      .orderBy('n')
      .limit(1)
      .executeTakeFirst(),
  )
  return seal && { seal }
}

function faultsOfSeal(seal: Seal, before: Seal | undefined): string[] {
  const expected = (before?.n ?? 0) + 1
  if (seal.n !== expected) return [`seal ${expected} is missing`]
  if (!sha256(textOfSeal(seal, before)).equals(seal.seal)) return [`seal ${seal.n} was changed`]
  const leaves = leavesOf(seal)
  return leaves.length === seal.count && rootOf(leaves).equals(seal.root)
    ? []
    : [`the hashes of seal ${seal.n} were changed`]
}

/** Up to which seal records were removed because of their age, as the one that removed them signed. */
async function removalsOf({ database, signing }: Parts, organizationId: string) {
  const removals = await database.asSystem((db) =>
    db.selectFrom('audit_removal').selectAll().where('organization_id', '=', organizationId).orderBy('n').execute(),
  )
  const told = { upTo: 0, faults: [] as string[], notes: [] as string[] }
  for (const { mac, ...removal } of removals) {
    const checked = signing.check(removalText(removal), mac)
    if (checked === 'bad') told.faults.push(`the note of a removal up to seal ${removal.n} was not made by Masthead`)
    else told.upTo = removal.n
    if (checked === 'unknown')
      told.notes.push(`the master key of the removal up to seal ${removal.n} is no longer here`)
  }
  const last = removals.at(-1)
  if (last !== undefined && told.upTo > 0)
    told.notes.push(
      `the records up to seal ${told.upTo} were removed on ${last.removed_at.toISOString()}, because of their age`,
    )
  return told
}

function faultsOfRecords(seal: Seal, records: readonly SealedRecord[], isRemoved: boolean): string[] {
  const sealed = new Set(leavesOf(seal).map((leaf) => leaf.toString('hex')))
  const others = records.filter(({ leaf }) => !sealed.has(leaf.toString('hex')))
  const missing = isRemoved ? 0 : seal.count - records.length
  return [
    ...others.map(({ id, operation }) => `record ${id} (${operation}) was changed or added after seal ${seal.n}`),
    ...(missing > 0 ? [`${missing} records of seal ${seal.n} were removed`] : []),
  ]
}

function leavesOf({ leaves }: Seal): Buffer[] {
  return Array.from({ length: leaves.length / 32 }, (_, at) => leaves.subarray(at * 32, at * 32 + 32))
}
