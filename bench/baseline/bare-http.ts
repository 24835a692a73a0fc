import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import type { Ask } from '../load/plan.ts'
import { type Received, send } from '../load/send.ts'
import type { Target } from '../measure.ts'
import type { BaselineAnswers } from './http-baseline.ts'

/** Headers that belong to the connection or are made by any server. */
const ownOfServers = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/**
 * Asks the product for these answers, starts a bare `node:http` server that gives the same bytes, and compares them one by one;
 * it runs as long as `work` takes.
 */
export async function withBareHttp<T>(
  product: string,
  asks: readonly Ask[],
  work: (baseline: Target) => Promise<T>,
): Promise<T> {
  const given = new Map<string, Received>()
  for (const ask of asks) if (!given.has(ask.path)) given.set(ask.path, await send(product, ask))
  const answers: BaselineAnswers = {}
  for (const [path, { headers, body }] of given)
    answers[path] = {
      headers: kept(headers),
      notModified: kept((await send(product, unchanged(path, headers))).headers),
      body: body.toString('base64'),
    }

  const child = fork(join(import.meta.dirname, 'http-baseline.ts'), { execArgv: ['--conditions=source'] })
  try {
    child.send(answers)
    const [port] = (await once(child, 'message')) as [number]
    const url = `http://127.0.0.1:${port}`
    for (const [path, expected] of given) {
      const received = await send(url, { method: 'GET', path, headers: {} })
      const differs = difference(expected, received)
      if (differs !== undefined) throw new Error(`The baseline's answer to ${path} differs: ${differs}`)
      const again = await send(url, unchanged(path, expected.headers))
      if (again.status !== 304) throw new Error(`The baseline answers ${again.status} to a condition on ${path}`)
    }
    return await work({ url, meter: { pid: child.pid ?? 0 } })
  } finally {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

function unchanged(path: string, { etag = '' }: Received['headers']): Ask {
  return { method: 'GET', path, headers: { 'If-None-Match': etag } }
}

function kept(headers: Received['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownOfServers.has(name)))
}

function difference(expected: Received, received: Received): string | undefined {
  if (expected.status !== received.status) return `status ${received.status}`
  if (!expected.body.equals(received.body)) return `${received.body.length} bytes, or others`
  const [a, b] = [kept(expected.headers), kept(received.headers)].map((each) =>
    JSON.stringify(each, Object.keys(each).toSorted()),
  )
  return a === b ? undefined : `headers ${b} instead of ${a}`
}
