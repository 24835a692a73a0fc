import { type Face, splitUrl } from '#faces/http.ts'

import { faceName } from './face-name.ts'

/** Counts requests by what was asked for. */
export type RequestMetrics = {
  /** The same face, counted. */
  counted(face: Face): Face
  lines(): string[]
}

/** Upper ends of the classes of durations, in seconds. */
const classes = [0.005, 0.025, 0.1, 0.5, 2.5, 10] as const

type Series = { count: number; seconds: number; within: number[] }

/** Rate, errors and duration by face, and by operation where one of these names was called. */
export function requestMetrics(names: ReadonlySet<string>): RequestMetrics {
  const all = new Map<string, Series>()
  return {
    counted: (face) => async (request) => {
      const began = performance.now()
      const answer = await face(request)
      const seconds = (performance.now() - began) / 1000
      const { path } = splitUrl(request.url)
      const labels = `face="${faceName(path)}",operation="${operationOf(path, names)}",status="${answer.status}"`
      const series = all.get(labels) ?? { count: 0, seconds: 0, within: classes.map(() => 0) }
      all.set(labels, series)
      series.count++
      series.seconds += seconds
      for (const [at, limit] of classes.entries())
        if (seconds <= limit) series.within[at] = (series.within[at] ?? 0) + 1
      return answer
    },
    lines: () => [
      '# TYPE masthead_request_duration_seconds histogram',
      ...[...all].flatMap(([labels, { count, seconds, within }]) => [
        ...classes.map(
          (limit, at) => `masthead_request_duration_seconds_bucket{${labels},le="${limit}"} ${within[at] ?? 0}`,
        ),
        `masthead_request_duration_seconds_bucket{${labels},le="+Inf"} ${count}`,
        `masthead_request_duration_seconds_sum{${labels}} ${seconds}`,
        `masthead_request_duration_seconds_count{${labels}} ${count}`,
      ]),
    ],
  }
}

// Anybody can make up any number of names, also without a credential: what does not exist has none.
function operationOf(path: string, names: ReadonlySet<string>): string {
  const [, , kind, name = ''] = path.split('/')
  const isCall = kind === 'tools' || kind === 'operations'
  return isCall && names.has(name) ? name : ''
}
