import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readWebBundle } from '#faces/app/web-bundle.ts'
import { madeFromFile, textFonts } from '#test/text-fonts.ts'

type Chunk = { file: string; src?: string; isEntry?: true; isDynamicEntry?: true; imports?: string[]; css?: string[] }

const limits = {
  before: 5000,
  entry: 130_000,
  editor: 130_000,
  route: 165_000,
  screen: 135_000,
  files: 8,
  styles: 15_000,
  fonts: 50_000,
}
const editor = 'areas/content/article/body/rich-body.tsx'
// Shown in the editor where there is something to decide.
const inEditor = [editor, 'areas/content/article/suggestions/suggestion-plugin.ts']
// Opened by a press where a body is HTML, whose page loads it in place of the editor.
const besideEditor = 'areas/content/article/convert/convert-sheet.tsx'
let folder: string
let manifest: Record<string, Chunk>
/** The scripts that every page names, the one before the application first. */
let everywhere: Set<string>

const root = join(import.meta.dirname, '../..')
/** What a bundle is built from. */
const sources = [
  'src/web',
  'src/std',
  'vite.config.ts',
  'scripts/before-script.ts',
  'scripts/build-web.ts',
  'scripts/chunk-groups.ts',
  'package-lock.json',
]
const before = /^assets\/before-[\w-]+\.js$/
let made: string | undefined

beforeAll(async () => {
  folder = join(root, 'dist/web')
  if (!(await isUpToDate())) {
    folder = made = await mkdtemp(join(tmpdir(), 'masthead-web-'))
    await promisify(execFile)(process.execPath, ['--conditions=source', 'scripts/build-web.ts', folder])
  }
  manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  everywhere = new Set(Array.from(page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g), ([, file = '']) => file))
})
afterAll(async () => {
  if (made !== undefined) await rm(made, { recursive: true })
})

/** Whether the bundle of this checkout is there, and none of its sources has changed since it was built. */
async function isUpToDate(): Promise<boolean> {
  const built = await stat(join(folder, '.vite/manifest.json')).catch(() => undefined)
  if (built === undefined) return false
  const changes = await Promise.all(sources.map((source) => lastChange(join(root, source))))
  return Math.max(...changes) < built.mtimeMs
}

async function lastChange(path: string): Promise<number> {
  const own = await stat(path)
  if (!own.isDirectory()) return own.mtimeMs
  const names = await readdir(path)
  return Math.max(own.mtimeMs, ...(await Promise.all(names.map((name) => lastChange(join(path, name))))))
}

test('the entry weighs at most 130 KB', async () => {
  expect(await weigh(entry())).toBeLessThanOrEqual(limits.entry)
})

// It holds up the first paint.
test('what runs before the first paint weighs at most 5 KB', async () => {
  expect(await weigh([...everywhere].filter((file) => before.test(file)))).toBeLessThanOrEqual(limits.before)
})

test('the shell with the content list weighs at most 135 KB', async () => {
  const scripts = new Set([...entry(), ...scriptsOf('areas/content/content-list/content-list.tsx')])

  expect(await weigh(scripts)).toBeLessThanOrEqual(limits.screen)
})

// web.md#few-files
test('every screen of an organization is at most 8 scripts, the one before the application among them, which its page names', async () => {
  const named: Record<string, string[]> = JSON.parse(await readFile(join(folder, '.vite/route-files.json'), 'utf8'))

  expect([...everywhere][0]).toMatch(before)
  const counts = Object.entries(named).map(
    ([screen, files]) => [screen, new Set([...everywhere, ...files]).size] as const,
  )
  expect(counts.filter(([, count]) => count > limits.files)).toEqual([])
})

// 30 KB more than the 135 KB of a screen with a list.
test('no screen of an organization weighs more than 165 KB with its frame', async () => {
  const named: Record<string, string[]> = JSON.parse(await readFile(join(folder, '.vite/route-files.json'), 'utf8'))

  for (const [screen, files] of Object.entries(named))
    expect(await weigh(new Set([...entry(), ...files])), screen).toBeLessThanOrEqual(limits.route)
})

// It is loaded on the page of an article only, after what the rest of that page needs.
test('the editor weighs at most 130 KB beyond the shell', async () => {
  const shell = await shellScripts()
  const beyond = inEditor.flatMap((part) => [...scriptsOf(part)]).filter((name) => !shell.has(name))

  expect(beyond.length).toBeGreaterThan(0)
  expect(await weigh(new Set(beyond))).toBeLessThanOrEqual(limits.editor)
})

test('what converts a body of HTML weighs at most half of an editor beyond the page that opens it', async () => {
  const page = new Set([...scriptsOf('areas/content/article/article.tsx'), ...entry()])
  const beyond = [...scriptsOf(besideEditor)].filter((name) => !page.has(name))

  expect(beyond.length).toBeGreaterThan(0)
  expect(await weigh(beyond)).toBeLessThanOrEqual(limits.editor / 2)
})

test('all styles weigh at most 15 KB', async () => {
  const styles = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))

  expect(styles.size).toBeGreaterThan(0)
  expect(await weigh(styles)).toBeLessThanOrEqual(limits.styles)
})

// web.md#changes-are-actions
test('mutations of the query library are not built in', async () => {
  const scripts = await Promise.all([...entry()].map((file) => readFile(join(folder, file), 'utf8')))

  expect(scripts.join('')).toContain('mutations of the query library are not built in')
  expect(scripts.join('')).not.toContain('No mutationFn found')
})

// web.md#small-fonts-first
test('the fonts that every page loads first weigh at most 50 KB', async () => {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const fonts = Array.from(page.matchAll(/href="\/([^"]+\.woff2)"/g), ([, file = '']) => file)
  const sizes = await Promise.all(fonts.map(async (file) => (await stat(join(folder, file))).size))

  expect(fonts).toHaveLength(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limits.fonts)
})

test('the fonts of English text are made from the installed packages: otherwise npm run fonts', async () => {
  const made: unknown = JSON.parse(await readFile(madeFromFile, 'utf8'))
  const fonts = await textFonts()

  expect(fonts.length).toBe(3)
  expect(made).toEqual(Object.fromEntries(fonts.map(({ name, madeFrom }) => [name, madeFrom])))
})

// web.md#asked-before-it-is-there
test('every screen of an organization has its files named', async () => {
  const named: Record<string, string[]> = JSON.parse(await readFile(join(folder, '.vite/route-files.json'), 'utf8'))
  const screens = Object.keys(named)

  expect(screens).toEqual(expect.arrayContaining(['/o/*', '/o/*/content', '/o/*/content/*', '/o/*/settings/members']))
  expect(named['/o/*/content']).toEqual(
    [...scriptsOf('areas/content/content-list/content-list.tsx')].filter((file) => !everywhere.has(file)),
  )
  const routes = ['organization-routes.ts', 'settings-routes.ts'].map((name) =>
    readFile(join(root, 'src/web/app', name), 'utf8'),
  )
  const declared = (await Promise.all(routes)).join('').match(/component: lazyRouteComponent\(/g)
  expect(screens.length).toBe(declared?.length)
})

test('what is asked for before the application is there belongs to the address of a screen', async () => {
  const named: Record<string, string[]> = JSON.parse(await readFile(join(folder, '.vite/route-files.json'), 'utf8'))
  const source = await readFile(join(root, 'src/web/before/first-reads.ts'), 'utf8')
  const asked = Array.from(source.matchAll(/^ {2}'(\/?[^']*)': \(/gm), ([, address = '']) => `/o/*${address}`)

  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter((address) => !(address in named))).toEqual([])
})

// Written as a page of the build has it, so that the server finds it.
test('what a page runs and draws first is named with its answer, before the files of its screen', async () => {
  const bundle = await readWebBundle(folder, { isHttps: false })
  const link = bundle?.find({ path: '/o/acme/content' }).headers['Link'] ?? ''

  expect(link).toMatch(
    /^<\/assets\/before-[^,]+; as=script, <\/assets\/index-[^,]+\.css>; [^,]+, <\/assets\/index-[^,]+\.js>; rel=modulepreload, <\/assets\/content-list-/,
  )
})

test('the page holds no inline script and no inline style', async () => {
  const page = await readFile(join(folder, 'index.html'), 'utf8')

  expect(page).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\son[a-z]+=/i)
  expect(page).toMatch(/<link[^>]*rel="preload"[^>]*as="font"|<link[^>]*as="font"[^>]*rel="preload"/)
})

test('every file that compresses has its compressed forms beside it', async () => {
  const names = await readdir(folder, { recursive: true })
  const compressible = names.filter((name) => /\.(html|js|css|svg)$/.test(name))

  expect(compressible.length).toBeGreaterThan(5)
  for (const name of compressible) expect(names).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]))
})

/** What every page loads, without what runs before the first paint. */
function entry(): Set<string> {
  return new Set([...everywhere].filter((file) => !before.test(file)))
}

/** What every screen of an organization loads. */
async function shellScripts(): Promise<Set<string>> {
  const named: Record<string, string[]> = JSON.parse(await readFile(join(folder, '.vite/route-files.json'), 'utf8'))
  const [first = [], ...others] = Object.values(named)
  return new Set([...entry(), ...first.filter((file) => others.every((files) => files.includes(file)))])
}

/** The script of a chunk and of everything that it statically imports. */
function scriptsOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const imported of chunk.imports ?? []) scriptsOf(imported, seen)
  return seen
}

async function weigh(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...files].map(async (file) => (await stat(join(folder, `${file}.gz`))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
