import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import type { Connection } from '#platform/database/connection.ts'
import { sqlStateOf } from '#platform/database/database-gone.ts'
import { readProbe } from '#platform/database/inspect.ts'

import { portableText, readRows, type Row, RowSum, type Tally } from './rows.ts'
import { readTables, type Table } from './tables.ts'

/** What a backup says about itself: written last, so that an interrupted one has none. */
export type Manifest = {
  format: 1
  madeAt: string
  /** The newest migration that the database had. */
  migration: string
  /** Sealed by the master keys that its secrets need. */
  probe: string | null
  tables: (Table & Tally)[]
  /** Media files, of which earlier versions of Masthead kept no list. */
  files?: BackedUpFile[]
}

/** A file in a backup: its name has slashes on every system. */
export type BackedUpFile = { name: string; bytes: number; sha256: string }

const manifestFile = 'manifest.json'

/**
 * Writes every table into a new folder, which exists, all from one state of the database (database.md#backups-fit-both-engines). The connection
 * is the owner's. The backup is complete once its manifest is written, too.
 */
export async function writeTables(connection: Connection, folder: string, now: Date): Promise<Manifest> {
  await requireEmpty(folder)
  await connection.send(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL row_security = off; ${portableText}`)
  try {
    const tables: Manifest['tables'] = []
    for (const table of await readTables(connection))
      tables.push({ ...table, ...(await writeTable(connection, folder, table)) })
    return {
      format: 1,
      madeAt: now.toISOString(),
      migration: await newestMigration(connection),
      probe: await readProbe(connection),
      tables,
    }
  } catch (error) {
    throw sqlStateOf(error) === '42501' ? new Error(seesNotAll, { cause: error }) : error
  } finally {
    await connection.send('ROLLBACK').catch(() => undefined)
  }
}

const seesNotAll =
  'The account of DATABASE_URL does not see the rows of every organization. Use a superuser or a role with BYPASSRLS for this command, or pg_dump.'

/** The last file of a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 2)}\n`
  await writeFile(join(folder, manifestFile), text, { flag: 'wx', mode: 0o600, flush: true })
}

/** Reads what a backup says about itself. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new Error(
      `${folder} is not a complete backup: it has no ${manifestFile}. Name the folder of a backup that masthead backup finished.`,
    )
  const manifest = parsed(text)
  if (manifest === undefined)
    throw new Error(`The backup is damaged: ${manifestFile} is not what was written. Take another one.`)
  if (manifest.format !== 1)
    throw new Error(`The backup ${folder} has a format that this version does not know: restore it with a newer one.`)
  return manifest
}

/** Undefined: it is not what was written. Earlier versions of Masthead wrote it without a checksum. */
function parsed(text: string): Manifest | undefined {
  try {
    const { checksum, ...manifest } = JSON.parse(text) as Manifest & { checksum?: string }
    const isWhole = checksum === undefined ? Array.isArray(manifest.tables) : checksum === checksumOf(manifest)
    return isWhole ? manifest : undefined
  } catch {
    return undefined
  }
}

function checksumOf(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}

/** The rows of a table in a backup, in batches. */
export async function* rowsOf(folder: string, table: Table): AsyncGenerator<Row[]> {
  const file = createReadStream(join(folder, fileOf(table)))
  const text = file.pipe(createGunzip())
  file.on('error', (error) => text.destroy(error))
  let batch: Row[] = []
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
    batch.push(JSON.parse(line) as Row)
    if (batch.length < 250) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Tables of a backup whose files are not what was written; empty: the backup is whole. */
export async function faultsOf(folder: string, { tables }: Manifest): Promise<string[]> {
  const faults: string[] = []
  for (const table of tables) {
    const sum = new RowSum()
    const fault = await (async () => {
      for await (const batch of rowsOf(folder, table)) for (const row of batch) sum.add(row)
    })().then(
      () => differenceOf(table, sum.tally()),
      (error: unknown) => `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
    if (fault !== undefined) faults.push(`${table.name} ${fault}`)
  }
  return faults
}

/** How a table differs from what it should be; undefined: not at all. */
export function differenceOf(expected: Tally, found: Tally): string | undefined {
  if (expected.rows !== found.rows) return `has ${found.rows} rows instead of ${expected.rows}`
  return expected.checksum === found.checksum ? undefined : 'has different contents'
}

async function writeTable(connection: Connection, folder: string, table: Table): Promise<Tally> {
  const sum = new RowSum()
  async function* lines() {
    for await (const batch of readRows(connection, table)) {
      for (const row of batch) sum.add(row)
      yield batch.map((row) => `${JSON.stringify(row)}\n`).join('')
    }
  }
  const target = createWriteStream(join(folder, fileOf(table)), { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(Readable.from(lines()), createGzip(), target)
  return sum.tally()
}

function fileOf({ name }: Table): string {
  return `${name}.jsonl.gz`
}

/** Refuses a folder that has something in it. */
async function requireEmpty(folder: string): Promise<void> {
  if ((await readdir(folder)).length > 0)
    throw new Error(
      `${folder} is not empty: name a new folder for the backup, or remove this one if an interrupted backup left it.`,
    )
}

/** The name of the last migration that a database had. */
export async function newestMigration(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ name: string }>(
    'select name from masthead.migration order by number desc limit 1',
  )
  return rows[0]?.name ?? ''
}
