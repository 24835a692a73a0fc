import { z } from 'zod'

import { noteFault, noteSuccess, openConnection, refusalOf } from '#areas/integrations/index.ts'
import { monthNumber, monthsBefore, monthsKept, searchDay } from '#areas/search-console/days.ts'
import { keepProperty, requireSearchConsole } from '#areas/search-console/property.ts'
import { packMonth, replaceDay } from '#areas/search-console/replace-day.ts'
import {
  type Connection,
  ConnectorFault,
  type SearchConnector,
  type SearchDimension,
  type SearchRow,
} from '#kernel/connector.ts'
import { job, type JobCtx, type JobOutcome } from '#kernel/job.ts'
import { addDays, daysBetween } from '#std/zoned-time.ts'

/** How many days are read again at night: their figures were not final. */
const nightlyDays = 10
const quotaWaitMs = 15 * 60_000

type Range = { from: string; to: string; externalId: string; propertyId: number; integrationId: string }
type DayDone = { rows: number; hasRows: boolean; firstIncomplete: string | null }

/**
 * Reads what people searched for, day by day, and keeps each day as a whole. What a quota forbids is waited for, also across
 * restarts; a day that is kept is not asked for again.
 */
export const syncSearchConsoleJob = job({
  name: 'syncSearchConsole',
  queue: 'bulk',
  scope: 'integrations:write',
  input: z.object({
    from: z.string().optional(),
    to: z.string().optional(),
    /** The night that it belongs to: the last days are read again. */
    night: z.string().optional(),
  }),

  async work(ctx, given): Promise<JobOutcome> {
    const range = await ctx.step('range', () => rangeOf(ctx, given))
    const days = range.from > range.to ? [] : daysBetween(range.from, range.to)
    const done: (DayDone & { day: string })[] = []
    try {
      for (const [at, day] of days.entries()) {
        done.push({ day, ...(await ctx.step(`day ${day}`, () => readDay(ctx, range, day))) })
        if (at % 10 === 9) await ctx.progress((at + 1) / days.length)
      }
    } catch (error) {
      if (!(error instanceof ConnectorFault)) throw error
      if (error.kind === 'rateLimited') return { goOnInMs: error.retryAfterMs ?? quotaWaitMs }
      await ctx.write((inside) => noteFault(inside, { id: range.integrationId }, error))
      throw refusalOf(error)
    }
    for (const month of new Set(days.map(monthNumber)))
      await ctx.write(({ db }) => packMonth(db, { propertyId: range.propertyId, month }))
    const dataThrough = await keepEnd(ctx, range, done)
    return { result: { rows: done.reduce((sum, { rows }) => sum + rows, 0), dataThrough } }
  },
})

async function rangeOf(
  ctx: JobCtx,
  given: { from?: string | undefined; to?: string | undefined; night?: string | undefined },
) {
  const { row, externalId } = await ctx.read(requireSearchConsole)
  const { id: propertyId, dataThrough } = await ctx.write(({ db }) => keepProperty(db, externalId))
  const yesterday = addDays(searchDay(ctx.now()), -1)
  const first = monthsBefore(yesterday, monthsKept)
  const next = dataThrough === null ? first : addDays(dataThrough, 1)
  const again = addDays(yesterday, 1 - nightlyDays)
  const nightly = next < again ? next : again
  const from = given.from ?? (given.night === undefined ? next : nightly)
  return { from, to: given.to ?? yesterday, externalId, propertyId, integrationId: row.id }
}

async function readDay(ctx: JobCtx, range: Range, day: string): Promise<DayDone> {
  const { connector, connection } = await open(ctx)
  const totals = await allRows(connector, connection, day, ['date'])
  const pages = await allRows(connector, connection, day, ['date', 'page', 'country', 'device'])
  const queries = await allRows(connector, connection, day, ['date', 'page', 'query', 'country', 'device'])
  const rows = { totals: totals.rows[0], pages: pages.rows.map(withoutDate), queries: queries.rows.map(withoutDate) }
  await ctx.write(async ({ db }) => {
    await replaceDay(db, { propertyId: range.propertyId, day, rows })
    await noteSuccess(db, range.integrationId)
  })
  return {
    rows: rows.pages.length + rows.queries.length + totals.rows.length,
    hasRows: totals.rows.length > 0,
    firstIncomplete: totals.firstIncomplete ?? pages.firstIncomplete ?? queries.firstIncomplete,
  }
}

const withoutDate = ({ keys, ...figures }: SearchRow): SearchRow => ({ keys: keys.slice(1), ...figures })

// Opened for each day: the credential may have been renewed while a quota was waited for.
async function open(ctx: JobCtx): Promise<{ connector: SearchConnector; connection: Connection }> {
  const { row } = await ctx.read(requireSearchConsole)
  const { connector, connection } = openConnection(ctx, row)
  if (connector.kind !== 'search') throw new Error('The connector of Search Console is of another kind')
  return { connector, connection }
}

async function allRows(connector: SearchConnector, connection: Connection, day: string, dimensions: SearchDimension[]) {
  const rows: SearchRow[] = []
  let firstIncomplete: string | null = null
  for (;;) {
    const page = await connector.rows(connection, { day, dimensions, startRow: rows.length })
    rows.push(...page.rows)
    firstIncomplete ??= page.firstIncomplete
    if (page.isLast) return { rows, firstIncomplete }
  }
}

/** The last day whose figures are final: the day before the first that is not, else the last that has any. */
async function keepEnd(ctx: JobCtx, { propertyId }: Range, done: readonly (DayDone & { day: string })[]) {
  const incomplete = done.flatMap(({ firstIncomplete }) => firstIncomplete ?? []).toSorted()[0]
  const last = done.filter(({ hasRows }) => hasRows).at(-1)?.day
  return ctx.write(async ({ db }) => {
    const { data_through: before } = await db
      .selectFrom('search_property')
      .select('data_through')
      .where('id', '=', propertyId)
      .executeTakeFirstOrThrow()
    const later =
      [before, last]
        .flatMap((day) => day ?? [])
        .toSorted()
        .at(-1) ?? null
    const dataThrough = incomplete === undefined ? later : addDays(incomplete, -1)
    await db
      .updateTable('search_property')
      .set({ data_through: dataThrough, synced_at: ctx.now() })
      .where('id', '=', propertyId)
      .execute()
    return dataThrough
  })
}
