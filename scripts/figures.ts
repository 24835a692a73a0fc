// Prints the state of the code: how much there is, how it hangs together, how long its tests take.
//   --root <folder>     measures another checkout, so that one script measures before and after
//   --json <file>       also writes the figures there
//   --compare <file>    prints them next to those in such a file, as before and after
//   --times <folder>    also prints the times of tests, from the reports in TEST_REPORTS
//   --statements        also prints what each call may send to the database
//   --write-ceilings    only writes that again, as it is now (src/test/messages.test.ts)
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { ceilingFigures } from './figures/ceilings.ts'
import { readCheckout } from './figures/checkout.ts'
import { circleFigures } from './figures/circles.ts'
import { codeFigures } from './figures/code.ts'
import { documentFigures } from './figures/documents.ts'
import type { Section } from './figures/figures.ts'
import { lineFigures } from './figures/lines.ts'
import { comparisonOf, tableOf } from './figures/print.ts'
import { roomFigures } from './figures/rooms.ts'
import { timeFigures } from './figures/times.ts'

const { values: asked } = parseArgs({
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    json: { type: 'string' },
    compare: { type: 'string' },
    times: { type: 'string' },
    statements: { type: 'boolean', default: false },
    'write-ceilings': { type: 'boolean', default: false },
  },
})

if (asked['write-ceilings']) process.exit(writeCeilings())

const checkout = readCheckout(resolve(asked.root))
const sections: Section[] = [
  lineFigures(checkout),
  circleFigures(checkout),
  ...codeFigures(checkout),
  ...roomFigures(checkout),
  ...documentFigures(checkout),
  ...(asked.statements ? ceilingFigures(checkout) : []),
  ...(asked.times === undefined ? [] : timeFigures(asked.times)),
]

if (asked.json !== undefined) writeFileSync(asked.json, `${JSON.stringify(sections, null, 2)}\n`)
if (asked.compare === undefined) console.log(tableOf(sections))
else console.log(comparisonOf(JSON.parse(readFileSync(asked.compare, 'utf8')) as Section[], sections))

function writeCeilings(): number {
  const env = { ...process.env, WRITE_CEILINGS: '1' }
  return spawnSync('npx', ['vitest', 'run', 'src/test/messages.test.ts'], { env, stdio: 'inherit' }).status ?? 1
}
