import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runCommand } from '#test/server-process.ts'

import type { DataSet, Size } from '../generate/data-set.ts'
import { emptyPlace } from '../generate/kept-set.ts'
import { bodyOf, titleOf } from '../generate/texts.ts'
import { send } from '../load/send.ts'
import { metered } from '../meter/meter.ts'
import { memoryOf, processTree, timeOf } from '../meter/process-tree.ts'
import { threadShares } from '../meter/threads.ts'
import { isWanted } from '../options.ts'
import { type MeasuredPlace, onCopy } from '../product/measured.ts'
import { type Place, type Product, startProduct, untilQuiet } from '../product/product.ts'
import { addFact } from '../result/facts.ts'
import type { Engine } from '../result/result.ts'
import type { Run } from '../rows.ts'
import { measureInstall } from './install-size.ts'

const group = 'lifecycle'
const root = join(import.meta.dirname, '../..')

/** Starts, memory and an import, on an empty place and on W0; the size of an installation once. */
export async function measureLifecycle(engine: Engine, size: Size, run: Run): Promise<void> {
  const wants = (id: string) => isWanted(run.options, group, id)
  if (wants('first start')) await firstStart(engine, run)
  if (['warm start', 'idle', 'memory', 'import'].some(wants))
    await onCopy(engine, size, run.options, async (place) => {
      // The first one on a copy may migrate, and leaves compiled code behind for the next.
      await (await startProduct(place)).stop()
      const product = await warmStart(place, run)
      try {
        await idle({ engine, place, product }, run)
        if (wants('memory')) await underLoad({ engine, place, product }, run)
        if (wants('import')) await importArticles({ engine, place, product }, run)
      } finally {
        await stopped(engine, product, run)
      }
    })
  const { engine: asked } = run.options
  if (wants('install') && (asked !== 'both' || engine === 'pglite')) measureInstall(run)
}

async function firstStart(engine: Engine, run: Run): Promise<void> {
  // As an installation has it: a first start of the embedded engine unpacks it.
  if (engine === 'pglite') execFileSync('npm', ['run', '-s', 'build:template'], { cwd: root, stdio: 'inherit' })
  const place = await emptyPlace(engine === 'postgres' ? process.env['DATABASE_URL'] : undefined)
  try {
    const { product, cpuSeconds, seconds } = await started(place)
    const goal = engine === 'pglite' ? { goal: 'P-11', atMost: 6 } : {}
    const common = { group, engine } as const
    addFact(run, { id: 'first start, CPU', ...common, value: cpuSeconds, unit: 'CPU s', ...goal })
    addFact(run, { id: 'first start, to /readyz', ...common, value: seconds, unit: 's' })
    const { peakMb } = memoryOf(processTree(product.pid))
    addFact(run, { id: 'first start, peak memory', ...common, value: peakMb, unit: 'MB' })
    await product.stop()
  } finally {
    await place.drop()
  }
}

type On = { engine: Engine; place: MeasuredPlace; product: Product }

async function warmStart(place: MeasuredPlace, run: Run): Promise<Product> {
  const { engine, set } = place
  const { product, cpuSeconds, seconds } = await started(place)
  const shares = threadShares(product.pid, { total: cpuSeconds * 1000, rest: 'threads that ended' })
  run.profiles.push({ id: 'warm start, CPU', group, engine: place.engine, shares })
  const begun = performance.now()
  const { status } = await send(product.url, { method: 'GET', path: `/v1/${set.organizationId}/articles`, headers: {} })
  if (status !== 200) throw new Error(`The first answer of /v1 was ${status}`)
  const common = { group, engine } as const
  const goal = engine === 'pglite' ? { goal: 'P-12', atMost: 2.5 } : {}
  addFact(run, { id: 'warm start, CPU', ...common, value: cpuSeconds, unit: 'CPU s', ...goal })
  addFact(run, { id: 'warm start, to /readyz', ...common, value: seconds, unit: 's' })
  const first = seconds + (performance.now() - begun) / 1000
  addFact(run, { id: 'warm start, to first 200 of /v1', ...common, value: first, unit: 's' })
  return product
}

/** PostgreSQL's part of a start is not in it: its connections are opened by the start itself. */
async function started(place: Place): Promise<{ product: Product; cpuSeconds: number; seconds: number }> {
  const begun = performance.now()
  const product = await startProduct(place)
  const seconds = (performance.now() - begun) / 1000
  return { product, cpuSeconds: product.cpuMs() / 1000, seconds }
}

/**
 * The first half minute, in which V8 still compiles and collects what the start left, and then two minutes, with the hourly
 * housekeeping, whose first round is a minute after a start.
 */
async function idle({ engine, product, place }: On, run: Run): Promise<void> {
  await untilQuiet(product, 60_000)
  const common = { group, engine } as const
  const meter = { pid: product.pid, database: place.database }
  const share = async (seconds: number) => {
    const { cpu } = await metered(meter, () => new Promise((resolve) => setTimeout(resolve, seconds * 1000)))
    return { cpu, percent: (cpu.node + (cpu.database ?? 0)) / 10 / seconds }
  }
  const [first, then] = run.options.quick ? [1, 1] : [30, 120]
  const { percent } = await share(first)
  addFact(run, { id: 'idle, CPU of the first 30 s', ...common, value: percent, unit: '% of a core' })
  const { rssMb, fileMb } = memoryOf(processTree(product.pid))
  const atMost = engine === 'pglite' ? 320 : 130
  const note = `${fileMb.toFixed(0)} MB pages of files, above all of Node.js; ${(rssMb - fileMb).toFixed(0)} MB its own`
  addFact(run, { id: 'idle, memory', ...common, goal: 'P-13', value: rssMb, unit: 'MB', atMost, note })

  const before = timeOf(product.pid)
  const later = await share(then)
  const shares = threadShares(product.pid, { before, total: later.cpu.node, rest: 'threads that ended' })
  run.profiles.push({ id: 'idle, CPU', group, engine, shares })
  addFact(run, {
    id: 'idle, CPU',
    ...common,
    goal: 'P-13',
    value: later.percent,
    unit: '% of a core',
    atMost: 0.5,
    note: 'the two minutes after that',
  })
}

async function underLoad({ engine, place, product }: On, { options, load, ...run }: Run): Promise<void> {
  const { organizationId, articles, apiKey } = place.set
  const reads = articles.map(({ slug }) => ({
    method: 'GET' as const,
    path: `/v1/${organizationId}/articles/${slug}`,
    headers: {},
  }))
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': apiKey }
  const calls = articles.map(({ id }) => ({
    method: 'POST' as const,
    path: '/v2/tools/getItem',
    headers,
    body: JSON.stringify({ input: { id } }),
  }))
  const { connections, seconds } = options
  await load.run({ url: product.url, connections, asks: [...reads, ...calls], seconds })
  const { rssMb, peakMb } = memoryOf(processTree(product.pid))
  addFact(run, {
    id: 'memory after load',
    group,
    engine,
    value: rssMb,
    unit: 'MB',
    note: `${peakMb.toFixed(0)} MB at most`,
  })
}

/** Articles of an import; a probe of `/v1` every so many ms meanwhile. */
const probeEvery = 20

async function importArticles({ engine, place, product }: On, run: Run): Promise<void> {
  const count = run.options.quick ? 50 : 1000
  const folder = await mkdtemp(join(tmpdir(), 'masthead-import-'))
  try {
    await writeArticles(folder, count)
    const over = new AbortController()
    const probing = probeUntil(over.signal, product.url, place.set)
    const env = commandEnv(place)
    // The command itself hands the work to a running server on the embedded engine, and does it on PostgreSQL.
    const meter = { pid: process.pid, database: place.database }
    const productBefore = timeOf(product.pid)
    const before = process.cpuUsage()
    const { cpu, result } = await metered(meter, async () => {
      const command = await runCommand(['import', folder, '--organization', 'bench', '--status', 'published'], env)
      await untilQuiet(product, 120_000)
      return command
    })
    const { user, system } = process.cpuUsage(before)
    over.abort()
    const { waits, failures } = await probing
    if (result.code !== 0) throw new Error(`The import failed:\n${result.output.slice(-2000)}`)
    const common = { group, engine, goal: 'P-16' } as const
    const ofProduct = cpu.node - (user + system) / 1000
    const perArticle = (ofProduct + (cpu.database ?? 0)) / count
    const shares = threadShares(product.pid, { before: productBefore, total: ofProduct, rest: 'the command' })
    run.profiles.push({ id: 'import, per article', group, engine, shares })
    const note = `${count} articles of 6 KB; checks and the answers to the probe included`
    addFact(run, { id: 'import, per article', ...common, value: perArticle, unit: 'CPU ms', atMost: 40, note })
    addFact(run, {
      id: 'import, failed probes of /v1',
      ...common,
      value: failures,
      unit: `of ${waits.length}`,
      atMost: 0,
    })
    const p99 = waits[Math.floor(waits.length * 0.99)] ?? NaN
    addFact(run, { id: 'import, p99 of /v1 meanwhile', ...common, value: p99 / 1000, unit: 's', atMost: 0.5 })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Asks `/v1` again and again. Returns how long it waited each time, in ms, in ascending order. */
async function probeUntil(
  over: AbortSignal,
  url: string,
  set: DataSet,
): Promise<{ waits: number[]; failures: number }> {
  const waits: number[] = []
  let failures = 0
  while (!over.aborted) {
    const begun = performance.now()
    const status = await probe(url, set).catch(() => 0)
    waits.push(performance.now() - begun)
    if (status !== 200) failures++
    await new Promise((resolve) => setTimeout(resolve, probeEvery))
  }
  return { waits: waits.toSorted((a, b) => a - b), failures }
}

async function writeArticles(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let n = 0; n < count; n++) {
    const head = `---\ntitle: ${titleOf(n + 5_000_000)}\ndate: 2024-01-${String(1 + (n % 28)).padStart(2, '0')}\ntags: [tag ${n % 60}]\n---\n`
    await writeFile(join(folder, `imported-${n}.md`), `${head}${bodyOf(n + 5_000_000)}\n`)
  }
}

async function probe(url: string, { organizationId, articles }: DataSet): Promise<number> {
  const article = articles[Math.floor(Math.random() * articles.length)]
  const { status } = await send(url, {
    method: 'GET',
    path: `/v1/${organizationId}/articles/${article?.slug ?? ''}`,
    headers: {},
  })
  return status
}

function commandEnv({ dataDir, databaseUrl }: MeasuredPlace): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  }
}

async function stopped(engine: Engine, product: Product, run: Run): Promise<void> {
  const begun = performance.now()
  await product.stop()
  addFact(run, { id: 'stop by SIGTERM', group, engine, value: (performance.now() - begun) / 1000, unit: 's' })
}
