import { sql } from 'kysely'
import { z } from 'zod'

import { noteFault, noteSuccess } from '#areas/integrations/connections/faults.ts'
import type { IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { openConnection } from '#areas/integrations/connections/open-connection.ts'
import { compareCopy, noteCompared } from '#areas/integrations/copies/compare-copy.ts'
import type { CopyRow } from '#areas/integrations/copies/copy-rows.ts'
import { mappingOf } from '#areas/integrations/copies/mapping.ts'
import { type CmsConnector, type Connection, ConnectorFault, type FieldMapping } from '#kernel/connector.ts'
import type { Writer } from '#kernel/database.ts'
import { job, type JobCtx, type Start } from '#kernel/job.ts'
import { dayIn } from '#std/zoned-time.ts'

const slice = 50
/** The hours of the organization's own night in which the work begins. */
const hours = [2, 3]

type Outcome = { integrations: number; copies: number; drifted: number; detached: number; failed: number }

/**
 * What is done once a night: every connected service is asked whether the connection works, and every copy is compared with what
 * was pushed. Each part is kept, so that a restart goes on where it was.
 */
export const nightlyWork = job({
  name: 'nightlyWork',
  queue: 'bulk',
  scope: 'integrations:write',
  quiet: true,
  input: z.object({ day: z.string() }),

  async work(ctx) {
    const rows = await ctx.read((db) =>
      db
        .selectFrom('integration')
        .selectAll()
        .where('state', 'in', ['connected', 'degraded', 'pending'])
        .orderBy('id')
        .execute(),
    )
    const sum: Outcome = { integrations: rows.length, copies: 0, drifted: 0, detached: 0, failed: 0 }
    for (const row of rows) {
      const done = await ctx.step(`integration ${row.id}`, () => lookAt(ctx, row))
      for (const name of ['copies', 'drifted', 'detached', 'failed'] as const) sum[name] += done[name]
    }
    return { result: sum, state: sum.failed === 0 ? 'succeeded' : 'partial' }
  },
})

/** Starts tonight's work of the organization, once, between two and four o'clock of its own time. Returns the day when it does. */
export async function startAtNight(
  db: Writer,
  { at, timezone, start }: { at: Date; timezone: string; start: Start },
): Promise<string | undefined> {
  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: timezone }).format(at)
  if (!hours.includes(Number(hour))) return undefined
  const day = dayIn(timezone, at)
  const known = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', nightlyWork.name)
    .where(sql<boolean>`input ->> 'day' = ${day}`)
    .executeTakeFirst()
  if (known !== undefined) return undefined
  await start(nightlyWork, { day })
  return day
}

async function lookAt(ctx: JobCtx, row: IntegrationRow): Promise<Omit<Outcome, 'integrations'>> {
  const { connector, connection } = openConnection(ctx, row)
  try {
    await connector.probe(connection)
    await ctx.write(({ db }) => noteSuccess(db, row.id))
    if (connector.kind !== 'cms' || row.state === 'pending') return { copies: 0, drifted: 0, detached: 0, failed: 0 }
    const mapping = mappingOf(connector, { row, fields: await connector.fields(connection) })
    return await compareCopies(ctx, row, { connector, connection, mapping })
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    await ctx.write((inside) => noteFault(inside, row, error))
    return { copies: 0, drifted: 0, detached: 0, failed: 1 }
  }
}

type Opened = { connector: CmsConnector; connection: Connection; mapping: FieldMapping }

async function compareCopies(
  ctx: JobCtx,
  { id }: IntegrationRow,
  opened: Opened,
): Promise<Omit<Outcome, 'integrations'>> {
  const sum = { copies: 0, drifted: 0, detached: 0, failed: 0 }
  let after = ''
  for (;;) {
    const copies = await ctx.read((db) =>
      db
        .selectFrom('item_copy')
        .selectAll()
        .where('integration_id', '=', id)
        .where('item_id', '>', after)
        .where('external_id', 'is not', null)
        .where('snapshot', 'is not', null)
        .where('detached', '=', false)
        .where('holder', 'is', null)
        .orderBy('item_id')
        .limit(slice)
        .execute(),
    )
    const last = copies.at(-1)
    if (last === undefined) return sum
    for (const copy of copies) {
      const found = await compare(ctx, copy, opened)
      sum.copies++
      if (found !== 'same') sum[found]++
    }
    after = last.item_id
  }
}

async function compare(ctx: JobCtx, copy: CopyRow, opened: Opened): Promise<'same' | 'drifted' | 'detached'> {
  const found = await compareCopy(opened, copy)
  if ('gone' in found || found.drift.join() !== copy.drift.join())
    await ctx.write(({ db }) => noteCompared(db, copy, found))
  if ('gone' in found) return 'detached'
  return found.drift.length === 0 ? 'same' : 'drifted'
}
