import { sql } from 'kysely'
import { z } from 'zod'

import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type IdKind, isId } from '#kernel/ids.ts'
import { idKindsAt } from '#kernel/input-problems.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { fieldSchema } from '#kernel/schema-parts.ts'
import type { Tables } from '#kernel/tables.ts'

/** Where the records are that lists are narrowed to. Not those that go while what they did stays: people, keys, approvals. */
const tables: { readonly [K in IdKind]?: keyof Tables & string } = {
  item: 'item',
  category: 'term',
  tag: 'term',
  author: 'term',
  prompt: 'asv_prompt',
  engine: 'asv_engine',
  brand: 'asv_brand',
  analysis: 'asv_analysis',
  run: 'asv_run',
  auditRun: 'site_audit_run',
}

type Declared = Pick<AnyOperation, 'input' | 'output'>
type Asked = { organizationId: string; input: Record<string, unknown> }

/** What narrows a list to the records that belong to one, by field; what a call requires, its handler looks for. */
export function narrowingKinds(op: Declared): ReadonlyMap<string, IdKind> {
  const kinds = known.get(op) ?? readKinds(op)
  known.set(op, kinds)
  return kinds
}

const known = new WeakMap<Declared, ReadonlyMap<string, IdKind>>()

function readKinds({ input, output }: Declared): ReadonlyMap<string, IdKind> {
  const kinds = new Map<string, IdKind>()
  for (const name of 'total' in output.shape ? Object.keys(input.shape) : []) {
    const kind = fieldSchema(input, name) instanceof z.ZodOptional ? idKindsAt(input, [name])[0] : undefined
    if (kind !== undefined && kind in tables) kinds.set(name, kind)
  }
  return kinds
}

/**
 * Refuses a list that is narrowed to a record that does not exist: an empty one would say that nothing belongs to the record, and
 * one of what does not belong to it that there is such a record (calls.md#malformed-ids-are-unknown). Errors: `not_found`.
 */
export async function requireNamed(db: Reader, op: Declared, { organizationId, input }: Asked): Promise<void> {
  for (const [name, kind] of narrowingKinds(op)) {
    const id = input[name]
    if (typeof id !== 'string' || isOwnBrand(id, organizationId)) continue
    if (isId(kind, id) && (await isStored(db, kind, id))) continue
    throw new Refusal('not_found', `There is no such ${wordsOf(kind)}.`, { id: id.slice(0, 200) })
  }
}

async function isStored(db: Reader, kind: IdKind, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(`app.${tables[kind]}`)} where id = ${id}`.execute(db)
  return rows.length > 0
}

// It is there from the beginning, and has a row only once it is changed.
const isOwnBrand = (id: string, organizationId: string) => id === `cmp_${organizationId.slice(4)}`

const wordsOf = (kind: IdKind) => kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
