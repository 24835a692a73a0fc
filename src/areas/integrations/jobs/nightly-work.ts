import { sql } from 'kysely'
import { z } from 'zod'

import { noteFault, noteSuccess } from '#areas/integrations/connections/faults.ts'
import type { IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { openConnection } from '#areas/integrations/connections/open-connection.ts'
import { compareCopy, noteCompared } from '#areas/integrations/copies/compare-copy.ts'
import type { CopyRow } from '#areas/integrations/copies/copy-rows.ts'
import { mappingOf } from '#areas/integrations/copies/mapping.ts'
import { pauseForQuota } from '#areas/integrations/pace.ts'
import type { CmsConnector, FieldMapping } from '#kernel/cms-connector.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { job, type JobCtx, type JobOutcome, type Start } from '#kernel/job.ts'
import { dayIn, hourIn } from '#std/zoned-time.ts'

const slice = 50
/** The hours of the organization's own night in which the work begins. */
const hours = [2, 3]

/** Copies of a part that the service may fail to show before it is left alone for the night. */
const mostFaults = 3

type Part = { copies: number; drifted: number; detached: number; failed: number }
type Outcome = Part & { integrations: number }

const nothing: Part = { copies: 0, drifted: 0, detached: 0, failed: 0 }

/** So long after midnight UTC of its day a service that still wants fewer requests has failed: the next night is there. */
const mostMs = 36 * 3600_000

/**
 * What is done once a night: every connected service is asked whether the connection works, and every copy is compared with what
 * was pushed. Each part is kept, so that a restart goes on where it was. A service that wants fewer requests gets the time that it
 * asks for.
 */
export const nightlyWork = job({
  name: 'nightlyWork',
  title: 'Work of the night',
  queue: 'bulk',
  scope: 'integrations:write',
  quiet: 'all',
  input: z.object({ day: z.string() }),

  async work(ctx, { day }) {
    const mayWait = ctx.now().getTime() - Date.parse(day) < mostMs
    try {
      return await workOfNight({ ctx, mayWait })
    } catch (error) {
      if (!(error instanceof ConnectorFault) || error.kind !== 'rateLimited') throw error
      return { goOnInMs: pauseForQuota(error) }
    }
  },
})

/**
 * `mayWait`: a service that wants fewer requests gets its time, and that is no fault; `wait`: what it said in the middle of a part.
 */
type Night = { ctx: JobCtx; mayWait: boolean; wait?: ConnectorFault }

async function workOfNight(night: Night): Promise<JobOutcome> {
  const { ctx } = night
  const rows = await ctx.read((db) =>
    db
      .selectFrom('integration')
      .selectAll()
      .where('state', 'in', ['connected', 'degraded', 'pending'])
      .orderBy('id')
      .execute(),
  )
  const sum: Outcome = { integrations: rows.length, ...nothing }
  const add = (part: Part) => {
    for (const name of ['copies', 'drifted', 'detached', 'failed'] as const) sum[name] += part[name]
  }
  for (const row of rows) {
    const isWell = await ctx.step(`integration ${row.id}`, () => probe(night, row))
    if (!isWell) add({ ...nothing, failed: 1 })
    let after: string | null = isWell && row.kind === 'cms' && row.state !== 'pending' ? '' : null
    while (after !== null) {
      const from: string = after
      const part: Part & { last: string | null } = await ctx.step(`copies ${row.id} ${from}`, () =>
        compareSlice(night, row, from),
      )
      // What was compared before is kept.
      if (night.wait !== undefined) throw night.wait
      add(part)
      after = part.last
      if (await ctx.isTurnOver()) return { goOnInMs: 0 }
    }
  }
  return { result: sum, state: sum.failed === 0 ? 'succeeded' : 'partial' }
}

/** Starts tonight's work of the organization, once, between two and four o'clock of its own time. Returns the day when it does. */
export async function startAtNight(
  db: Writer,
  { at, timezone, start }: { at: Date; timezone: string; start: Start },
): Promise<string | undefined> {
  if (!hours.includes(hourIn(timezone, at))) return undefined
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

async function probe({ ctx, mayWait }: Night, row: IntegrationRow): Promise<boolean> {
  const { connector, connection } = openConnection(ctx, row)
  try {
    await connector.probe(connection)
    await ctx.write(({ db }) => noteSuccess(db, row.id))
    return true
  } catch (error) {
    if (!(error instanceof ConnectorFault) || (mayWait && error.kind === 'rateLimited')) throw error
    await ctx.write((inside) => noteFault(inside, row, error))
    return false
  }
}

type Opened = { connector: CmsConnector; connection: Connection; mapping: FieldMapping }

/**
 * Compares the next copies, as many as the service allows; `last` null: there are no more, or it no longer answers. One copy that
 * it does not show today holds no other one back.
 */
async function compareSlice(night: Night, row: IntegrationRow, after: string): Promise<Part & { last: string | null }> {
  const { ctx } = night
  const sum = { ...nothing }
  let faults = 0
  let last: string | undefined
  const { connector, connection } = openConnection(ctx, row)
  if (connector.kind !== 'cms') return { ...sum, last: null }
  const copies = await ctx.read((db) => copiesAfter(db, row.id, after))
  try {
    const mapping = mappingOf(connector, { row, fields: await connector.fields(connection) })
    for (const copy of copies) {
      const found = await compare(ctx, copy, { connector, connection, mapping }).catch((error: unknown) => {
        if (!(error instanceof ConnectorFault) || error.kind !== 'unavailable' || ++faults === mostFaults) throw error
        return 'failed' as const
      })
      sum.copies++
      last = copy.item_id
      if (found !== 'same') sum[found]++
    }
    return { ...sum, last: copies.length < slice ? null : (copies.at(-1)?.item_id ?? null) }
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    if (night.mayWait && error.kind === 'rateLimited') {
      if (last === undefined) throw error
      night.wait = error
      return { ...sum, last }
    }
    await ctx.write((inside) => noteFault(inside, row, error))
    return { ...sum, failed: sum.failed + 1, last: null }
  }
}

const copiesAfter = (db: Reader, integrationId: string, after: string): Promise<CopyRow[]> =>
  db
    .selectFrom('item_copy')
    .selectAll()
    .where('integration_id', '=', integrationId)
    .where('item_id', '>', after)
    .where('external_id', 'is not', null)
    .where('snapshot', 'is not', null)
    .where('detached', '=', false)
    .where('holder', 'is', null)
    .orderBy('item_id')
    .limit(slice)
    .execute()

async function compare(ctx: JobCtx, copy: CopyRow, opened: Opened): Promise<'same' | 'drifted' | 'detached'> {
  const found = await compareCopy(opened, copy)
  if ('gone' in found || found.drift.join() !== copy.drift.join())
    await ctx.write(({ db }) => noteCompared(db, copy, found))
  if ('gone' in found) return 'detached'
  return found.drift.length === 0 ? 'same' : 'drifted'
}
