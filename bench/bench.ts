// Runs the parts of the benchmark and prints their figures as tables (bench/README.md).
import { compareAdmissions } from './admission.ts'
import { measureFairness } from './fairness.ts'
import { measureJobs } from './jobs.ts'
import { compareDoors } from './mcp/doors.ts'
import { compareProtocols } from './mcp/protocols.ts'
import { measureSimilarity } from './similarity.ts'

const parts: Record<string, () => Promise<void>> = {
  protocol: compareProtocols,
  doors: compareDoors,
  admission: compareAdmissions,
  similarity: measureSimilarity,
  jobs: measureJobs,
  fairness: measureFairness,
}
const asked = process.argv.slice(2)
const unknown = asked.find((name) => parts[name] === undefined)
if (unknown !== undefined) throw new Error(`There is no part "${unknown}". There are ${Object.keys(parts).join(', ')}.`)

for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${name}`)
  await run()
}
