import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readWebBundle, type WebBundle } from './web-bundle.ts'

let folder: string
let bundle: WebBundle

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-bundle-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, '.vite/manifest.json'), '{}')
  await writeFile(join(folder, '.vite/route-files.json'), JSON.stringify(routeFiles))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(page))
  await writeFile(join(folder, 'index.html.gz'), gzipSync(page))
  await writeFile(join(folder, 'assets/index-abc.js'), 'script')
  await writeFile(join(folder, 'assets/font-abc.woff2'), 'font')
  bundle = await present(readWebBundle(folder, { isHttps: false }))
})
afterAll(() => rm(folder, { recursive: true }))

const page =
  '<!doctype html><title>Masthead</title><script src="/assets/before-abc.js"></script>' +
  '<script type="module" crossorigin src="/assets/index-abc.js"></script><link rel="stylesheet" crossorigin href="/assets/index-abc.css">'

/** Named before the files of a screen, or those would take the connections of a browser first. */
const onPage =
  '</assets/before-abc.js>; rel=preload; as=script, </assets/index-abc.css>; rel=preload; as=style; crossorigin, ' +
  '</assets/index-abc.js>; rel=modulepreload, '

const routeFiles = {
  '/o/*/content/*': ['assets/shell-abc.js', 'assets/article-abc.js'],
  '/o/*/content/fix-list': ['assets/shell-abc.js', 'assets/fix-list-abc.js'],
}

test.each([
  [
    '/o/acme/content/itm_1?rail=history',
    onPage + '</assets/shell-abc.js>; rel=modulepreload, </assets/article-abc.js>; rel=modulepreload',
  ],
  [
    '/o/acme/content/fix-list',
    onPage + '</assets/shell-abc.js>; rel=modulepreload, </assets/fix-list-abc.js>; rel=modulepreload',
  ],
  ['/o/acme/content', undefined],
  ['/assets/index-abc.js', undefined],
])('the answer to %s names the files of its screen', (path, link) => {
  expect(bundle.find({ path }).headers['Link']).toBe(link)
})

test('a folder without a page is no bundle', async () => {
  expect(await readWebBundle(join(folder, 'assets'), { isHttps: false })).toBeNull()
  expect(await readWebBundle(join(folder, 'none'), { isHttps: false })).toBeNull()
})

test.each(['/', '/sign-in', '/o/acme/content?search=a.b', '/o/acme/settings/api'])(
  '%s is answered with the page',
  (path) => {
    const { status, headers, body } = bundle.find({ path })

    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
    })
    expect(String(body)).toBe(page)
  },
)

test.each(['/favicon.ico', '/assets/gone-123.js', '/.vite/manifest.json', '/../package.json', '/%2e%2e/package.json'])(
  '%s is no file',
  (path) => {
    expect(bundle.find({ path }).status).toBe(404)
  },
)

test('a file with a hash in its name is kept forever, and is not a page', () => {
  const { headers } = bundle.find({ path: '/assets/index-abc.js' })

  expect(headers).toMatchObject({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': 'text/javascript; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
  })
  expect(headers).not.toHaveProperty('Content-Security-Policy')
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0', undefined],
  ['deflate', undefined],
  [undefined, undefined],
])('Accept-Encoding %s gives %s', (acceptEncoding, encoding) => {
  expect(bundle.find({ path: '/', acceptEncoding }).headers['Content-Encoding']).toBe(encoding)
})

test('what is sent compressed is the page', () => {
  const { body } = bundle.find({ path: '/', acceptEncoding: 'br' })

  expect(String(brotliDecompressSync(body ?? ''))).toBe(page)
})

test('a file that has no compressed form is sent as it is', () => {
  expect(bundle.find({ path: '/assets/font-abc.woff2', acceptEncoding: 'br' }).headers).not.toHaveProperty(
    'Content-Encoding',
  )
})

test('who has the page already gets 304, with the headers of the page', () => {
  const { headers } = bundle.find({ path: '/', acceptEncoding: 'br' })
  const etag = headers['ETag'] ?? ''

  for (const ifNoneMatch of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
    const again = bundle.find({ path: '/', acceptEncoding: 'br', ifNoneMatch })
    expect(again).toMatchObject({ status: 304, body: null, headers: { ETag: etag, Vary: 'Accept-Encoding' } })
  }
  expect(etag).toMatch(/^"[^"]+"$/)
})

test('each encoding has an ETag of its own', () => {
  const etags = ['br', 'gzip', ''].map((acceptEncoding) => bundle.find({ path: '/', acceptEncoding }).headers['ETag'])

  expect(new Set(etags).size).toBe(3)
})

test('a page runs only what comes from its own origin', () => {
  const { headers } = bundle.find({ path: '/o/acme/content' })

  expect(headers['Content-Security-Policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
      "frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
      'trusted-types ProseMirrorClipboard PastedHtml',
  )
  expect(headers).toMatchObject({
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
  })
})

test('sign-in and set-up tell no other site where one came from', () => {
  expect(['/sign-in', '/setup', '/setup/token?x=1'].map(policyOf)).toEqual([
    'no-referrer',
    'no-referrer',
    'no-referrer',
  ])
  expect(policyOf('/setups')).toBe('same-origin')
})

test('transport security is asked for only under https', async () => {
  const secure = await present(readWebBundle(folder, { isHttps: true }))

  expect(secure.find({ path: '/' }).headers).toHaveProperty('Strict-Transport-Security')
  expect(bundle.find({ path: '/' }).headers).not.toHaveProperty('Strict-Transport-Security')
})

function policyOf(path: string): string | undefined {
  return bundle.find({ path }).headers['Referrer-Policy']
}

async function present<T>(value: Promise<T | null>): Promise<T> {
  const awaited = await value
  if (awaited === null) throw new Error('It is missing')
  return awaited
}

// web.md#previews-are-pages
test('fonts are for pages of every origin, nothing else is', () => {
  const allowed = (path: string) => bundle.find({ path }).headers['Access-Control-Allow-Origin']

  expect(allowed('/assets/font-abc.woff2')).toBe('*')
  expect([allowed('/'), allowed('/assets/index-abc.js')]).toEqual([undefined, undefined])
})
