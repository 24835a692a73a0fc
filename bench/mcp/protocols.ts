import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { type Figures, variants } from './variants.ts'

const run = promisify(execFile)

/** CPU per request of the protocol alone: each server in a process of its own, so that none warms up another. */
export async function compareProtocols(): Promise<void> {
  const figures = new Map<string, Figures>()
  for (const name of Object.keys(variants)) {
    const { stdout } = await run(process.execPath, [
      '--conditions=source',
      join(import.meta.dirname, 'measure.ts'),
      name,
    ])
    figures.set(name, JSON.parse(stdout) as Figures)
  }
  const own = figures.get('masthead')
  if (own === undefined) throw new Error('Nothing to compare with')
  const rows = [...figures].map(([name, { call, list, newList, memory, first }]) => ({
    server: name,
    'call, CPU ms': call.toFixed(4),
    'call / ours': (call / own.call).toFixed(1),
    'list, CPU ms': list.toFixed(4),
    'list / ours': (list / own.list).toFixed(1),
    'list of a new id, CPU ms': newList.toFixed(4),
    'first call, ms': first.toFixed(1),
    'memory, MB': Math.round(memory / 1e6),
  }))
  console.table(rows)
}
