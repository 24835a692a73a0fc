import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { filesBelow, readFile, TooManyBytes } from '#kernel/files.ts'
import { Secret } from '#kernel/secret.ts'
import { freePort } from '#test/listening.ts'

import { localFiles } from './local.ts'
import { s3Files } from './s3.ts'
import type { FileStore } from './store.ts'
import { bucket, openTestBucket, testKey } from './test-bucket.ts'

let folder: string
let endpoint: string
let connections: () => Promise<number>
let closeBucket: () => Promise<void>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-files-'))
  ;({ endpoint, connections, close: closeBucket } = await openTestBucket(join(folder, 's3')))
})
afterAll(async () => {
  await closeBucket()
  await rm(folder, { recursive: true, force: true })
})

/** Every name is this machine. */
const here: LookupFunction = (_name, options, done) =>
  options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

const spool = () => join(folder, 'spool')
const stores: Record<string, () => FileStore> = {
  'a folder': () => localFiles(join(folder, 'local')),
  'a bucket': () => s3Files({ endpoint, bucket, ...testKey, region: 'eu-central-1', pathStyle: true }, spool(), here),
  'a bucket by host name': () =>
    s3Files({ endpoint, bucket, ...testKey, region: 'us-east-1', pathStyle: false }, spool(), here),
}
const unfinishedOf = (name: string) => (name === 'a folder' ? join(folder, 'local', '.unfinished') : spool())

/** The files of the store in a folder that this process holds open, where the system tells it: on Linux. */
async function openFiles(): Promise<string[]> {
  const held = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(held.map((one) => readlink(join('/proc/self/fd', one)).catch(() => '')))
  return paths.filter((path) => path.startsWith(join(folder, 'local')))
}

describe.each(Object.entries(stores))('%s', (name, open) => {
  let files: FileStore
  beforeAll(() => {
    files = open()
  })
  afterAll(() => files.close())
  const left = () => readdir(unfinishedOf(name)).catch(() => [])

  test('returns what was put, with its size and hash', async () => {
    const content = Buffer.from('ships in a harbour')
    const put = await files.put('org_1/med_1/8.webp', content)

    expect(put).toEqual({ bytes: 18, sha256: createHash('sha256').update(content).digest() })
    expect((await readFile(files, 'org_1/med_1/8.webp'))?.toString()).toBe('ships in a harbour')
    expect(await files.head('org_1/med_1/8.webp')).toEqual({ bytes: 18 })
    expect(await left()).toEqual([])
  })

  test('puts a stream of many parts, and replaces what was there', async () => {
    async function* parts() {
      for (let n = 0; n < 300; n++) yield Buffer.alloc(10_000, n % 256)
    }
    await files.put('org_1/med_2/8.webp', Buffer.from('before'))
    const { bytes } = await files.put('org_1/med_2/8.webp', parts())

    expect(bytes).toBe(3_000_000)
    const back = await readFile(files, 'org_1/med_2/8.webp')
    expect([back?.length, back?.[0], back?.at(-1)]).toEqual([3_000_000, 0, 299 % 256])
  })

  test('takes no more than it may, and keeps nothing of it', async () => {
    let asked = 0
    async function* endless() {
      for (;;) {
        asked++
        yield Buffer.alloc(1000)
      }
    }
    await expect(files.put('org_1/med_3/8.webp', endless(), { maxBytes: 5500 })).rejects.toThrow(TooManyBytes)

    expect([asked, await files.head('org_1/med_3/8.webp'), await left()]).toEqual([6, undefined, []])
  })

  test('keeps nothing of a stream that breaks', async () => {
    async function* broken() {
      yield Buffer.alloc(1000)
      throw new Error('the client went away')
    }
    await expect(files.put('org_1/med_4/8.webp', broken())).rejects.toThrow('went away')

    expect([await files.head('org_1/med_4/8.webp'), await left()]).toEqual([undefined, []])
  })

  test('has nothing where nothing was put', async () => {
    expect(await files.head('org_1/med_9/8.webp')).toBeUndefined()
    expect(await files.get('org_1/med_9/8.webp')).toBeUndefined()
    await files.remove('org_1/med_9/8.webp')
    await files.removeFolder('org_9')
  })

  test('removes a file, and a folder with everything below it and nothing beside it', async () => {
    for (const key of ['org_2/med_1/8.webp', 'org_2/med_1/8.avif', 'org_2/uploads/med_1/a', 'org_22/med_1/8.webp'])
      await files.put(key, Buffer.from('x'))
    await files.remove('org_2/med_1/8.avif')
    expect(await files.head('org_2/med_1/8.webp')).toEqual({ bytes: 1 })
    await files.removeFolder('org_2')

    expect(await files.head('org_2/med_1/8.webp')).toBeUndefined()
    expect(await files.head('org_2/uploads/med_1/a')).toBeUndefined()
    expect(await files.head('org_22/med_1/8.webp')).toEqual({ bytes: 1 })
  })

  test('lets go of what nobody reads to its end', async () => {
    await files.put('org_3/med_1/8.webp', Buffer.alloc(2_000_000))
    const [connected, opened] = [await connections(), await openFiles()]

    for (let n = 0; n < 30; n++) {
      const parts = (await files.get('org_3/med_1/8.webp'))?.content[Symbol.asyncIterator]()
      if (n % 2 === 0) await parts?.next()
      await parts?.return?.()
    }

    await expect.poll(connections).toBeLessThanOrEqual(connected)
    expect((await readFile(files, 'org_3/med_1/8.webp'))?.length).toBe(2_000_000)
    expect(await openFiles()).toEqual(opened)
  })

  test.each(['../secret', 'a/../../secret', '/etc/passwd', 'a//b', 'a/.hidden', '', 'a/b\0', 'a\\b', 'ä'])(
    'takes %j for no key',
    async (key) => {
      await expect(files.put(key, Buffer.from('x'))).rejects.toThrow('not the key of a file')
      await expect((async () => files.get(key))()).rejects.toThrow('not the key of a file')
      await expect((async () => files.removeFolder(key))()).rejects.toThrow('not the key of a file')
    },
  )

  test('shows the files of an organization nothing of another', async () => {
    await files.put('org_4/med_1/8.webp', Buffer.from('theirs'))
    const own = filesBelow(files, 'org_5')

    expect(await own.head('med_1/8.webp')).toBeUndefined()
    await expect(own.put('../org_4/med_1/8.webp', Buffer.from('x'))).rejects.toThrow('not the key of a file')
  })

  test('proves that it can be written', async () => {
    await expect(files.prove()).resolves.toBeUndefined()
  })

  test('removes what a killed process left unfinished, after half a minute', async () => {
    await files.put('org_6/med_1/8.webp', Buffer.from('x'))
    const [old, fresh] = ['old', 'fresh'].map((one) => join(unfinishedOf(name), one))
    for (const path of [old, fresh]) await writeFile(path ?? '', 'half')
    const earlier = new Date(Date.now() - 31_000)
    await utimes(old ?? '', earlier, earlier)
    await files.tidy()

    expect(await left()).toEqual(['fresh'])
    await rm(fresh ?? '')
  })
})

test('a wrong secret is reported as a store that takes nothing', async () => {
  const wrong = { ...testKey, secretAccessKey: new Secret('another secret') }
  const files = s3Files({ endpoint, bucket, ...wrong, region: 'us-east-1', pathStyle: true }, spool(), here)

  await expect(files.put('org_1/med_1/1.webp', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' })
  await expect(files.get('org_1/med_1/1.webp')).rejects.toMatchObject({ code: 'unavailable' })
  await files.close()
})

test('a store that is away is reported as one', async () => {
  const away = `http://127.0.0.1:${await freePort()}`
  const files = s3Files({ endpoint: away, bucket, ...testKey, region: 'us-east-1', pathStyle: true }, spool(), here)

  await expect(files.put('org_1/med_1/1.webp', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' })
  await expect(files.prove()).rejects.toMatchObject({ code: 'unavailable' })
  expect(await readdir(spool())).toEqual([])
  await files.close()
})

test('a folder that cannot be used is reported as a store that is away', async () => {
  await writeFile(join(folder, 'a-file'), '')
  await symlink('loop', join(folder, 'loop'))
  const [closed, lost] = [localFiles(join(folder, 'a-file')), localFiles(join(folder, 'loop'))]

  const answers = await Promise.all(
    [closed.put('a/b', Buffer.from('x')), lost.put('a/b', Buffer.from('x')), lost.get('a/b'), lost.head('a/b')].map(
      (answer) => answer.catch((error: unknown) => error),
    ),
  )

  expect(answers).toMatchObject(
    ['ENOTDIR', 'ELOOP', 'ELOOP', 'ELOOP'].map((code) => ({ code: 'unavailable', retryAfter: 5, cause: { code } })),
  )
})
