import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { type Chunk, routeFilesOf } from './route-files.ts'

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt'])
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
const toBrotli = promisify<Buffer, { params: Record<number, number> }, Buffer>(brotliCompress)
const toGzip = promisify<Buffer, { level: number }, Buffer>(gzip)

/** The build of the web application: `node scripts/build-web.ts [folder]`, the folder being `dist/web` when none is given. */
const outDir = resolve(process.argv[2] ?? join(import.meta.dirname, '../dist/web'))

// The environment of the person who installs must not decide which React is built in.
process.env['NODE_ENV'] = 'production'

// npm also runs `prepare` after `npm ci --omit=dev`, where Vite is not installed: an existing bundle stays as it is.
const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return null
  throw error
})

if (vite) {
  const before = await namesIn(outDir)
  await vite.build({
    configFile: resolve(import.meta.dirname, '../vite.config.ts'),
    build: { outDir },
    logLevel: 'warn',
  })
  await nameRouteFiles(outDir)
  await dropOldAssets(outDir, before)
  await compressAll(outDir)
}

/** Writes down what each screen loads, for the answer with its page (`src/faces/app/web-bundle.ts`). */
async function nameRouteFiles(folder: string): Promise<void> {
  const routes = ['organization-routes.ts', 'settings-routes.ts'].map((name) =>
    readFile(join(import.meta.dirname, '../src/web/app', name), 'utf8'),
  )
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  const files = routeFilesOf(await Promise.all(routes), manifest)
  await writeFile(join(folder, '.vite/route-files.json'), JSON.stringify(files, null, 1))
}

/** Keeps the chunks of the previous build, removes older ones (web.md#builds-outlive-open-tabs). */
async function dropOldAssets(folder: string, previous: readonly string[]): Promise<void> {
  const keep = new Set([...previous, ...(await namesIn(folder)), 'manifest.json'])
  for (const name of await filesBelow(join(folder, 'assets'))) {
    if (!keep.has(`assets/${name.replace(/\.(br|gz)$/, '')}`)) await rm(join(folder, 'assets', name))
  }
}

/** The files that the manifest of a build names, its entries' files and their stylesheets and fonts, and those that its page names. */
async function namesIn(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  const chunks: Record<string, { file: string; css?: string[]; assets?: string[] }> = JSON.parse(text)
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '')
  const onPage = Array.from(page.matchAll(/"\/(assets\/[^"]+)"/g), ([, name = '']) => name)
  return [...onPage, ...Object.values(chunks).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])]
}

async function compressAll(folder: string): Promise<void> {
  for (const name of await filesBelow(folder)) {
    if (!compressible.has(extname(name)) || name.startsWith('.vite')) continue
    const bytes = await readFile(join(folder, name))
    const [br, gz] = await Promise.all([toBrotli(bytes, brotli), toGzip(bytes, { level: 9 })])
    await Promise.all([writeFile(join(folder, `${name}.br`), br), writeFile(join(folder, `${name}.gz`), gz)])
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
