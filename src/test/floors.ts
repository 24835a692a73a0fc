import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** One import of a source file: `to` is a file of `src` such as `kernel/ids.ts`, or the name of a package. */
export type Import = { from: string; to: string; written: string; isType: boolean }

const source = join(import.meta.dirname, '..')

/** The order of areas: each may use the doors of those before it. */
export const areas = [
  'account',
  'oauth',
  'jobs',
  'organizations',
  'collections',
  'taxonomies',
  'library',
  'models',
  'media',
  'addresses',
  'items',
  'content',
  'checks',
  'exchange',
  'topics',
  'seo',
  'integrations',
  'publishing',
  'search-console',
  'visibility',
  'analytics',
  'generation',
  'site-audit',
  'onboarding',
  'editing',
  'approvals',
  'agent-audit',
  'undo',
]

const heights: Record<string, number> = {
  std: 0,
  kernel: 1,
  platform: 2,
  connectors: 2,
  areas: 2,
  catalog: 3,
  work: 4,
  faces: 5,
  main: 6,
  test: 7,
}

/** The files of `src`, tests included, with their text. */
export function readSources(): Map<string, string> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  return new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')]))
}

/** Every import of a file: `import`, `import type`, `export from` and `import()`. */
export function importsOf(from: string, text: string): Import[] {
  const statements =
    /(?:^|[\n;])\s*(?<kind>import|export)\s(?<names>[^'"`;()]*?\sfrom\s*|\s*)['"](?<named>[^'"]+)['"]|\bimport\(\s*['"](?<called>[^'"]+)['"]/g
  return [...text.matchAll(statements)].map(({ groups = {} }) => {
    const written = groups['named'] ?? groups['called'] ?? ''
    return { from, to: resolve(from, written), written, isType: /^type\s/.test(groups['names'] ?? '') }
  })
}

/** Why a file may not have this import, or undefined. */
export function objectionTo(found: Import): string | undefined {
  const { from, to, written, isType } = found
  if (written.startsWith('../')) return 'another folder is named from the root: #room/file.ts'
  if (!isOurs(written)) return undefined
  if (isTest(from)) return undefined
  if (isTest(to)) return 'only tests use tests'

  const [mine, theirs] = [roomOf(from), roomOf(to)]
  if (mine === theirs) return isDoor(to) && theirs.startsWith('areas/') ? 'nobody uses his own door' : undefined
  if (mine === 'web') {
    if (theirs === 'std' || (theirs === 'catalog' && isType)) return undefined
    return 'the web takes types from the catalog and helpers from std, nothing else'
  }
  if (theirs.startsWith('areas/') && !isDoor(to)) return 'an area is used through its door'
  if (mine.startsWith('areas/') && theirs.startsWith('areas/')) {
    return areas.indexOf(nameOf(theirs)) < areas.indexOf(nameOf(mine)) ? undefined : 'this area stands further right'
  }
  if (mine.startsWith('faces/') && theirs === 'faces') return undefined
  return heightOf(theirs) < heightOf(mine) ? undefined : `${theirs} is not below ${mine}`
}

/** Whether a file belongs to the tests, which are above everything. */
export function isTest(file: string): boolean {
  return file.startsWith('test/') || /(?:^|(?<!\/operations)\/)test-[a-z-]+\.ts$|\.test\.tsx?$/.test(file)
}

/** The room of a file: an area, a face, or its floor; files directly in `faces` serve every face. */
export function roomOf(file: string): string {
  const [floor = '', folder = '', inside] = file.split('/')
  return (floor === 'areas' || floor === 'faces') && inside !== undefined ? `${floor}/${folder}` : floor
}

const heightOf = (room: string): number => heights[room.split('/')[0] ?? ''] ?? Infinity
const nameOf = (room: string): string => room.split('/')[1] ?? ''
const isDoor = (file: string): boolean => file.endsWith('/index.ts')
const isOurs = (written: string): boolean => /^[.#]/.test(written)

function resolve(from: string, written: string): string {
  if (written.startsWith('#')) return written.slice(1)
  return written.startsWith('.') ? relative(source, join(source, dirname(from), written)) : written
}
