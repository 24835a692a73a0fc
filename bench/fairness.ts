import { serverUrl } from '#platform/database/test-server.ts'

import { type Load, loads, type ProbeName, type Running } from './fairness-loads.ts'
import { call, enter, openPlace, password, type Place, settled } from './fairness-place.ts'
import { median } from './spread.ts'

type Waits = { ms: number[]; failed: number }

/** A probe ends after so many requests, or after so long, in ms: a neighbour that starves is measured, not waited for. */
const most = 200
const longest = 20_000

const asks: Record<ProbeName, (place: Place) => Promise<Response>> = {
  read: ({ url, neighbour }) => fetch(`${url}/v1/${neighbour.id}/articles`),
  write: (place) =>
    call(place, place.neighbour, 'createItem', { collectionId: 'articles', title: 'Short', content: 'A *word*.' }),
  signIn: ({ url, neighbour }) => enter(url, { email: neighbour.email, password }, '127.0.0.1'),
}
const names: Record<ProbeName, string> = { read: '/v1 list', write: '/v2 createItem', signIn: 'sign-in' }

/**
 * What a neighbour waits while another organization or address does its worst, next to what it waits on the idle server, in the
 * same run, right before. The server runs as users start it, on an embedded database, and with `DATABASE_URL` also on PostgreSQL.
 */
export async function measureFairness(): Promise<void> {
  const rows = await measureOn('embedded', undefined)
  if (serverUrl !== undefined) rows.push(...(await measureOn('postgres', serverUrl)))
  console.table(rows)
}

async function measureOn(engine: string, databaseUrl: string | undefined) {
  const { place, server, end } = await openPlace(databaseUrl)
  const rows = []
  try {
    for (const probe of ['read', 'write', 'signIn'] as const) await waits(place, probe, { most: 20 })
    for (const load of loads) {
      const isSettled = await settled(place)
      // Before each load anew: the neighbour's own records become more with each of its requests.
      const idle = new Map<ProbeName, Waits>()
      for (const probe of load.probes) {
        idle.set(probe, await waits(place, probe))
        await settled(place)
      }
      for (const row of await under(load, place, idle)) {
        rows.push({ engine, ...row, ...(isSettled ? {} : { note: 'checks of the load before were still going on' }) })
        console.log(JSON.stringify(rows.at(-1)))
      }
    }
    if (server.hasEnded()) throw new Error(server.lines.slice(-5).join('\n'))
    return rows
  } finally {
    await end()
  }
}

async function under({ name, begin, probes }: Load, place: Place, idle: ReadonlyMap<ProbeName, Waits>) {
  const running = await begin(place)
  const rows = []
  for (const probe of probes) {
    const [before, loaded] = [idle.get(probe) ?? { ms: [], failed: 0 }, await waits(place, probe, { running })]
    rows.push({
      load: name,
      neighbour: names[probe],
      requests: `${before.ms.length}/${loaded.ms.length}`,
      'idle p50/p99': shown(before),
      'loaded p50/p99, ms': shown(loaded),
      'p99 ratio': (percentile(loaded.ms) / percentile(before.ms)).toFixed(1),
      failed: loaded.failed,
    })
  }
  await running.stop()
  return rows
}

/** One request after another; only those count that ended before the load was over. */
async function waits(
  place: Place,
  probe: ProbeName,
  { running, most: count = most }: { running?: Running; most?: number } = {},
): Promise<Waits> {
  const ms: number[] = []
  let failed = 0
  const end = performance.now() + longest
  while (ms.length < count && performance.now() < end) {
    const begun = performance.now()
    const status = await asks[probe](place).then(
      async (answer) => (await answer.arrayBuffer(), answer.status),
      () => 0,
    )
    if (running?.isOver() === true) break
    ms.push(performance.now() - begun)
    if (status === 0 || status >= 400) failed++
  }
  return { ms, failed }
}

const shown = ({ ms }: Waits) => `${median(ms).toFixed(0)} / ${percentile(ms).toFixed(0)}`

function percentile(ms: readonly number[]): number {
  return ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.99)] ?? NaN
}
