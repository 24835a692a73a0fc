import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { mediaFolder } from '#main/installation.ts'
import type { Config } from '#platform/config/config.ts'
import type { BackedUpFile, Manifest } from '#platform/database/transfer/backup.ts'
import { unfinishedOf } from '#platform/files/spool.ts'
import type { FileStore } from '#platform/files/store.ts'

const filesFolder = 'files'

/** Copies the local media files into a backup. A file never changes once it is there, so that they come after the rows that name them. */
export async function backUpFiles(config: Config, folder: string): Promise<BackedUpFile[]> {
  if (config.s3 !== null) return []
  const root = mediaFolder(config)
  const unfinished = unfinishedOf(root)
  const copied: BackedUpFile[] = []
  for (const path of (await filesIn(root)).filter((one) => !one.startsWith(unfinished + sep))) {
    const name = relative(root, path).split(sep).join('/')
    const target = join(folder, filesFolder, name)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const sum = await sumOf(path, target).catch(unlessMissing)
    // Removed meanwhile, with the rows that named it.
    if (sum !== undefined) copied.push({ name, ...sum })
  }
  return copied
}

/** Files of a backup that are not what was copied; empty: all of them are. */
export async function faultsOfFiles(folder: string, files: readonly BackedUpFile[]): Promise<string[]> {
  const faults: string[] = []
  for (const { name, bytes, sha256 } of files) {
    const found = await sumOf(join(folder, filesFolder, name)).catch(unlessMissing)
    if (found === undefined) faults.push(`the file ${name} is missing`)
    else if (found.bytes !== bytes) faults.push(`the file ${name} has ${found.bytes} bytes instead of ${bytes}`)
    else if (found.sha256 !== sha256) faults.push(`the file ${name} has different contents`)
  }
  return faults
}

/** Puts the files of a backup into the store: those that it lists, or all where it has no list. Returns how many. */
export async function restoreFiles(folder: string, store: FileStore, listed: Manifest['files']): Promise<number> {
  const root = join(folder, filesFolder)
  const found = async () => (await filesIn(root)).map((path) => relative(root, path).split(sep).join('/'))
  const names = listed?.map(({ name }) => name) ?? (await found())
  for (const name of names) await store.put(name, createReadStream(join(root, name)))
  return names.length
}

/** Reads a file and, with a target, copies it there. */
async function sumOf(path: string, target?: string): Promise<Omit<BackedUpFile, 'name'>> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      if (target !== undefined) yield chunk
    }
  }
  const source = createReadStream(path)
  if (target === undefined) for await (const _ of counted(source));
  else await pipeline(source, counted, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
  return { bytes, sha256: hash.digest('hex') }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)) ?? []
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
  throw error
}
