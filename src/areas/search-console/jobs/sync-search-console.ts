import { z } from 'zod'

import {
  noteFault,
  noteSuccess,
  openConnection,
  patienceMs,
  pauseForQuota,
  refusalOf,
} from '#areas/integrations/index.ts'
import { monthNumber, monthsBefore, monthsKept, searchDay } from '#areas/search-console/days.ts'
import { keepProperty, requireSearchConsole, usableSearchConsole } from '#areas/search-console/property.ts'
import { packMonth, replaceDay } from '#areas/search-console/replace-day.ts'
import type { Connection } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import { Refusal } from '#kernel/errors.ts'
import { job, type JobCtx, type JobOutcome } from '#kernel/job.ts'
import type { SearchConnector, SearchDimension, SearchRow } from '#kernel/search-connector.ts'
import { addDays, daysBetween } from '#std/zoned-time.ts'

/** How many days are read again at night: their figures were not final. What was read when it was older is. */
const nightlyDays = 10

type Given = { from?: string | undefined; to?: string | undefined; night?: string | undefined }
/** `wholeAt`: when it was decided, where nothing is left unread before its end. */
type Range = {
  from: string
  to: string
  wholeAt?: string
  externalId: string
  propertyId: number
  integrationId: string
}
type DayDone = { rows: number; hasRows: boolean; firstIncomplete: string | null }

/**
 * Reads what people searched for, day by day, and keeps each day as a whole. What a quota forbids, or a refused credential, is
 * waited for, also across restarts; a day that is kept is not asked for again.
 */
export const syncSearchConsoleJob = job({
  name: 'syncSearchConsole',
  title: 'Fetch searches from Google',
  queue: 'bulk',
  scope: 'integrations:write',
  input: z.object({
    from: z.string().optional(),
    to: z.string().optional(),
    /** The night that it belongs to: the last days are read again. */
    night: z.string().optional(),
    /** The Search Console: this wakes the job when its credential is renewed. */
    integrationId: z.string().optional(),
  }),

  async work(ctx, given): Promise<JobOutcome> {
    try {
      return await sync(ctx, given)
    } catch (error) {
      if (error instanceof ConnectorFault && error.kind === 'rateLimited') return { goOnInMs: pauseForQuota(error) }
      if (isRefusedCredential(error)) return { goOnInMs: (await isUsable(ctx)) ? 0 : patienceMs }
      throw error instanceof ConnectorFault ? refusalOf(error) : error
    }
  },
})

async function sync(ctx: JobCtx, given: Given): Promise<JobOutcome> {
  const range = await ctx.step('range', () => rangeOf(ctx, given))
  const days = range.from > range.to ? [] : daysBetween(range.from, range.to)
  const done: (DayDone & { day: string })[] = []
  for (const [at, day] of days.entries()) {
    done.push({ day, ...(await ctx.step(`day ${day}`, () => readDay(ctx, range, day))) })
    if (at % 10 === 9) await ctx.progress((at + 1) / days.length)
    if (await ctx.isTurnOver()) return { goOnInMs: 0 }
  }
  for (const month of new Set(days.map(monthNumber)))
    await ctx.write(({ db }) => packMonth(db, { propertyId: range.propertyId, month }))
  const dataThrough = await keepEnd(ctx, range, done)
  return { result: { rows: done.reduce((sum, { rows }) => sum + rows, 0), dataThrough } }
}

const isRefusedCredential = (error: unknown): boolean =>
  error instanceof ConnectorFault ? error.kind === 'auth' : error instanceof Refusal && error.code === 'auth_expired'

/** Whether a person renewed the credential while the refused one was on its way. */
const isUsable = async (ctx: JobCtx): Promise<boolean> => (await ctx.read(usableSearchConsole)) !== undefined

async function rangeOf(ctx: JobCtx, given: Given): Promise<Range> {
  const { row, externalId } = await ctx.read(requireSearchConsole)
  const { id: propertyId, dataThrough, syncedAt } = await ctx.write(({ db }) => keepProperty(db, externalId))
  const now = ctx.now()
  const yesterday = addDays(searchDay(now), -1)
  const final = lastOf([dataThrough, syncedAt === null ? null : addDays(searchDay(syncedAt), -1 - nightlyDays)])
  const next = final === null ? monthsBefore(yesterday, monthsKept) : addDays(final, 1)
  const again = addDays(yesterday, 1 - nightlyDays)
  const nightly = next < again ? next : again
  const from = given.from ?? (given.night === undefined ? next : nightly)
  const to = given.to ?? yesterday
  const isWhole = from <= next && to >= yesterday
  return {
    from,
    to,
    ...(isWhole ? { wholeAt: now.toISOString() } : {}),
    externalId,
    propertyId,
    integrationId: row.id,
  }
}

const lastOf = (days: readonly (string | null | undefined)[]): string | null =>
  days
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1) ?? null

async function readDay(ctx: JobCtx, range: Range, day: string): Promise<DayDone> {
  const { totals, pages, queries } = await askDay(ctx, range, day)
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

/** What a day has, as Google answers it. What goes wrong is noted, but for a quota. */
async function askDay(ctx: JobCtx, range: Range, day: string) {
  const { row, connector, connection } = await open(ctx, range)
  try {
    return {
      totals: await allRows(connector, connection, day, ['date']),
      pages: await allRows(connector, connection, day, ['date', 'page', 'country', 'device']),
      queries: await allRows(connector, connection, day, ['date', 'page', 'query', 'country', 'device']),
    }
  } catch (error) {
    if (error instanceof ConnectorFault && error.kind !== 'rateLimited')
      await ctx.write((inside) => noteFault(inside, row, error))
    throw error
  }
}

// Opened for each day: the credential may have been renewed while something was waited for.
async function open(ctx: JobCtx, range: Range) {
  const { row, externalId } = await ctx.read(requireSearchConsole)
  if (externalId !== range.externalId)
    throw new Refusal('conflict', 'Another property was selected meanwhile. syncSearchConsole fetches its searches.')
  const { connector, connection } = openConnection(ctx, row)
  if (connector.kind !== 'search') throw new Error('The connector of Search Console is of another kind')
  return { row, connector, connection }
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

/**
 * The last day whose figures are final: the day before the first that is not, else the last that has any. And when everything before
 * was read: days without searches are not asked for again (analytics.md#days-without-searches).
 */
async function keepEnd(ctx: JobCtx, { propertyId, to, wholeAt }: Range, done: readonly (DayDone & { day: string })[]) {
  const incomplete = done.flatMap(({ firstIncomplete }) => firstIncomplete ?? []).toSorted()[0]
  const last = done.filter(({ hasRows }) => hasRows).at(-1)?.day
  const isLate = incomplete !== undefined && incomplete <= addDays(to, -nightlyDays)
  return ctx.write(async ({ db }) => {
    const { data_through: before } = await db
      .selectFrom('search_property')
      .select('data_through')
      .where('id', '=', propertyId)
      .executeTakeFirstOrThrow()
    const dataThrough = incomplete === undefined ? lastOf([before, last]) : addDays(incomplete, -1)
    await db
      .updateTable('search_property')
      .set({ data_through: dataThrough, ...(wholeAt === undefined || isLate ? {} : { synced_at: wholeAt }) })
      .where('id', '=', propertyId)
      .execute()
    return dataThrough
  })
}
