// Records what a server answers, so that two versions of it can be compared:
//   --out <file>                   runs a fresh installation, calls /v1, /v2 and /mcp, and writes a line per call
//   --root <folder>                of another checkout than this one
//   --compare <before> <after>     says which calls of two recordings differ, and fails where some do
import { appendFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { differencesOf } from './record-calls/compare.ts'
import { recordCalls } from './record-calls/record.ts'

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    compare: { type: 'boolean', default: false },
  },
})

if (asked.compare) compare(positionals)
else if (asked.out !== undefined) await record(resolve(asked.root), asked.out)
else throw new Error('Usage: record-calls --out <file> [--root <folder>], or --compare <before> <after>')

function compare([before, after]: string[]): void {
  if (before === undefined || after === undefined) throw new Error('--compare takes two recordings')
  const differences = differencesOf(before, after)
  for (const difference of differences) console.log(`${difference}\n`)
  console.log(differences.length === 0 ? 'All answers are the same.' : `${differences.length} differences.`)
  process.exitCode = differences.length === 0 ? 0 : 1
}

async function record(root: string, out: string): Promise<void> {
  let count = 0
  writeFileSync(out, '')
  await recordCalls(root, (call) => {
    appendFileSync(out, `${JSON.stringify(call)}\n`)
    count = call.n
  })
  console.log(`${count} calls in ${out}`)
}
