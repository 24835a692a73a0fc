import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

import { isNoneMatch } from '#faces/if-none-match.ts'
import { weightsOf } from '#faces/weights.ts'

import { pageHeaders } from './page-headers.ts'

/** What decides, in a request, which bytes are answered. */
export type BundleRequest = { path: string; acceptEncoding?: string | undefined; ifNoneMatch?: string | undefined }
export type BundleAnswer = { status: 200 | 304 | 404; headers: Record<string, string>; body: Buffer | null }

/** The built web application, entirely in memory. `find` answers every GET and HEAD that no interface took. */
export type WebBundle = { find(request: BundleRequest): BundleAnswer }

type Encoding = 'br' | 'gzip' | 'identity'
type Variant = { bytes: Buffer; etag: string }
type File = { contentType: string; isHashed: boolean; variants: Partial<Record<Encoding, Variant>> }

/**
 * Reads the bundle from a folder, with the `.br` and `.gz` files next to its files. Nothing is compressed here.
 *
 * @param options.isHttps whether the installation's base address is https: pages then carry `Strict-Transport-Security`
 * @returns null where the folder has no `index.html`: the bundle is not built
 */
export async function readWebBundle(folder: string, options: { isHttps: boolean }): Promise<WebBundle | null> {
  const files = await readFiles(folder)
  const index = files.get('/index.html')
  const links = await readLinks(folder, index?.variants.identity?.bytes.toString() ?? '')
  return index ? { find: (request) => find(request, { files, index, links, ...options }) } : null
}

type Bundle = { files: ReadonlyMap<string, File>; index: File; links: readonly Links[]; isHttps: boolean }
/** What the pages at some addresses load besides what every page names. */
type Links = { pattern: RegExp; header: string }

function find(
  { path, acceptEncoding, ifNoneMatch }: BundleRequest,
  { files, index, links, isHttps }: Bundle,
): BundleAnswer {
  const pathname = path.split(/[?#]/)[0] ?? '/'
  const file = files.get(pathname) ?? (hasExtension(pathname) ? null : index)
  if (!file) return missing

  const isPage = file === index
  const encoding = chosenEncoding(file, acceptEncoding)
  const { bytes, etag } = file.variants[encoding] ?? unencoded(file)
  const headers = {
    'Content-Type': file.contentType,
    'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    // The page of a preview has an origin of its own (web.md#previews-are-pages).
    ...(file.contentType === contentTypes['.woff2'] ? { 'Access-Control-Allow-Origin': '*' } : {}),
    ...(isPage ? { ...pageHeaders(pathname, isHttps), ...linksOf(pathname, links) } : {}),
  }
  if (isNoneMatch(ifNoneMatch, etag)) return { status: 304, headers, body: null }
  return { status: 200, headers: { ...headers, ...encoded(encoding) }, body: bytes }
}

// web.md#asked-before-it-is-there
function linksOf(pathname: string, links: readonly Links[]): Record<string, string> {
  const found = links.find(({ pattern }) => pattern.test(pathname))
  return found === undefined ? {} : { Link: found.header }
}

/** Written by the build; a bundle without it is one whose pages find their files one after the other. */
async function readLinks(folder: string, page: string): Promise<Links[]> {
  const text = await readFile(join(folder, '.vite/route-files.json'), 'utf8').catch(() => '{}')
  const routes: Record<string, string[]> = JSON.parse(text)
  const first = firstOnPage(page)
  // The more exact pattern first: `/content/fix-list` before any item.
  return Object.entries(routes)
    .toSorted(([one], [other]) => one.split('*').length - other.split('*').length)
    .map(([address, files]) => ({
      pattern: new RegExp(`^${address.replaceAll('*', '[^/]+')}/?$`),
      header: [...first, ...files.map((file) => `</${file}>; rel=modulepreload`)].join(', '),
    }))
}

/**
 * What the page names itself and is drawn and run first, in this order. A browser has six connections for all its files: those of a
 * screen, which it hears of before it has read the page, would take five of them.
 */
function firstOnPage(page: string): string[] {
  const address = (pattern: RegExp) => pattern.exec(page)?.[1]
  const before = address(/<script src="([^"]+)"/)
  const styles = address(/<link rel="stylesheet" crossorigin href="([^"]+)"/)
  const application = address(/<script type="module" crossorigin src="([^"]+)"/)
  return [
    ...(before === undefined ? [] : [`<${before}>; rel=preload; as=script`]),
    ...(styles === undefined ? [] : [`<${styles}>; rel=preload; as=style; crossorigin`]),
    ...(application === undefined ? [] : [`<${application}>; rel=modulepreload`]),
  ]
}

const missing: BundleAnswer = {
  status: 404,
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
  body: Buffer.from('There is no such file\n'),
}

function hasExtension(pathname: string): boolean {
  return /\.[^./]+$/.test(pathname)
}

function encoded(encoding: Encoding): Record<string, string> {
  return encoding === 'identity' ? {} : { 'Content-Encoding': encoding }
}

function unencoded(file: File): Variant {
  const variant = file.variants.identity
  if (!variant) throw new Error('A file of the bundle has no bytes')
  return variant
}

/** The best encoding that a file has and a client accepts; what the client forbids (`q=0`) is not used (RFC 9110, 12.5.3). */
function chosenEncoding(file: File, acceptEncoding: string | undefined): Encoding {
  const weights = weightsOf(acceptEncoding)
  const accepted = (name: Encoding) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return (['br', 'gzip'] as const).find((name) => file.variants[name] && accepted(name)) ?? 'identity'
}

async function readFiles(folder: string): Promise<Map<string, File>> {
  const names = await namesBelow(folder)
  const known = new Set(names)
  const originals = names.filter((name) => !(known.has(name.replace(/\.(br|gz)$/, '')) && /\.(br|gz)$/.test(name)))
  return new Map(
    await Promise.all(originals.map(async (name) => [`/${name}`, await readOne(folder, name, known)] as const)),
  )
}

async function readOne(folder: string, name: string, known: ReadonlySet<string>): Promise<File> {
  const variants: File['variants'] = {}
  for (const [encoding, suffix] of [
    ['identity', ''],
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (known.has(name + suffix)) variants[encoding] = toVariant(await readFile(join(folder, name + suffix)), encoding)
  }
  return {
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    isHashed: name.startsWith('assets/'),
    variants,
  }
}

function toVariant(bytes: Buffer, encoding: Encoding): Variant {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27)
  return { bytes, etag: `"${hash}-${encoding}"` }
}

/** The paths of all files, with `/`. Folders whose names begin with a dot concern the build only. */
async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).replaceAll(sep, '/'))
    .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
