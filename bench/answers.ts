import { sql } from 'kysely'

import { itemChecks } from '#areas/checks/index.ts'
import { engineOfLabel } from '#areas/visibility/engines.ts'
import { labelledBrands, labelledTexts } from '#areas/visibility/extraction/test-labelled-texts.ts'
import { readAsvAnswersJob } from '#areas/visibility/jobs/read-asv-answers.ts'
import { beginImport } from '#areas/visibility/runs.ts'
import { createJobRunner } from '#catalog/run/run-job.ts'
import { startJob } from '#catalog/run/start-job.ts'
import type { Access } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { tenantDatabase, type TenantDatabase } from '#platform/database/tenant.ts'
import { newOrganization } from '#test/people.ts'

import { memoryOf } from './meter/process-tree.ts'
import { openBenchDatabase } from './open-database.ts'

const answers = Number(process.env['ANSWERS'] ?? 100_000)
const prompts = 200
const perInsert = 500
const textsOfAnswer = 4
const sourcesOfAnswer = 4

/** What it takes to read all stored answers again after an alias of a brand has changed, and for how long nothing else has its turn. */
export async function measureAnswers(): Promise<void> {
  const { backend, close } = await openBenchDatabase()
  try {
    const database = tenantDatabase(backend)
    const access = await newOrganization(database)
    await write(database, access, addAnswers)
    const { rssMb } = memoryOf([process.pid])
    const turns = watchTurns()
    const [began, cpu] = [performance.now(), process.cpuUsage()]
    let peakMb = rssMb
    const watching = setInterval(() => (peakMb = Math.max(peakMb, memoryOf([process.pid]).rssMb)), 250)
    await readAgain(database, access)
    const longest = turns.stop()
    clearInterval(watching)
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(cpu)
    const { rows: found } = await write(database, access, (db) =>
      sql<{ n: number }>`select count(*)::int as n from app.asv_mention where organization_id = app.org()`.execute(db),
    )
    console.table([
      {
        answers,
        mentions: found[0]?.n,
        seconds: seconds.toFixed(1),
        'ms each': ((seconds * 1000) / answers).toFixed(3),
        'CPU ms each': ((user + system) / 1000 / answers).toFixed(3),
        'MB more': (peakMb - rssMb).toFixed(0),
        'CPU ms of a turn, p99': quantile(longest, 0.99).toFixed(0),
        most: quantile(longest, 1).toFixed(0),
      },
    ])
  } finally {
    await close()
  }
}

/** The processor time of this thread between turns of a timer: for how long nothing else has its turn, whatever else the machine does. */
function watchTurns(): { stop: () => number[] } {
  const taken: number[] = []
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    taken.push((user + system) / 1000)
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return taken.toSorted((a, b) => a - b)
    },
  }
}

const quantile = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN

/** Changes the alias, and runs the job that follows from it to its end, as a worker does. */
async function readAgain(database: TenantDatabase, access: Access): Promise<void> {
  const { jobId } = await write(database, access, async (db) => {
    await db
      .updateTable('asv_brand')
      .set({ aliases: ['Tikto', 'Tikto Studio'] })
      .where('name', '=', 'Tikto.js')
      .execute()
    return startJob(db, readAsvAnswersJob, { input: {}, actor: access.actor, requestId: newId('request') })
  })
  const parts = { render: () => Promise.reject(new Error('not used')), checks: itemChecks, baseUrl: () => '' }
  const runner = createJobRunner({ jobs: [readAsvAnswersJob], database, ...parts, log: silentLog })
  await write(database, access, (db) =>
    db.updateTable('job').set({ state: 'running', attempt: 1, tries: 1 }).where('id', '=', jobId).execute(),
  )
  await runner.run({ organizationId: access.organization.id, jobId, attempt: 1 }, new AbortController().signal)
  const { state } = await write(database, access, (db) =>
    db.selectFrom('job').select('state').where('id', '=', jobId).executeTakeFirstOrThrow(),
  )
  if (state !== 'succeeded') throw new Error(`The job that reads answers ended as ${state}`)
}

function write<T>(database: TenantDatabase, access: Access, work: (db: Writer) => Promise<T>): Promise<T> {
  return database.forOrganization({ organizationId: access.organization.id }, 'write', ({ db }) => work(db))
}

async function addAnswers(db: Writer): Promise<void> {
  for (const { id: _, ...brand } of labelledBrands)
    await db
      .insertInto('asv_brand')
      .values({
        id: newId('brand'),
        name: brand.name,
        aliases: [...brand.aliases],
        domains: [...brand.domains],
        exclude_terms: [...brand.excludeTerms],
        match_case: brand.matchCase,
      })
      .execute()
  const engine = await engineOfLabel(db, 'By hand')
  const runId = await beginImport(db, engine)
  const ofPrompt = Array.from({ length: prompts }, (_, n) => ({ n, id: newId('prompt') }))
  await db
    .insertInto('asv_prompt')
    .values(
      ofPrompt.map(({ n, id }) => ({
        id,
        text: `Question ${n}?`,
        text_key: String(n),
        intent: 'discovery',
        locale: 'en',
        search_text: '',
      })),
    )
    .execute()
  for (let from = 0; from < answers; from += perInsert) {
    const some = Array.from({ length: Math.min(perInsert, answers - from) }, (_, at) => ({
      n: from + at,
      id: newId('answer'),
    }))
    await db
      .insertInto('asv_answer')
      .values(
        some.map(({ n, id }) => ({
          id,
          run_id: runId,
          prompt_id: ofPrompt[n % prompts]?.id ?? '',
          prompt_version: 1,
          engine_id: engine.id,
          mode: 'manual',
          sample_no: n,
          state: 'ok',
          text: textOf(n),
          observed_at: new Date(1.7e12 + n * 6e4),
          raw_hash: String(n),
          terms_key: 'names before',
        })),
      )
      .execute()
    await db
      .insertInto('asv_mention')
      .values(
        some.map(({ id }) => ({
          answer_id: id,
          brand_id: 'cmp_before',
          count: 1,
          first_offset: 0,
          rank: 1,
          method: 'lexicon',
          snippet: 'Words.',
          offsets: '[[0, 5]]',
        })),
      )
      .execute()
    await db.insertInto('asv_citation').values(some.flatMap(sourcesOf)).execute()
  }
}

/** Some of the labelled texts one after another, without their marks: about as long as engines answer. */
function textOf(n: number): string {
  const texts = Array.from({ length: textsOfAnswer }, (_, at) => labelledTexts[(n * 7 + at * 5) % labelledTexts.length])
  return `${texts.map((one) => one?.text.replace(/⟦(.*?)\|\w+⟧/g, '$1')).join('\n\n')}\n\nNumber ${n}.`
}

function sourcesOf({ n, id }: { n: number; id: string }) {
  return Array.from({ length: sourcesOfAnswer }, (_, at) => {
    const domain = `site-${(n * 3 + at) % 300}.example`
    return {
      answer_id: id,
      position: at + 1,
      url: `https://${domain}/page-${n % 50}`,
      domain,
      kind: 'cited' as const,
      count: 1,
      ownership: 'third_party' as const,
    }
  })
}
