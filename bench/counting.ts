import { AnswerCache } from '#faces/content-api/answer-cache.ts'
import { createContentApi } from '#faces/content-api/content-api.ts'
import { silentLog } from '#kernel/log.ts'
import { migrations } from '#main/installation.ts'
import { openMemoryDatabase } from '#platform/database/backend.ts'
import { tenantDatabase } from '#platform/database/tenant.ts'
import { organizationWithContent } from '#test/content-stage.ts'
import { countViews } from '#work/view-counts.ts'

import { median, spread } from './spread.ts'

const rounds = 7
const perRound = 100_000
const articles = 100
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** What counting adds to an answer of `/v1` from the cache, the writing of the counters included: CPU time of this process. */
export async function compareCounting(): Promise<void> {
  const backend = await openMemoryDatabase({ log: silentLog, migrations })
  const database = tenantDatabase(backend)
  const own = await organizationWithContent(database)
  for (let n = 0; n < articles; n++) await own.item(`article-${n}`)
  const counts = countViews({ database, log: silentLog, everyMs: 3_600_000 })
  const open = (fetched?: typeof counts.fetched) =>
    createContentApi({
      database,
      baseUrl: () => 'https://cms.example',
      log: silentLog,
      cache: new AnswerCache({ bytes: 100_000_000, isShared: false }),
      ...(fetched === undefined ? {} : { fetched }),
    })
  const shapes = { 'counting off': open(), 'counting on': open(counts.fetched) }
  const requests = Array.from({ length: articles }, (_, n) => ({
    method: 'GET',
    url: `/v1/${own.id}/articles/article-${n}`,
    headers: { 'user-agent': userAgent },
  }))
  const times = Object.entries(shapes).map(([shape, api]) => ({ shape, api, each: [] as number[] }))
  for (const { api } of times) for (const request of requests) await api.reply(request)
  for (let n = 0; n <= rounds; n++)
    for (const { api, each } of n % 2 === 0 ? times : times.toReversed()) {
      const before = process.cpuUsage()
      for (let at = 0; at < perRound; at++) {
        const request = requests[at % articles]
        if (request !== undefined && api.ready(request) === undefined) throw new Error('An answer was not kept.')
      }
      await counts.flush()
      const { user, system } = process.cpuUsage(before)
      // The first round warms up.
      if (n > 0) each.push((user + system) / perRound)
    }
  const off = median(times[0]?.each ?? [])
  console.table(
    times.map(({ shape, each }) => ({
      shape,
      'CPU µs each': spread(each),
      'µs more': (median(each) - off).toFixed(2),
    })),
  )
  await counts.stop()
  await backend.close()
}
