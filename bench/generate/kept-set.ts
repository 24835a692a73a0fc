import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createTestDatabase, type TestDatabase } from '#platform/database/test-server.ts'

import { startProduct, untilQuiet } from '../product/product.ts'
import { type DataSet, mostWritten, type Size } from './data-set.ts'
import { multiplyOrganization } from './multiply-organization.ts'
import { mostCopies, multiply } from './multiply.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/masthead-bench')

/** A copy of a data set to measure on, which may be changed. */
export type Copy = { set: DataSet; dataDir: string; databaseUrl: string | undefined; drop(): Promise<void> }

export type Source = {
  size: Size
  /** PostgreSQL, else embedded. */
  databaseUrl: string | undefined
  /** Takes the newest set, whichever code has made it: the product migrates the copy, as it does after an upgrade. */
  reuse: boolean
}

/**
 * A copy of the data set of this size. It is made once per state of the code (the sources, not the benchmark's) and kept below
 * node_modules, on PostgreSQL as a database that copies are made from.
 */
export async function copyOf(source: Source): Promise<Copy> {
  const kept = await keep(source)
  const folder = await mkdtemp(join(tmpdir(), 'masthead-bench-'))
  const dataDir = join(folder, 'data')
  await cp(kept.dataDir, dataDir, { recursive: true })
  const database =
    source.databaseUrl === undefined
      ? undefined
      : await createTestDatabase(source.databaseUrl, `template ${kept.database}`)
  return {
    set: JSON.parse(readFileSync(join(dataDir, 'data-set.json'), 'utf8')) as DataSet,
    dataDir,
    databaseUrl: database?.url,
    async drop() {
      await rm(folder, { recursive: true })
      await database?.drop()
    },
  }
}

/** An empty place, for what must be made from nothing. */
export async function emptyPlace(databaseUrl: string | undefined): Promise<Omit<Copy, 'set'>> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-bench-'))
  const database = databaseUrl === undefined ? undefined : await createTestDatabase(databaseUrl)
  return {
    dataDir: join(folder, 'data'),
    databaseUrl: database?.url,
    async drop() {
      await rm(folder, { recursive: true })
      await database?.drop()
    },
  }
}

async function keep({ size, databaseUrl, reuse }: Source): Promise<{ dataDir: string; database: string }> {
  const kind = databaseUrl === undefined ? 'pglite' : 'postgres'
  const name = `${kind}-${size.items}-${size.organizations}`
  const wanted = `${name}-${digestOf(['src', 'migrations', 'bench/generate'])}`
  const found = reuse ? newest(name) : existsSync(join(cache, wanted)) ? wanted : undefined
  if (found !== undefined) return { dataDir: join(cache, found), database: databaseOf(found) }
  console.error(
    `Making ${size.items} articles in ${size.organizations} organization(s) on ${kind}; they are kept for later runs.`,
  )
  const dataDir = join(cache, `${wanted}.making`)
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(cache, { recursive: true })
  if (databaseUrl !== undefined && size.organizations > 1)
    await neighbours({ size, databaseUrl, reuse }, { wanted, dataDir })
  else if (databaseUrl !== undefined && isMultiple(size))
    await copies({ size, databaseUrl, reuse }, { wanted, dataDir })
  else await written({ size, databaseUrl, reuse }, { wanted, dataDir })
  await rename(dataDir, join(cache, wanted))
  return { dataDir: join(cache, wanted), database: databaseOf(wanted) }
}

type Making = { wanted: string; dataDir: string }

async function written({ size, databaseUrl }: Source, { wanted, dataDir }: Making): Promise<void> {
  const database = databaseUrl === undefined ? undefined : await freshDatabase(databaseUrl, databaseOf(wanted))
  const { items, organizations } = size
  const args = ['--items', String(items), '--organizations', String(organizations)]
  await generate(args, { dataDir, databaseUrl: database?.url })
  await settle({ dataDir, databaseUrl: database?.url })
}

/** The set of so many articles as the product writes, and each of them several times more. */
async function copies(source: Source & { databaseUrl: string }, { wanted, dataDir }: Making): Promise<void> {
  const { size, databaseUrl } = source
  const base = await keep({ ...source, size: { ...size, items: mostWritten } })
  const database = await freshDatabase(databaseUrl, databaseOf(wanted), `template ${base.database}`)
  await cp(base.dataDir, dataDir, { recursive: true })
  const file = join(dataDir, 'data-set.json')
  const set = JSON.parse(readFileSync(file, 'utf8')) as DataSet
  await multiply(database.url, set.organizationId, size.items / mostWritten)
  writeFileSync(file, JSON.stringify({ ...set, items: size.items }))
}

/** The set of one organization with a small one beside it as the product writes it, and copies of that. */
async function neighbours(source: Source & { databaseUrl: string }, { wanted, dataDir }: Making): Promise<void> {
  const { size, databaseUrl } = source
  const base = await keep({ ...source, size: { ...size, organizations: 1 } })
  const database = await freshDatabase(databaseUrl, databaseOf(wanted), `template ${base.database}`)
  await cp(base.dataDir, dataDir, { recursive: true })
  const file = join(dataDir, 'data-set.json')
  const set = JSON.parse(readFileSync(file, 'utf8')) as DataSet
  const where = { dataDir, databaseUrl: database.url }
  await generate(['--neighbour'], where)
  await settle(where)
  await multiplyOrganization(database.url, { slug: 'small-1', times: size.organizations - 1 })
  writeFileSync(file, JSON.stringify({ ...set, organizations: size.organizations }))
}

function isMultiple({ items }: Size): boolean {
  return items > mostWritten && items % mostWritten === 0 && items / mostWritten <= mostCopies
}

async function freshDatabase(server: string, name: string, from = ''): Promise<TestDatabase> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`).finally(() => client.end())
  return createTestDatabase(server, from, name)
}

type Where = { dataDir: string; databaseUrl: string | undefined }

async function generate(args: readonly string[], { dataDir, databaseUrl }: Where): Promise<void> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  }
  const child = execFile(process.execPath, ['--conditions=source', join(root, 'bench/generate/generate.ts'), ...args], {
    env,
    maxBuffer: 1e8,
  })
  child.stderr?.pipe(process.stderr)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`The generator ended with ${code}`)
}

/** A busy machine checks ten thousand new items in a quarter of an hour. */
const settlesWithinMs = 3_600_000

// What a server does with new items in the background must not go on while rows are measured.
async function settle(where: Where): Promise<void> {
  const product = await startProduct(where)
  const isQuiet = await untilQuiet(product, settlesWithinMs)
  await product.stop()
  if (!isQuiet) throw new Error('The server still worked on the new items after an hour')
}

function newest(prefix: string): string | undefined {
  if (!existsSync(cache)) return undefined
  const age = (name: string) => statSync(join(cache, name)).mtimeMs
  return readdirSync(cache)
    .filter((name) => name.startsWith(`${prefix}-`) && !name.endsWith('.making'))
    .toSorted((a, b) => age(b) - age(a))[0]
}

/** The database of a kept set: its name also says which checkout it belongs to. */
function databaseOf(name: string): string {
  return `masthead_bench_${createHash('sha256').update(`${root} ${name}`).digest('hex').slice(0, 16)}`
}

/** What these folders contain right now, committed or not. */
function digestOf(folders: readonly string[]): string {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  const hash = createHash('sha256')
  for (const file of list
    .split('\n')
    .filter((each) => each !== '' && !/\.test\.tsx?$/.test(each) && !/^src\/(web|test)\//.test(each)))
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}
