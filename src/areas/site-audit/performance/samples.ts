import { sql } from 'kysely'
import { z } from 'zod'

import { type Device, devices, type Measured } from '#kernel/browser.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'

import { metrics, type Metric, ratingOf, ratings } from './ratings.ts'

const sources = ['lab', 'field'] as const

/** So many samples are answered at once, the latest. */
const mostSamples = 2000

const measured = () =>
  z
    .object({ value: z.number(), rating: z.enum(ratings) })
    .nullable()
    .describe('Milliseconds, CLS without a unit')

/** A measured page in an answer. */
export const sampleOutput = z.object({
  runId: id('auditRun'),
  url: z.string(),
  device: z.enum(devices),
  source: z.enum(sources).describe('lab: by Lighthouse; field: by visitors'),
  at: timestamp(),
  score: z.int().nullable().describe('0 to 100'),
  lcp: measured(),
  fcp: measured(),
  tbt: measured(),
  si: measured(),
  ttfb: measured(),
  cls: measured(),
  inp: measured().describe('Of visitors only'),
})

type Narrowed = { from: Date; url: string | undefined; device: Device | undefined }

/** What pages were measured with since a time, oldest first. */
export async function listSamples(
  db: Reader,
  { from, url, device }: Narrowed,
): Promise<z.input<typeof sampleOutput>[]> {
  const rows = await db
    .selectFrom('site_performance_sample')
    .select(['run_id', 'url', 'device', 'source', 'at', 'score', ...metrics])
    .where('at', '>=', from)
    .$if(url !== undefined, (query) => query.where('url', '=', url ?? ''))
    .$if(device !== undefined, (query) => query.where('device', '=', device ?? 'mobile'))
    .orderBy('at', 'desc')
    .orderBy('url', 'desc')
    .limit(mostSamples)
    .execute()
  return rows.toReversed().map((row) => {
    const of = (metric: Metric) => {
      const value = row[metric]
      return value === null ? null : { value, rating: ratingOf(metric, value, row.device) }
    }
    return {
      runId: storedId('auditRun', row.run_id),
      url: row.url,
      device: row.device,
      source: row.source,
      at: iso(row.at),
      score: row.score,
      lcp: of('lcp'),
      fcp: of('fcp'),
      tbt: of('tbt'),
      si: of('si'),
      ttfb: of('ttfb'),
      cls: of('cls'),
      inp: of('inp'),
    }
  })
}

export type NewSample = {
  runId: string
  url: string
  device: Device
  measured: Measured
  renderedWords?: number | null
}

export async function insertSample(db: Writer, { runId, url, device, measured: values, renderedWords }: NewSample) {
  await db
    .insertInto('site_performance_sample')
    .values({
      run_id: runId,
      url,
      device,
      source: 'lab',
      ...roundedOf(values),
      rendered_words: renderedWords ?? null,
    })
    .onConflict((on) => on.doNothing())
    .execute()
}

// Fractions of a millisecond mean nothing; those of a layout shift do.
function roundedOf({ score, cls, ...times }: Measured) {
  const { lcp, fcp, tbt, si, ttfb } = times
  const whole = (value: number | null) => (value === null ? null : Math.round(value))
  return {
    score,
    cls: cls === null ? null : Math.round(cls * 1000) / 1000,
    lcp: whole(lcp),
    fcp: whole(fcp),
    tbt: whole(tbt),
    si: whole(si),
    ttfb: whole(ttfb),
  }
}

export type LabResult = {
  url: string
  score: number | null
  lcp: number | null
  tbt: number | null
  cls: number | null
}

/** The last lab result of each page on a device. */
export async function lastResults(db: Reader, device: Device, urls: readonly string[]): Promise<LabResult[]> {
  const { rows } = await sql<LabResult>`
    select s.url, s.score, s.lcp, s.tbt, s.cls from unnest(${[...urls]}::text[]) as wanted (url)
    cross join lateral (select * from app.site_performance_sample p
      where p.url = wanted.url collate "C" and p.device = ${device} and p.source = 'lab' order by p.at desc limit 1) as s`.execute(
    db,
  )
  return rows
}

/** The pages that a run has measured. */
export async function measuredIn(db: Reader, runId: string): Promise<string[]> {
  const rows = await db.selectFrom('site_performance_sample').select('url').where('run_id', '=', runId).execute()
  return rows.map(({ url }) => url)
}

/** The pages that a run has rendered, with the words that they have then. */
export async function renderedWords(db: Reader, runId: string): Promise<{ url: string; words: number }[]> {
  const rows = await db
    .selectFrom('site_performance_sample')
    .select(['url', 'rendered_words'])
    .where('run_id', '=', runId)
    .where('rendered_words', 'is not', null)
    .execute()
  return rows.map(({ url, rendered_words: words }) => ({ url, words: words ?? 0 }))
}

/** Removes at most `limit` samples that nothing can ask for any longer. Returns how many there were. */
export async function removeOldSamples(db: Writer, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from app.site_performance_sample where (run_id, url, device, source) in (
    select run_id, url, device, source from app.site_performance_sample where at < now() - interval '91 days' limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
