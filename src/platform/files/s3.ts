import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'

import { Refusal } from '#kernel/errors.ts'

import { checkedKey } from './keys.ts'
import { openS3Client, type S3Options } from './s3-client.ts'
import { removeStale, spool } from './spool.ts'
import { type FileStore, proveWritable } from './store.ts'

/**
 * Files in a bucket of any store that speaks S3. Incoming bytes are spooled into a temporary file in `spoolFolder` first
 * (media.md#spooling-for-buckets).
 */
export function s3Files(options: S3Options, spoolFolder: string, lookup?: LookupFunction): FileStore {
  const client = openS3Client(options, lookup)

  const store: FileStore = {
    place: `the bucket ${options.bucket} at ${options.endpoint}`,

    async put(key, content, { maxBytes = Infinity } = {}) {
      checkedKey(key)
      const spooled = await spool(spoolFolder, content, maxBytes)
      const { path, bytes, sha256 } = spooled
      try {
        const { status, body } = await client.send('PUT', key, { body: createReadStream(path), bytes, sha256 })
        await body.dump()
        if (status !== 200) throw refused('PUT', status)
      } finally {
        await rm(path, { force: true })
      }
      return { bytes, sha256 }
    },

    async get(key) {
      const { status, headers, body } = await client.send('GET', checkedKey(key))
      if (status === 200) return { bytes: Number(headers['content-length']), content: letGo(body) }
      await body.dump()
      if (status === 404) return undefined
      throw refused('GET', status)
    },

    async head(key) {
      const { status, headers, body } = await client.send('HEAD', checkedKey(key))
      await body.dump()
      if (status === 404) return undefined
      if (status !== 200) throw refused('HEAD', status)
      return { bytes: Number(headers['content-length']) }
    },

    async remove(key) {
      const { status, body } = await client.send('DELETE', checkedKey(key))
      await body.dump()
      if (status !== 204 && status !== 200 && status !== 404) throw refused('DELETE', status)
    },

    async removeFolder(folder) {
      checkedKey(folder)
      // A list has a thousand names at most; what was removed is missing from the next one.
      for (let last = ''; ;) {
        const keys = await list(`${folder}/`)
        if (keys.length === 0) return
        if (keys[0] === last) throw new Error('The store keeps files that it was told to remove')
        last = keys[0] ?? ''
        for (const key of keys) await store.remove(key)
      }
    },

    tidy: () => removeStale(spoolFolder),
    prove: () => proveWritable(store),
    close: client.close,
  }

  async function list(prefix: string): Promise<string[]> {
    const { status, body } = await client.send('GET', '', { query: { 'list-type': '2', prefix } })
    const text = await body.text()
    if (status !== 200) throw refused('LIST', status)
    // Keys are ours: none of their characters is escaped in XML.
    return [...text.matchAll(/<Key>([^<]{1,1024})<\/Key>/g)].flatMap(([, key]) => key ?? [])
  }

  return store
}

// What S3 says may quote the request; its status says enough.
function refused(what: string, status: number): Refusal {
  return new Refusal(
    'unavailable',
    'The file store does not accept this request right now. Repeat the call.',
    undefined,
    {
      retryAfter: 5,
      cause: new Error(`the file store answered ${status} to ${what}`),
    },
  )
}

// A body that nobody reads would hold its connection: a reader that leaves early, or never begins, releases it.
function letGo(body: Readable): AsyncIterable<Uint8Array> {
  body.on('error', () => {})
  return {
    [Symbol.asyncIterator]() {
      const parts: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
      return {
        next: () => parts.next(),
        async return() {
          body.destroy()
          return { done: true, value: undefined }
        },
      }
    },
  }
}
