import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'

import { mediaFolder } from '#main/installation.ts'
import type { Surroundings } from '#main/surroundings.ts'
import type { Config } from '#platform/config/config.ts'
import { type Manifest, readManifest, faultsOf, writeBackup } from '#platform/database/transfer/backup.ts'
import type { FileStore } from '#platform/files/store.ts'
import { unfinishedOf } from '#platform/files/spool.ts'
import { keyFilePath } from '#platform/vault/key-file.ts'

import { asReader } from './as-owner.ts'

export const backupUsage = 'masthead backup <folder>'
export const verifyUsage = 'masthead verify <folder>'

const filesFolder = 'files'

/** Writes database and files into a new folder, from which either engine restores them. */
export async function backup(args: string[], surroundings: Surroundings): Promise<number> {
  const folder = onlyFolder(args, backupUsage)
  const { config, say } = surroundings
  const manifest = await asReader(surroundings, (connection) => writeBackup(connection, folder, new Date()))
  const files = await backUpFiles(config, folder)
  for (const line of tableLines(manifest)) say(line)
  say(`${countOf(manifest)} rows of ${manifest.tables.length} tables and ${files} files are in ${folder}.`)
  if (config.s3 !== null) say(`The files are in the bucket ${config.s3.bucket}, and not in the backup.`)
  say(keysReminder(config))
  return 0
}

/** Reads a backup and says whether it is what was written. */
export async function verify(args: string[], { say, warn }: Pick<Surroundings, 'say' | 'warn'>): Promise<number> {
  const folder = onlyFolder(args, verifyUsage)
  const manifest = await readManifest(folder)
  const faults = await faultsOf(folder, manifest)
  for (const fault of faults) warn(`Damaged: ${fault}`)
  if (faults.length > 0) return 1
  for (const line of tableLines(manifest)) say(line)
  say(`The backup of ${manifest.madeAt} is whole: ${countOf(manifest)} rows of ${manifest.tables.length} tables.`)
  return 0
}

/** Puts the files of a backup into the store. Returns how many. */
export async function restoreFiles(folder: string, store: FileStore): Promise<number> {
  const root = join(folder, filesFolder)
  const paths = await filesIn(root)
  for (const path of paths) await store.put(relative(root, path).split(sep).join('/'), createReadStream(path))
  return paths.length
}

/** A folder that is the only argument. */
export function onlyFolder([path, ...more]: string[], usage: string): string {
  if (path === undefined || path.startsWith('-') || more.length > 0) throw new Error(`Usage: ${usage}`)
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
  return `It does not contain the master keys: keep a copy of ${where} elsewhere. Without it the secrets in the backup cannot be opened.`
}

// A media file never changes once it is there, so that they are copied after the rows that name them.
async function backUpFiles(config: Config, folder: string): Promise<number> {
  if (config.s3 !== null) return 0
  const root = mediaFolder(config)
  const unfinished = unfinishedOf(root)
  const paths = (await filesIn(root)).filter((path) => !path.startsWith(unfinished + sep))
  for (const path of paths) {
    const target = join(folder, filesFolder, relative(root, path))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(path, target)
  }
  return paths.length
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
