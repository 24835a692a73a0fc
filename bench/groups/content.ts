import { withBareHttp } from '../baseline/bare-http.ts'
import type { DataSet, Size } from '../generate/data-set.ts'
import { frequentWord, rareWord } from '../generate/texts.ts'
import type { Ask } from '../load/plan.ts'
import { send } from '../load/send.ts'
import type { Target, Work } from '../measure.ts'
import { onCopy, withProduct } from '../product/measured.ts'
import { profileMissed } from '../profile/profile-missed.ts'
import type { Goal } from '../result/goals.ts'
import type { Engine } from '../result/result.ts'
import { measureRow, type Run, type Wanted } from '../rows.ts'

/** A request of the Content API that a row repeats. */
type Reading = {
  id: string
  workload: string
  paths: (set: DataSet) => string[]
  /** What its answer contains. */
  contains: (set: DataSet) => string
  /** On PostgreSQL, asked of the database each time. */
  goal?: Goal
}

const included = 'include=categories,tags,authors'
const newest = ({ written }: DataSet) => `article-${written - 1}`

/**
 * Requests of one kind that differ in what they name, not in what they cost: equal ones at the same time would be answered
 * together, even without a cache. Pages from `from` on, with and without parameters that have these values anyway.
 */
function listPaths(filter: string, from = 1): string[] {
  const given = ['per_page=10', 'orderby=date', 'order=desc', 'status=published']
  const spellings = Array.from({ length: 2 ** given.length }, (_, bits) =>
    given.filter((_name, at) => (bits >> at) & 1),
  )
  return [0, 1, 2].flatMap((page) =>
    spellings.map(
      (spelling) => `/articles?${[included, filter, `page=${from + page}`, ...spelling].filter(Boolean).join('&')}`,
    ),
  )
}

const list: Reading = {
  id: 'list',
  workload: `list of 10, ${included}`,
  paths: () => listPaths(''),
  contains: newest,
  goal: { id: 'P-3', cpuRatioAtMost: 50 },
}
const single: Reading = {
  id: 'single',
  workload: `article by slug, ${included}`,
  paths: ({ articles }) =>
    ['', '&status=published'].flatMap((more) => articles.map(({ slug }) => `/articles/${slug}?${included}${more}`)),
  contains: ({ articles }) => articles[0]?.id ?? 'an article',
  goal: { id: 'P-4', cpuRatioAtMost: 15 },
}
const tag: Reading = {
  id: 'tag',
  workload: 'list of one tag',
  paths: ({ tags }) =>
    ['', '&order=desc', '&orderby=date'].flatMap((more) => tags.map((id) => `/articles?${included}&tags=${id}${more}`)),
  contains: () => '"data":[{',
}
const page100: Reading = {
  id: 'page 100',
  workload: 'list, pages 100 to 102',
  paths: () => listPaths('', 100),
  contains: () => '"data":[',
}
const rare: Reading = {
  id: 'search rare',
  workload: 'list with a word of every 100th article',
  paths: () => listPaths(`search=${rareWord}`),
  contains: () => '"data":[{',
  goal: { id: 'P-5', cpuMsAtMost: 10 },
}
const frequent: Reading = {
  id: 'search frequent',
  workload: 'list with a word of nearly every article',
  paths: () => listPaths(`search=${frequentWord}`),
  contains: () => '"data":[{',
  goal: { id: 'P-5', cpuMsAtMost: 40 },
}
const files: readonly Reading[] = ['sitemap.xml', 'llms.txt', 'feed.xml'].map((name) => ({
  id: name,
  workload: `${name} of all articles`,
  paths: () => [`/${name}`],
  contains: newest,
}))

/** Rows whose answers come from the cache of final bytes, then rows that ask the database for each. */
export async function measureContent(engine: Engine, size: Size, run: Run): Promise<void> {
  await onCopy(engine, size, run.options, async (place) => {
    const { set } = place
    const base = { group: 'content', engine, ...size } as const
    await withProduct(place, {}, (product) => measureCached({ product, set, base }, run))
    await profileMissed(place, {}, run)
    await withProduct(place, uncachedEnv, (product) =>
      measureUncached({ product, set, base }, [list, single, tag, page100, rare, frequent], run),
    )
    await profileMissed(place, uncachedEnv, run)
  })
}

/** The product with the caches of `/v1` switched off. */
export const uncachedEnv = { CONTENT_CACHE_MB: '0' } as const

type On = { product: Target; set: DataSet; base: Pick<Wanted, 'group' | 'engine' | 'items' | 'organizations'> }

async function measureCached({ product, set, base }: On, run: Run): Promise<void> {
  const readings = [list, single, ...files]
  await withBareHttp(
    product.url,
    readings.flatMap((each) => asksOf(each, set)),
    async (baseline) => {
      for (const reading of readings) {
        const goal = { id: files.includes(reading) ? 'P-15' : 'P-1', requestsAtLeast: 0.8 }
        const work = { ...workOf(reading, set), cache: 'hit' as const }
        // The first request of each path is the miss that fills the cache.
        await fill(product.url, work.asks)
        const { workload } = reading
        await measureRow(
          product,
          { ...base, id: `${reading.id} cached`, workload, work, baseline: { target: baseline }, goal },
          run,
        )
      }
      for (const reading of [list, single]) {
        const asks = await conditional(product.url, asksOf(reading, set))
        const work = { ...workOf(reading, set), asks, status: 304, contains: '', cache: 'hit' as const }
        const goal = { id: 'P-2', requestsAtLeast: 0.8 }
        const workload = `${reading.workload}, If-None-Match`
        await measureRow(
          product,
          { ...base, id: `${reading.id} 304`, workload, work, baseline: { target: baseline }, goal },
          run,
        )
      }
    },
  )
}

async function measureUncached(on: On, readings: readonly Reading[], run: Run): Promise<void> {
  const asks = readings.flatMap((each) => asksOf(each, on.set))
  await withBareHttp(on.product.url, asks, async (baseline) => {
    for (const reading of readings) {
      const { goal } = reading
      const judged = goal === undefined || on.base.engine !== 'postgres' ? {} : { goal }
      await measureRow(on.product, { ...uncachedRow(reading, on), baseline: { target: baseline }, ...judged }, run)
    }
  })
}

/** The rows that growth is measured on: what they cost is compared with what they cost elsewhere, not with a baseline. */
export async function measureGrowing(on: On, run: Run): Promise<void> {
  for (const reading of [list, single, tag, rare]) await measureRow(on.product, uncachedRow(reading, on), run)
}

function uncachedRow(reading: Reading, { set, base }: On): Wanted {
  return { ...base, id: `${reading.id} uncached`, workload: reading.workload, work: workOf(reading, set) }
}

function workOf(reading: Reading, set: DataSet): Work {
  return {
    asks: asksOf(reading, set),
    status: 200,
    contains: reading.contains(set),
    cache: 'miss',
    isSteady: true,
  }
}

function asksOf({ paths }: Reading, set: DataSet): Ask[] {
  return paths(set).map((path) => ({ method: 'GET', path: `/v1/${set.organizationId}${path}`, headers: {} }))
}

async function fill(url: string, asks: readonly Ask[]): Promise<void> {
  for (const ask of asks) await send(url, ask)
}

async function conditional(url: string, asks: readonly Ask[]): Promise<Ask[]> {
  const all: Ask[] = []
  for (const ask of asks) {
    const { headers } = await send(url, ask)
    all.push({ ...ask, headers: { 'If-None-Match': headers['etag'] ?? '' } })
  }
  return all
}
