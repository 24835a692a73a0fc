import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { metered } from '../meter/meter.ts'
import { type Ask, freshMark, freshTokens, type LoadGenerator, type Outcome, type Plan } from './plan.ts'

type Printed = Pick<Outcome, 'requests' | 'seconds' | 'p50Ms' | 'p99Ms' | 'statuses' | 'errors'>

/**
 * wrk on one thread, for whole seconds: it cannot end by a number of requests. Those that are under way when it ends are lost to
 * its count, at most one per connection.
 */
export function wrk(file: string): LoadGenerator {
  return {
    name: 'wrk',
    async run(plan) {
      const folder = await mkdtemp(join(tmpdir(), 'masthead-wrk-'))
      const script = join(folder, 'plan.lua')
      await writeFile(script, scriptOf(plan))
      const duration = Math.ceil(plan.seconds)
      const args = ['-t1', `-c${plan.connections}`, `-d${duration}s`, '--timeout', '30s', '-s', script, plan.url]
      const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      try {
        const { cpu, result: output } = await metered({ pid: child.pid ?? 0 }, () => text(child.stdout))
        if (child.exitCode === null) await once(child, 'exit')
        const printed = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? 'null') as Printed | null
        if (printed === null) throw new Error(`wrk said:\n${output}`)
        const requestsPerSecond = printed.requests / printed.seconds
        return { ...printed, requestsPerSecond, clientCpu: cpu.node / 1000 / printed.seconds }
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}

/** The plan as wrk reads it: requests in turns, tokens put in, statuses counted, the sums printed as JSON. */
function scriptOf(plan: Plan): string {
  const start = freshTokens()().split('-')[0]
  return `
asks = {
${plan.asks.map(luaOf).join(',\n')}
}
local next = 0
statuses = {}
function init(args)
  for _, ask in ipairs(asks) do
    if not ask.fresh then ask.raw = wrk.format(ask.method, ask.path, ask.headers, ask.body) end
  end
end
function filled(text) return (text:gsub(${luaText(freshMark.replaceAll(/[{}]/g, '%$&'))}, '${start}-' .. next)) end
function request()
  local ask = asks[next % #asks + 1]
  next = next + 1
  if ask.raw then return ask.raw end
  local headers = {}
  for name, value in pairs(ask.headers) do headers[name] = filled(value) end
  return wrk.format(ask.method, ask.path, headers, ask.body and filled(ask.body))
end
function response(status)
  statuses[status] = (statuses[status] or 0) + 1
end
local threads = {}
function setup(thread) table.insert(threads, thread) end
function done(summary, latency)
  local parts = {}
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get('statuses')) do table.insert(parts, string.format('"%d":%d', status, count)) end
  end
  local errors = summary.errors
  print(string.format('{"requests":%d,"seconds":%f,"p50Ms":%f,"p99Ms":%f,"errors":%d,"statuses":{%s}}',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.timeout, table.concat(parts, ',')))
end
`
}

function luaOf({ method, path, headers, body }: Ask): string {
  const given = Object.entries(headers).map(([name, value]) => `[${luaText(name)}]=${luaText(value)}`)
  const isFresh = [...Object.values(headers), body ?? ''].some((each) => each.includes(freshMark))
  const fields = [
    `method=${luaText(method)}`,
    `path=${luaText(path)}`,
    `headers={${given.join(',')}}`,
    `fresh=${isFresh}`,
  ]
  return `{${[...fields, ...(body === undefined ? [] : [`body=${luaText(body)}`])].join(',')}}`
}

/** A string of Lua 5.1: bytes outside of printable ASCII by their numbers. */
function luaText(value: string): string {
  const bytes = [...Buffer.from(value)].map((byte) =>
    byte < 32 || byte > 126 || byte === 34 || byte === 92
      ? `\\${String(byte).padStart(3, '0')}`
      : String.fromCharCode(byte),
  )
  return `"${bytes.join('')}"`
}
