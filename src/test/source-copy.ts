import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const copied = ['bin', 'migrations', 'package.json', 'scripts', 'src', 'tsconfig.json', 'vitest.config.ts']

/** A copy of this repository's sources that a test can change and run. Dependencies and the web bundle are the same. */
export type SourceCopy = {
  folder: string
  /** Runs one of its scripts to the end. */
  runScript(path: string): Promise<void>
  /** The files that differ from this repository's, in order. */
  changedFiles(): Promise<string[]>
  remove(): Promise<void>
}

export async function copySources(): Promise<SourceCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-sources-'))
  for (const name of copied)
    await cp(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true })
  await mkdir(join(folder, 'dist'))
  for (const name of ['node_modules', 'dist/web', 'dist/templates'])
    await symlink(join(root, name), join(folder, name), 'junction')
  return {
    folder,
    async runScript(path) {
      await promisify(execFile)(process.execPath, ['--conditions=source', path], { cwd: folder })
    },
    async changedFiles() {
      const files = await Promise.all(copied.map((name) => filesIn(folder, name)))
      const changed = await Promise.all(files.flat().map(async (file) => ((await isSame(folder, file)) ? [] : [file])))
      return changed.flat().toSorted()
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function filesIn(folder: string, name: string): Promise<string[]> {
  if (name.includes('.')) return [name]
  const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) =>
    entry.isFile()
      ? [
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .replaceAll('\\', '/'),
        ]
      : [],
  )
}

async function isSame(folder: string, file: string): Promise<boolean> {
  const paths = [join(root, file), join(folder, file)] as const
  // Reading all files takes seconds.
  const [own, copied] = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
  if (own !== undefined && copied !== undefined && own.mtimeMs === copied.mtimeMs && own.size === copied.size)
    return true
  const [here, there] = await Promise.all(paths.map(read))
  return here === there
}

function read(path: string): Promise<string | undefined> {
  return readFile(path, 'latin1').catch(() => undefined)
}
