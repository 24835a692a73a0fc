import { constants, existsSync } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'

import type { Config } from '#platform/config/config.ts'
import { isSource } from '#std/own-files.ts'

import { type Check, fault, fine, warning } from './check.ts'

const megabyte = 1024 * 1024
const root = join(import.meta.dirname, '../../..')

/** What the machine offers: Node.js, memory, disk, and which code runs. Folders are looked at, never created. */
export async function checkMachine(config: Config): Promise<Check[]> {
  return [
    fine('node', `Node.js ${process.versions.node}.`),
    checkCode(root, !isSource),
    await checkWebApplication(root),
    checkMemory(availableMemory(), config),
    await checkDisk(config),
  ]
}

/** Whether the sources run file by file, or what was bundled of them (operating.md#starts-from-a-bundle). */
export function checkCode(folder: string, isBundled: boolean): Check {
  const sources = join(folder, 'src/main/cli.ts')
  if (!existsSync(sources)) return fine('code', `The installed package in ${folder} runs.`)
  if (isBundled) return fine('code', `The source in ${join(folder, 'src')} runs, bundled into a few files.`)
  return fine(
    'code',
    `The source in ${join(folder, 'src')} runs, each file by itself: it was not bundled since it last changed. A start takes less after npm run build.`,
  )
}

/** Whether the web application is built, and since its source last changed. */
export async function checkWebApplication(folder: string): Promise<Check> {
  const name = 'web application'
  const built = await stat(join(folder, 'dist/web/index.html')).catch(() => undefined)
  if (built === undefined) return warning(name, 'The web application is not built.', 'Run: npm run build')
  const source = await newest(join(folder, 'src/web'))
  if (source !== undefined && source > built.mtimeMs)
    return warning(name, 'The web application was built before its source last changed.', 'Run: npm run build')
  return fine(name, 'The web application is built.')
}

/** The embedded engine needs a machine of 1 GB (database.md#the-engine-is-maintained). */
export function checkMemory(bytes: number, { database }: Config): Check {
  const says = `${Math.round(bytes / megabyte)} MB of memory.`
  // A machine sold with 1 GB shows somewhat less.
  if (database.url !== null || bytes >= 900 * megabyte) return fine('memory', says)
  return warning(
    'memory',
    `${says} The embedded database needs 1 GB.`,
    'Use a larger machine, or a PostgreSQL server: DATABASE_URL.',
  )
}

async function checkDisk({ dataDir }: Config): Promise<Check> {
  const place = await existing(dataDir)
  const isFolder = (await stat(place)).isDirectory()
  const isOpen = await access(place, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isFolder || !isOpen)
    return fault(
      'disk',
      `The data directory ${dataDir} cannot be written.`,
      'Give it to the user who runs Masthead, or name another folder with DATA_DIR.',
    )
  const { bavail, bsize } = await statfs(place)
  const free = Math.floor((bavail * bsize) / megabyte)
  const says = `${free} MB are free at ${dataDir}.`
  if (free < 200) return fault('disk', says, 'Free some space: below 200 MB the database does not start.')
  if (free < 1024) return warning('disk', says, 'Free some space: below 200 MB the database does not start.')
  return fine('disk', says)
}

async function existing(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  return isThere || path === dirname(path) ? path : existing(dirname(path))
}

function availableMemory(): number {
  // In a container its own limit counts; without one Node.js reports 0, or more than there is.
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

/** Time of the newest file below a folder, in ms; undefined without one. */
async function newest(folder: string): Promise<number | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  const times = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))))
  return times.length === 0 ? undefined : times.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), 0)
}
