import { createHash, createHmac } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
// oxlint-disable-next-line no-restricted-imports -- the test's own way to its server
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'

import { Secret } from '#kernel/secret.ts'
import { listening } from '#test/listening.ts'

/** The parts of the library that are used: it has no types of its own. */
type S3rver = new (options: Record<string, unknown>) => {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}

export const bucket = 'masthead-test'
const [keyName, keySecret] = ['S3RVER', 'S3RVER']
/** The one key that the server knows. */
export const testKey = { accessKeyId: keyName, secretAccessKey: new Secret(keySecret) }

/**
 * A server that speaks S3, with one bucket, named by path or by host. The library does not check Signature Version 4, so the
 * signatures are checked in front of it, following the standard and without the library that made them.
 */
export async function openTestBucket(directory: string) {
  await mkdir(directory, { recursive: true })
  const Server = createRequire(import.meta.url)('s3rver') as S3rver
  const server = new Server({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  const front = await listening((asked, answer) => void forward(asked, answer, port))
  return {
    endpoint: `http://files.test:${front.port}`,
    /** How many connections to it are open. */
    connections: () => promisify(front.server.getConnections.bind(front.server))(),
    async close() {
      await front.close()
      await server.close()
    },
  }
}

async function forward(asked: IncomingMessage, answer: ServerResponse, port: number): Promise<void> {
  const body = await buffer(asked)
  if (!isSigned(asked, body)) {
    answer
      .writeHead(403, { 'content-type': 'application/xml' })
      .end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    return
  }
  const isByHost = asked.headers.host?.startsWith(`${bucket}.`) === true
  const path = isByHost ? `/${bucket}${asked.url}` : asked.url
  const headers = { ...asked.headers, host: `127.0.0.1:${port}` }
  request({ host: '127.0.0.1', port, method: asked.method, path, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 500, given.headers)
    given.pipe(answer)
  }).end(body)
}

/** Signature Version 4: canonical request, string to sign, derived key. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', names = '', given] =
    /^AWS4-HMAC-SHA256 Credential=S3RVER\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== sha256(body) || !names.split(';').includes('host')) return false
  const { pathname, searchParams } = new URL(url, 'http://files.test')
  const query = [...searchParams].map(([name, value]) => `${strict(name)}=${strict(value)}`).toSorted()
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, pathname, query.join('&'), lines.join(''), names, payload].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(Buffer.from(canonical))].join('\n')
  const key = scope.split('/').reduce((last, part) => hmac(last, part), Buffer.from(`AWS4${keySecret}`))
  return hmac(key, toSign).toString('hex') === given
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
