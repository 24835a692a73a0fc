import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { announced, newPicture } from '#test/pictures.ts'
import { openServer, type TestServer } from '#test/server.ts'

let server: TestServer
let key: string
let organizationId: string
let foreignKey: string
beforeAll(async () => {
  server = await openServer()
  const first = await server.addOrganization('Northwind Media')
  organizationId = first.organizationId
  key = (await server.client.newKey(first.cookie)).secret
  foreignKey = (await server.client.newKey((await server.addOrganization('Fabrikam')).cookie)).secret
})
afterAll(() => server.close())

// oxlint-disable-next-line typescript/no-explicit-any -- answers of operations, read as they are
async function call(name: string, input: object, options: { key?: string; confirm?: true } = {}): Promise<any> {
  const answer = await fetch(`${server.url}/v2/tools/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.key ?? key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input, ...(options.confirm ? { confirm: true } : {}) }),
  })
  const body = (await answer.json()) as { result?: unknown; error?: unknown }
  return body.result ?? body
}

const begin = (bytes: Buffer, mime = 'image/png', filename = 'A ship; in "Köln"\'s port.png') =>
  call('createMediaUpload', announced(bytes, mime, filename))
const put = (url: string, body: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(body) })

async function upload(bytes: Buffer, mime = 'image/png') {
  const { uploadUrl, mediaId } = await begin(bytes, mime)
  expect((await put(uploadUrl, bytes)).status).toBe(200)
  return call('completeMediaUpload', { mediaId })
}

/** Every media file that the server keeps. A folder that is removed while it is being looked through ends the look: then once more. */
async function filesKept(): Promise<string[]> {
  const folder = join(server.env['DATA_DIR'] ?? '', 'media')
  while (existsSync(folder)) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: Error) => error)
    if (Array.isArray(entries))
      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    expect(entries).toMatchObject({ code: 'ENOENT' })
  }
  return []
}

/** Those that are new since. Earlier uploads are removed meanwhile, within a minute. */
async function filesSince(kept: readonly string[]): Promise<string[]> {
  return (await filesKept()).filter((path) => !kept.includes(path))
}

describe('an upload', () => {
  test('goes from announcement to a picture that everybody can see', async () => {
    const bytes = await sharp({ create: { width: 700, height: 350, channels: 3, background: '#cc3311' } })
      .jpeg()
      .toBuffer()
    const { mediaId, uploadUrl, expiresAt } = await begin(bytes, 'image/jpeg')
    const taken = await put(uploadUrl, bytes)
    const { media, variants } = await call('completeMediaUpload', { mediaId, alt: 'Red' })

    expect(uploadUrl).toMatch(new RegExp(`^${server.url}/media/uploads/`))
    expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    expect([taken.status, await taken.json()]).toEqual([200, { mediaId, bytes: bytes.length }])
    expect(media).toMatchObject({
      id: mediaId,
      url: `${server.url}/media/${organizationId}/${mediaId}/700.webp`,
      mime: 'image/webp',
      width: 700,
      height: 350,
      aspectRatio: '2:1',
      alt: 'Red',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      variants,
    })
    expect(variants).toHaveLength(6)
    for (const { url, bytes: size, format, width } of variants) {
      const file = await fetch(url)
      const content = Buffer.from(await file.arrayBuffer())
      expect([file.status, content.length, file.headers.get('content-type')]).toEqual([200, size, `image/${format}`])
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': `inline; filename*=UTF-8''A%20ship%3B%20in%20%22K%C3%B6ln%22%27s%20port-${width}.${format}`,
        'access-control-allow-origin': '*',
        'content-length': String(size),
      })
      expect(file.headers.get('set-cookie')).toBeNull()
    }
    // What was uploaded goes within a minute, its sizes stay.
    const ofMedia = (await filesKept()).filter((path) => path.includes(mediaId))
    expect(ofMedia.filter((path) => path.includes('uploads')).length).toBeLessThanOrEqual(1)
    expect(ofMedia.filter((path) => !path.includes('uploads'))).toHaveLength(variants.length)
    expect(await server.logged()).not.toContain(new URL(uploadUrl).pathname.slice(-43))
  })

  test('is answered with the picture that has these bytes already', async () => {
    const bytes = await newPicture()
    const first = await upload(bytes)
    const second = await upload(bytes)

    expect(second.media.id).toBe(first.media.id)
  })

  test('is taken once', async () => {
    const bytes = await newPicture()
    const { uploadUrl } = await begin(bytes)
    const answers = await Promise.all([1, 2, 3].map(() => put(uploadUrl, bytes)))
    const later = await put(uploadUrl, bytes)

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect([later.status, ((await later.json()) as { error: { code: string } }).error.code]).toEqual([
      409,
      'invalid_transition',
    ])
  })

  test('is not taken too late', async () => {
    const bytes = await newPicture()
    const { uploadUrl, mediaId } = await begin(bytes)
    await server.database.forOrganization({ organizationId }, 'write', ({ db }) =>
      db
        .updateTable('media_upload')
        .set({ expires_at: new Date(0) })
        .where('id', '=', mediaId)
        .execute(),
    )

    expect((await put(uploadUrl, bytes)).status).toBe(409)
    expect(await call('completeMediaUpload', { mediaId })).toMatchObject({ error: { code: 'invalid_transition' } })
  })

  test.each([
    ['a path without a token', () => '/media/uploads/'],
    ['a token that was made up', (path: string) => `${path.slice(0, -43)}${'A'.repeat(43)}`],
    [
      'the token of another organization',
      (path: string) => path.replace(/org_[0-9a-z]{26}/, 'org_00000000000000000000000000'),
    ],
    ['a token with a path behind it', (path: string) => `${path}/../x`],
    ['a token that is encoded', (path: string) => path.replace('.', '%2e')],
  ])('is not taken at %s', async (_name, change) => {
    const bytes = await newPicture()
    const { uploadUrl } = await begin(bytes)
    const kept = await filesKept()
    const path = change(new URL(uploadUrl).pathname)

    expect(await rawPut(path, bytes)).toBe(404)
    expect(await filesSince(kept)).toEqual([])
  })

  test('of which more comes than was announced ends with 413, a closed connection and nothing kept', async () => {
    const bytes = await newPicture()
    const { uploadUrl, mediaId } = await begin(bytes)
    const kept = await filesKept()
    const announcedTooMuch = await put(uploadUrl, Buffer.concat([bytes, Buffer.alloc(1000)]))
    const { status, closed } = await stream(new URL(uploadUrl).pathname, 20 * 1024 * 1024)

    expect([announcedTooMuch.status, status, closed]).toEqual([413, 413, true])
    expect(await filesSince(kept)).toEqual([])
    expect(await call('completeMediaUpload', { mediaId })).toMatchObject({ error: { code: 'invalid_transition' } })
  })

  test('whose client goes away keeps nothing and can be sent again', async () => {
    const bytes = await newPicture()
    const { uploadUrl, mediaId } = await begin(bytes)
    const kept = await filesKept()
    await cutOff(new URL(uploadUrl).pathname, bytes)
    const again = await put(uploadUrl, bytes)

    expect(again.status).toBe(200)
    expect((await filesSince(kept)).filter((path) => !path.includes('.unfinished'))).toHaveLength(1)
    expect((await call('completeMediaUpload', { mediaId })).media.id).toBe(mediaId)
  })

  test('of other bytes than announced is reported at its completion', async () => {
    const { uploadUrl, mediaId } = await begin(await newPicture(9, 9))
    const kept = await filesKept()
    await put(uploadUrl, await newPicture(4, 4))

    expect(await call('completeMediaUpload', { mediaId })).toMatchObject({
      error: { code: 'checksum_mismatch', status: 422 },
    })
    expect(await filesSince(kept)).toEqual([])
  })

  test('is completed by its own organization alone', async () => {
    const bytes = await newPicture()
    const { uploadUrl, mediaId } = await begin(bytes)
    await put(uploadUrl, bytes)

    expect(await call('completeMediaUpload', { mediaId }, { key: foreignKey })).toMatchObject({
      error: { code: 'not_found' },
    })
    expect((await call('completeMediaUpload', { mediaId })).media.id).toBe(mediaId)
  })

  test('may be sent by the page of another origin', async () => {
    const { uploadUrl } = await begin(await newPicture())
    const asked = await fetch(uploadUrl, {
      method: 'OPTIONS',
      headers: { origin: 'https://example.com', 'access-control-request-method': 'PUT' },
    })

    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(asked.headers.get('access-control-allow-methods')).toContain('PUT')
    expect((await fetch(uploadUrl)).status).toBe(405)
  })
})

describe('a file', () => {
  test('is not sent again to who has it, and is told of without its bytes', async () => {
    const { url, bytes } = (await upload(await newPicture())).variants[0]
    const first = await fetch(url)
    const etag = first.headers.get('etag') ?? ''
    await first.arrayBuffer()
    const again = await fetch(url, { headers: { 'if-none-match': `"other", W/${etag}` } })
    const head = await fetch(url, { method: 'HEAD' })

    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(bytes), ''])
    expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  })

  test.each([
    (path: string) => path.replace('.webp', '.svg'),
    (path: string) => path.replace(/\d+\.webp/, '9999.webp'),
    (path: string) => path.replace(/\d+\.webp/, ''),
    (path: string) => path.replace(/\d+\.webp/, '../../../keys/key'),
    (path: string) => path.replace(/\d+\.webp/, '..%2f..%2f..%2fkeys%2fkey'),
    (path: string) => path.replace(/org_[0-9a-z]{26}/, 'org_00000000000000000000000000'),
    (path: string) => path.replace(/org_[0-9a-z]{26}/, '..'),
    (path: string) => path.replace('/media/', '/media//'),
    () => '/media/../../etc/passwd',
    () => '/media/.unfinished/1',
    () => '/media',
  ])('is nothing at another path (%#)', async (change) => {
    const { media } = await upload(await newPicture())

    expect(await rawGet(change(new URL(media.url).pathname))).toBe(404)
  })

  test('is gone with its media, at once for everybody and soon from the disk', async () => {
    const { media } = await upload(await newPicture())
    await call('deleteMedia', { mediaId: media.id }, { confirm: true })

    expect((await fetch(media.url)).status).toBe(404)
  })

  test('of a document is served to nobody', async () => {
    const bytes = Buffer.from('<?xml version="1.0"?><rss><script xmlns="http://www.w3.org/1999/xhtml">1</script></rss>')
    const { media } = await upload(bytes, 'application/xml')

    expect(media).toMatchObject({ kind: 'document', url: null, variants: [], mime: 'application/xml' })
    for (const file of ['document', 'document.xml', '1.webp'])
      expect((await fetch(`${server.url}/media/${organizationId}/${media.id}/${file}`)).status).toBe(404)
  })

  test('is kept in a body by its address and by its path, and shows where it is used', async () => {
    const { media } = await upload(await newPicture())
    const path = new URL(media.url).pathname
    const made = await call('createItem', {
      collectionId: 'articles',
      title: 'With a picture',
      content: `![one](${media.url})\n\n![two](${path})\n\n![three](http://example.com/x.png)`,
    })
    expect(made).toMatchObject({ item: {} })
    const { item } = made
    const { contentHtml } = (await call('getItem', { id: item.id, bodyFormat: 'html' })).item
    const [listed] = (await call('listMedia', { unused: false })).items

    expect(contentHtml.match(/src="[^"]*"/g)).toEqual([`src="${media.url}"`, `src="${media.url}"`])
    expect(listed).toMatchObject({ id: media.id, usedBy: [{ kind: 'item', id: item.id, as: 'body' }], useCount: 1 })
  })
})

/** Sends a path as it is, which `fetch` would normalise. */
function rawGet(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(server.url, { path }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.on('error', reject).end()
  })
}

function rawPut(path: string, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(server.url, { path, method: 'PUT' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.on('error', reject).end(body)
  })
}

/** Sends bytes in parts without announcing how many, until the server refuses more. */
function stream(path: string, size: number): Promise<{ status: number; closed: boolean }> {
  const { port, hostname } = new URL(server.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(`PUT ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nTransfer-Encoding: chunked\r\n\r\n`)
      const part = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536), Buffer.from('\r\n')])
      let sent = 0
      const hasAnswer = () => answer !== ''
      const send = () => {
        while (sent < size && !hasAnswer()) {
          sent += 65_536
          if (!socket.write(part)) return void socket.once('drain', send)
        }
      }
      send()
    })
    socket.setEncoding('latin1')
    socket.on('data', (text) => (answer += text))
    socket.on('error', (error) => (answer === '' ? reject(error) : undefined))
    socket.on('close', () => resolve({ status: Number(answer.split(' ')[1]), closed: true }))
  })
}

/** Sends half of the bytes and disconnects. */
function cutOff(path: string, bytes: Buffer): Promise<void> {
  const { port, hostname } = new URL(server.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`PUT ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${bytes.length}\r\n\r\n`)
      socket.write(bytes.subarray(0, bytes.length / 2), () => socket.destroy())
    })
    socket.on('close', () => resolve())
  })
}
