import { sql } from 'kysely'
import { expect } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import type { AnyOperation } from '#kernel/operation.ts'

import { stage } from './stage.ts'

const confirm = { confirm: true } as const
type Options = Parameters<Awaited<ReturnType<typeof stage>>['answerOf']>[2]

/** A stage for taking changes back: calls whose request ids are known, and the rows of everything that an item touches. */
export async function undoStage(options: Parameters<typeof stage>[0] = {}) {
  const on = await stage(options)
  const asPerson = on.inPerson()
  /** Makes a call and returns its request id and result. */
  const done = async (op: AnyOperation, input: unknown, options: Options = {}) => {
    const answer = JSON.parse((await on.answerOf(op, input, { ...confirm, ...options })).body) as {
      requestId: `req_${string}`
      result: Record<string, { id: string }>
      error?: unknown
    }
    expect(answer.error).toBeUndefined()
    return answer
  }
  const publish = async (title: string, more = {}) =>
    (await done(createItem, { collectionId: 'articles', title, status: 'published', ...more })).result['item']
      ?.id as `itm_${string}`
  const revert = (...requestIds: `req_${string}`[]) =>
    on.call(revertChanges, { requestIds }, { ...confirm, ...asPerson })
  const itemOf = async (id: `itm_${string}`) => (await on.call(getItem, { id })).item

  /** All rows of the tables that hold items, that refer to them, and that these refer to, without versions and times of change. */
  const allRows = () =>
    on.rows(async ({ db }) => {
      const found = await sql<{ name: string }>`
        with refers as (
          select conrelid as id from pg_constraint where confrelid = 'app.item'::regclass and contype = 'f'
          union select attrelid from pg_attribute join pg_class c on c.oid = attrelid and c.relkind = 'r'
          where attname = 'item_id' and relnamespace = 'app'::regnamespace)
        select relname as name from pg_class where relnamespace = 'app'::regnamespace and oid in (
          select id from refers
          union select confrelid from pg_constraint join refers on conrelid = id where contype = 'f')
        order by relname`.execute(db)
      const rows: Record<string, unknown[]> = {}
      for (const { name } of found.rows) {
        if (grows.has(name)) continue
        const all = await sql<{ row: Record<string, unknown> }>`
          select to_jsonb(t) as row from ${sql.id('app', name)} t`.execute(db)
        rows[name] = all.rows.map(({ row }) => JSON.stringify(withoutTimes(row, name))).toSorted()
      }
      return rows
    })
  return { ...on, asPerson, done, publish, revert, itemOf, allRows }
}

// History grows, and what is derived of items is found again when they are checked or read.
const grows = new Set(['item_revision', 'item_recheck', 'item_check', 'item_warning', 'item_document', 'job'])
const times = new Set(['version', 'updated_at', 'edited_at'])

// A redirect that is created again has a new time of creation.
function withoutTimes(row: Record<string, unknown>, table: string) {
  const isKept = (name: string) => !times.has(name) && (name !== 'created_at' || table !== 'redirect')
  return Object.fromEntries(Object.entries(row).filter(([name]) => isKept(name)))
}
