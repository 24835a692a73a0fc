import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'

import aws4 from 'aws4'
import type * as Undici from 'undici'
import type { Agent, Dispatcher } from 'undici'

import { Refusal } from '#kernel/errors.ts'
import type { Secret } from '#kernel/secret.ts'
import { late, once } from '#std/late.ts'

const undici = late<typeof Undici>('undici')

export type S3Options = {
  /** Such as https://s3.eu-central-1.amazonaws.com; the operator's choice, so it is not guarded. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: Secret<string>
  /** Whether the bucket is the first part of the path, not of the host name. */
  pathStyle: boolean
}

export type Sent = { body: Readable; bytes: number; sha256: Buffer }
type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE'
type Options = Partial<Sent> & { query?: Record<string, string> }
type Answer = Pick<Dispatcher.ResponseData, 'headers' | 'body'> & { status: number }

export type S3Client = {
  /** One signed request (Signature Version 4). The caller reads the body. A store that cannot be reached is 503 `unavailable`. */
  send(method: Method, key: string, options?: Options): Promise<Answer>
  close(): Promise<void>
}

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const timeouts = { connect: 5_000, headers: 30_000, body: 30_000 }

/** `lookup` resolves host names, where the system's own resolver is not wanted. */
export function openS3Client(options: S3Options, lookup?: LookupFunction): S3Client {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle } = options
  const base = new URL(endpoint)
  const host = pathStyle ? base.host : `${bucket}.${base.host}`
  const folder = `${base.pathname.replace(/\/+$/, '')}${pathStyle ? `/${bucket}` : ''}`
  let opened: Agent | undefined
  const agent = once(() => {
    const { Agent } = undici()
    opened = new Agent({
      connect: { timeout: timeouts.connect, ...(lookup === undefined ? {} : { lookup }) },
      headersTimeout: timeouts.headers,
      bodyTimeout: timeouts.body,
      keepAliveTimeout: 4_000,
    })
    return opened
  })

  async function send(method: Method, key: string, { body, bytes, sha256, query }: Options = {}): Promise<Answer> {
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
    const path = `${folder}/${key}${search}`
    const signed = aws4.sign(
      {
        service: 's3',
        region,
        method,
        host,
        path,
        headers: {
          'X-Amz-Content-Sha256': sha256?.toString('hex') ?? emptyHash,
          ...(bytes === undefined
            ? {}
            : { 'Content-Length': String(bytes), 'Content-Type': 'application/octet-stream' }),
        },
      },
      { accessKeyId, secretAccessKey: secretAccessKey.reveal() },
    )
    try {
      const answer = await undici().request(`${base.protocol}//${host}${path}`, {
        method,
        headers: signed.headers as Record<string, string>,
        body: body ?? null,
        dispatcher: agent(),
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.body }
    } catch (error) {
      body?.destroy()
      throw new Refusal('unavailable', 'The file store does not answer right now. Repeat the call.', undefined, {
        retryAfter: 5,
        cause: error,
      })
    }
  }

  return { send, close: async () => opened?.destroy() }
}
