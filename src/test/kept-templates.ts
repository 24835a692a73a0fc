import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

// Only modules of Node.js here: what runs the tests imports this, and resolves no imports by condition.

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/masthead-tests')
const day = 24 * 3600_000

/** Embedded databases as packed directories: one without anything in it, and one that is migrated. */
export type KeptTemplates = { empty: string; migrated: string }

/** Makes them where what they are made from has changed since the last run: from nothing it takes seconds. */
export async function keptTemplates(): Promise<KeptTemplates> {
  const folder = join(cache, await fingerprint())
  const files = { empty: join(folder, 'empty.tar'), migrated: join(folder, 'migrated.tar') }
  if (existsSync(folder)) await utimes(folder, new Date(), new Date())
  else await makeIn(folder, files)
  return files
}

/** Runs the maker in a process of its own: making a database leaves hundreds of megabytes resident. */
export async function makeTemplate(...targets: string[]): Promise<void> {
  const script = join(import.meta.dirname, 'make-template.ts')
  await promisify(execFile)(process.execPath, ['--conditions=source', script, ...targets])
}

async function makeIn(folder: string, files: KeptTemplates): Promise<void> {
  await mkdir(cache, { recursive: true })
  await removeUnused()
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  const at = (file: string) => file.replace(folder, unfinished)
  await makeTemplate(at(files.empty), at(files.migrated))
  // Another run may have been faster: its files are the same.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
}

async function removeUnused(): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name)
    if ((await stat(folder)).mtimeMs < Date.now() - day) await rm(folder, { recursive: true, force: true })
  }
}

/** Of everything that decides what is in them. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const sources = [
    'migrations',
    'src/platform/database',
    'src/test/make-template.ts',
    'src/test/template.ts',
    'src/test/tar-entries.ts',
  ]
  const engine = 'node_modules/@electric-sql/pglite/package.json'
  for (const source of [...sources, engine])
    for (const file of await filesOf(source)) hash.update(file).update(await readFile(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

async function filesOf(path: string): Promise<string[]> {
  if ((await stat(join(root, path))).isFile()) return [path]
  const names = await readdir(join(root, path), { recursive: true, withFileTypes: true })
  return names
    .filter((each) => each.isFile() && !each.name.endsWith('.test.ts'))
    .map((each) => join(each.parentPath, each.name).slice(root.length + 1))
    .toSorted()
}
