import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build, type Plugin } from 'vite'

// Only modules of Node.js and packages here: what runs the tests imports this, and resolves no imports by condition.

const root = join(import.meta.dirname, '../..')
const source = join(root, 'src')
/** Below node_modules, so that the packages are found from there. */
const kept = join(root, 'node_modules/.cache/masthead-program')
const day = 24 * 3600_000

/**
 * The program of this working copy as one file, for the processes that tests start (tests.md#processes-start-from-one-file); made
 * where the sources have changed since the last run, which takes two seconds.
 */
export async function keptProgram(): Promise<string> {
  const folder = join(kept, await fingerprint())
  if (existsSync(folder)) await utimes(folder, new Date(), new Date())
  else await bundleInto(folder)
  return join(folder, 'cli.js')
}

async function bundleInto(folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [placeOfSource],
    // Packages of many small modules cost as much to load as all of ours.
    ssr: { noExternal: ['kysely', 'zod'], resolve: { conditions: ['source', 'node', 'import', 'default'] } },
    build: { ssr: join(source, 'main/cli.ts'), outDir: unfinished, target: 'esnext', minify: false },
  })
  // Another run may have been faster: its file is the same.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
  await removeUnused()
}

// Another run may be using one of other sources.
async function removeUnused(): Promise<void> {
  for (const name of await readdir(kept)) {
    const one = join(kept, name)
    if ((await stat(one)).mtimeMs < Date.now() - day) await rm(one, { recursive: true, force: true })
  }
}

/** Each module goes on to name its own file, next to which it finds others: migrations, threads, the bundle of the browser. */
const placeOfSource: Plugin = {
  name: 'place-of-source',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(source)) return null
    const places = { dirname: dirname(id), filename: id, url: pathToFileURL(id).href }
    const replaced = code.replaceAll(/import\.meta\.(dirname|filename|url)\b/g, (_, name: keyof typeof places) =>
      JSON.stringify(places[name]),
    )
    return replaced === code ? null : { code: replaced, map: null }
  },
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((one) => one.isFile() && one.name.endsWith('.ts') && !one.name.endsWith('.test.ts'))
    .map((one) => join(one.parentPath, one.name))
    .filter((file) => !file.startsWith(join(source, 'test')) && !file.startsWith(join(source, 'web')))
    .toSorted()
  for (const file of [...files, join(root, 'package.json'), import.meta.filename])
    hash.update(file).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}
