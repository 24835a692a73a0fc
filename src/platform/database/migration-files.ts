import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** One file `NNNN_name.sql`. */
export type Migration = {
  number: number
  name: string
  sql: string
  /** SHA-256 of the bytes, in hex. */
  checksum: string
  /** False with the marker `-- no-transaction` on a line of its own, for `CREATE INDEX CONCURRENTLY`. */
  inTransaction: boolean
}

/** Reads the migrations of a folder in order. A file that nearly looks like one is an error: a typo must not skip a migration. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)))
  for (const [at, migration] of migrations.entries()) {
    const previous = migrations[at - 1]
    if (previous?.number === migration.number)
      throw new Error(`Migrations ${previous.name} and ${migration.name} have the same number`)
  }
  return migrations
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const digits = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
  if (digits === undefined) throw new Error(`Migration ${name} is not named like 0001_name.sql`)
  const sql = await readFile(join(folder, name), 'utf8')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { number: Number(digits), name, sql, checksum, inTransaction: !/^-- no-transaction\s*$/m.test(sql) }
}
