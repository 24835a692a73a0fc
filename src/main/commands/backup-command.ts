import { resolve } from 'node:path'

import type { Surroundings } from '#main/surroundings.ts'
import type { Config } from '#platform/config/config.ts'
import {
  faultsOf,
  type Manifest,
  readManifest,
  writeManifest,
  writeTables,
} from '#platform/database/transfer/backup.ts'
import { makeFolder } from '#platform/files/make-folder.ts'
import { keyFilePath } from '#platform/vault/key-file.ts'

import { asReader } from './as-owner.ts'
import { backUpFiles, faultsOfFiles } from './backup-files.ts'
import { usageError } from './usage-error.ts'

export const backupUsage = 'masthead backup <folder>'
export const verifyUsage = 'masthead verify <folder>'

/** Writes database and files into a new folder, from which either engine restores them. */
export async function backup(args: string[], surroundings: Surroundings): Promise<number> {
  const folder = onlyFolder(args, backupUsage)
  const { config, say } = surroundings
  await makeFolder(folder, 0o700)
  const tables = await asReader(surroundings, (connection) => writeTables(connection, folder, new Date()))
  const files = await backUpFiles(config, folder)
  const manifest = { ...tables, files }
  await writeManifest(folder, manifest)
  for (const line of tableLines(manifest)) say(line)
  say(`${countOf(manifest)} rows of ${manifest.tables.length} tables and ${files.length} files are in ${folder}.`)
  if (config.s3 !== null) say(`The files are in the bucket ${config.s3.bucket} and are not part of the backup.`)
  say(keysReminder(config))
  return 0
}

/** Reads a backup and says whether it is what was written. */
export async function verify(args: string[], { say, warn }: Pick<Surroundings, 'say' | 'warn'>): Promise<number> {
  const folder = onlyFolder(args, verifyUsage)
  const manifest = await readManifest(folder)
  const faults = await faultsOfBackup(folder, manifest)
  for (const fault of faults) warn(`Damaged: ${fault}`)
  if (faults.length > 0) return 1
  for (const line of tableLines(manifest)) say(line)
  say(
    `The backup of ${manifest.madeAt} is complete: ${countOf(manifest)} rows of ${manifest.tables.length} tables and ${manifest.files?.length ?? 0} files.`,
  )
  return 0
}

/** What in a backup, tables or files, is not as it was written; empty: it is whole. */
export async function faultsOfBackup(folder: string, manifest: Manifest): Promise<string[]> {
  return [...(await faultsOf(folder, manifest)), ...(await faultsOfFiles(folder, manifest.files ?? []))]
}

/** A folder that is the only argument. */
export function onlyFolder([path, ...more]: string[], usage: string): string {
  if (path === undefined || path.startsWith('-') || more.length > 0) throw usageError(usage)
  return resolve(path)
}

/** A line for each table that has rows. */
export function tableLines({ tables }: Manifest): string[] {
  const width = Math.max(...tables.map(({ name }) => name.length))
  return tables
    .filter(({ rows }) => rows > 0)
    .map(({ name, rows, checksum }) => `  ${name.padEnd(width)}  ${String(rows).padStart(9)}  ${checksum.slice(0, 16)}`)
}

export function countOf({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

function keysReminder({ masterKeys, dataDir }: Config): string {
  const where = masterKeys === null ? `the key file ${keyFilePath(dataDir)}` : 'MASTHEAD_KEYS'
  return `It does not contain the master keys: keep a copy of ${where} elsewhere. Without it, the secrets in the backup cannot be decrypted.`
}
