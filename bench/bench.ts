// Measures the product next to its baselines, prints the figures and writes them to a file (bench/README.md).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { serverUrl } from '#platform/database/test-server.ts'

import { compareAdmissions } from './admission.ts'
import { measureAnswers } from './answers.ts'
import { measureAudit } from './audit/measure-audit.ts'
import { compareCounting } from './counting.ts'
import { measureFairness } from './fairness.ts'
import { measureAgent } from './groups/agent.ts'
import { measureAnalytics, sizeOfAnalytics } from './groups/analytics.ts'
import { measureContent } from './groups/content.ts'
import { measureGrowth, sizesOfGrowth } from './groups/growth.ts'
import { measureLifecycle } from './groups/lifecycle.ts'
import { measureMcp } from './groups/mcp.ts'
import { measureRecording } from './groups/recording.ts'
import { measureJobs } from './jobs.ts'
import { openLoadGenerator } from './load/load-generator.ts'
import { compareProtocols } from './mcp/protocols.ts'
import { type Asked, readOptions } from './options.ts'
import { onCopy } from './product/measured.ts'
import { writeReport } from './report/report.ts'
import { missedGoals, printComparison } from './result/compare.ts'
import { engineVersions } from './result/engine-versions.ts'
import { printHead } from './result/print.ts'
import { type Engine, type Group, groups, type Options, type Result } from './result/result.ts'
import { runFacts } from './result/run-facts.ts'
import type { Run } from './rows.ts'
import { measureSimilarity } from './similarity.ts'

/** Parts with tables of their own, which run only when they are named. */
const parts: Record<string, () => Promise<void>> = {
  protocol: compareProtocols,
  admission: compareAdmissions,
  similarity: measureSimilarity,
  answers: measureAnswers,
  jobs: measureJobs,
  fairness: measureFairness,
  audit: measureAudit,
  counting: compareCounting,
}

/** Makes the sets that the groups need, and measures nothing. */
const dataPart = 'data'

const measures: Record<Group, (engine: Engine, run: Run) => Promise<void>> = {
  content: (engine, run) => measureContent(engine, sizeOf(run), run),
  agent: async (engine, run) => {
    await measureAgent(engine, sizeOf(run), run)
    await measureRecording(engine, sizeOf(run), run)
  },
  mcp: (engine, run) => measureMcp(engine, sizeOf(run), run),
  growth: measureGrowth,
  analytics: measureAnalytics,
  lifecycle: (engine, run) => measureLifecycle(engine, sizeOf(run), run),
}

process.exitCode = await main(readAsked())

function readAsked(): Asked {
  try {
    return readOptions(process.argv.slice(2), [dataPart, ...Object.keys(parts)], serverUrl !== undefined)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(64)
  }
}

async function main({ options, out, compare, check, report }: Asked): Promise<number> {
  if (report !== undefined) {
    writeReport(report.split(','))
    return 0
  }
  const asked = options.only.map((each) => each.split('/')[0] ?? '')
  for (const [name, measure] of Object.entries(parts))
    if (asked.includes(name)) {
      console.log(`\n${name}`)
      await measure()
    }
  const wanted = groups.filter((group) => asked.includes(group))
  const engines: readonly Engine[] = options.engine === 'both' ? ['pglite', 'postgres'] : [options.engine]
  if (asked.includes(dataPart)) await makeData(engines, options)
  if (wanted.length === 0) return 0

  const facts = runFacts()
  const load = openLoadGenerator()
  const run: Run = { options, load, rows: [], facts: [], missed: [], profiles: [] }
  if (options.quick) console.log('--quick: these figures count for nothing.')
  printHead()
  let failed = 0
  for (const group of wanted)
    for (const engine of engines)
      await measures[group](engine, run).catch((error: unknown) => {
        // What was measured so far is worth having, and so is what comes.
        failed++
        console.error(`\n${group} on ${engine} failed:`, error)
      })
  await load.close()
  const result: Result = {
    ...facts,
    engines: await engineVersions(engines),
    loadGenerator: load.name,
    options,
    rows: run.rows,
    lifecycle: run.facts,
    profiles: run.profiles,
  }
  mkdirSync(out, { recursive: true })
  const file = join(out, `${facts.startedAt.replaceAll(/[:.]/g, '-')}.json`)
  writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`)
  console.log(`\nWritten to ${file}`)
  if (compare !== undefined) printComparison(JSON.parse(readFileSync(compare, 'utf8')) as Result, result)
  const missed = missedGoals(result)
  if (missed.length > 0) console.log(`\nMissed:\n  ${missed.join('\n  ')}`)
  return failed > 0 || (check && missed.length > 0) ? 1 : 0
}

/** Every set that a run with these options opens, so that it finds them. */
async function makeData(engines: readonly Engine[], options: Options): Promise<void> {
  for (const engine of engines)
    for (const size of [
      ...sizesOfGrowth(engine, options),
      { items: sizeOf({ options }).items, organizations: 1 },
      ...(engine === 'postgres' ? [sizeOfAnalytics(options)] : []),
    ])
      await onCopy(engine, size, options, async () => undefined)
}

/** W0, or so much of it that a run shows whether the harness works. */
function sizeOf({ options }: Pick<Run, 'options'>) {
  return { items: options.quick ? 300 : 10_000, organizations: 1 }
}
