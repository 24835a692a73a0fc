import { createHash } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import { listItems } from '#areas/content/operations/list-items.ts'
import { removeOldDocuments } from '#areas/exchange/old-documents.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { completeMediaUpload } from '#areas/media/operations/complete-media-upload.ts'
import { createMediaUpload } from '#areas/media/operations/create-media-upload.ts'
import { listMedia } from '#areas/media/operations/list-media.ts'
import { newId } from '#kernel/ids.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { receive } from '#test/pictures.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { openGhost } from '#test/standins/ghost.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

import { importItems } from './import-items.ts'

// Opening takes long on a busy machine: it is not the time of a test.
beforeAll(async () => void (await testDatabase()))

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

type Input = Parameters<typeof importItems.handle>[1]
const feed = { source: 'rss', urlOrMediaId: 'https://blog.example/feed', collectionId: 'articles' }

test.each([
  ['without an address', { urlOrMediaId: undefined }, 'validation_failed'],
  ['with an address for a connected CMS', { source: 'connected_cms' }, 'validation_failed'],
  ['with media for a feed', { urlOrMediaId: newId('media') }, 'validation_failed'],
  ['with something that is neither', { urlOrMediaId: 'blog' }, 'validation_failed'],
  ['by http', { urlOrMediaId: 'http://blog.example/feed' }, 'url_not_allowed'],
  ['of this machine', { urlOrMediaId: 'https://127.0.0.1/feed' }, 'url_not_allowed'],
  ['with a password', { urlOrMediaId: 'https://a:b@blog.example/feed' }, 'url_not_allowed'],
  ['of a CMS that is not connected', { source: 'connected_cms', urlOrMediaId: undefined }, 'not_connected'],
  ['into an unknown collection', { collectionId: 'none' }, 'not_found'],
  ['into a disabled collection', { collectionId: 'docs' }, 'collection_disabled'],
  ['of an unknown document', { source: 'wxr', urlOrMediaId: newId('media') }, 'not_found'],
  ['of a malformed document', { source: 'markdown', urlOrMediaId: 'med_x' }, 'not_found'],
])('an import %s is refused at once', async (_, fields, code) => {
  const on = await stage()

  // Without private networks, as in a new installation.
  const { check: checkUrl } = openOutbound({ opened: [] })
  const call = on.call(importItems, { ...feed, ...fields } as Input, { confirm: true, checkUrl })
  await expect(call).rejects.toMatchObject({ code })
  expect(await on.rows(({ db }) => db.selectFrom('job').select('id').execute())).toEqual([])
})

test.each([
  ['WordPress', openWordpress, (url: string) => ({ source: 'wordpress_rest', urlOrMediaId: url })],
  ['Ghost', openGhost, (url: string) => ({ source: 'rss', urlOrMediaId: `${url}/rss/` })],
])(
  'a connected %s is not read through its connection, and the refusal says what to call',
  async (name, open, input) => {
    const site = await open()
    const { on } = await connectedCms(site)
    const call = { source: 'connected_cms', collectionId: 'articles' } as const

    const refused = on.call(importItems, call, { confirm: true })

    await expect(refused).rejects.toMatchObject({
      code: 'not_connected',
      message: expect.stringContaining(`The connection to ${name}`),
      details: { alternative: { operation: 'importItems', input: input(site.given.settings.siteUrl) } },
    })
    await site.close()
  },
)

test('only an upload is a document, and one without bytes ends the job with a reason', async () => {
  const on = await stage()
  const [image, imported, document] = [newId('media'), newId('media'), newId('media')]
  await on.rows(({ db }) =>
    db
      .insertInto('media')
      .values([
        { id: image, kind: 'image', source: 'upload', url: 'https://x.example/a' },
        { id: imported, kind: 'document', source: 'import', url: 'https://x.example/b.pdf' },
        { id: document, kind: 'document', source: 'upload', url: '' },
      ])
      .execute(),
  )
  const call = (id: string) =>
    on.call(importItems, { ...feed, source: 'wxr', urlOrMediaId: id } as Input, { confirm: true })

  // createMediaUpload has no field for the kind: the type says it.
  await expect(call(image)).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringMatching(/createMediaUpload .* application\/xml/) as unknown,
  })
  await expect(call(imported)).rejects.toMatchObject({ code: 'not_found' })
  await call(document)
  await on.work()
  const [job] = await on.rows(({ db }) => db.selectFrom('job').select(['state', 'error']).execute())
  expect(job).toMatchObject({ state: 'failed', error: { code: 'unsupported_media' } })
})

test('a document that no import has taken goes after a day, unless one still waits for it', async () => {
  const on = await stage()
  const [failed, wanted, recent] = [newId('media'), newId('media'), newId('media')]
  const old = new Date(Date.now() - 25 * 3600_000)
  const document = { kind: 'document', source: 'upload', url: '' } as const
  await on.rows(({ db }) =>
    db
      .insertInto('media')
      .values([
        { ...document, id: failed, created_at: old },
        { ...document, id: wanted, created_at: old },
        { ...document, id: recent },
      ])
      .execute(),
  )
  const call = (id: string) =>
    on.call(importItems, { ...feed, source: 'wxr', urlOrMediaId: id } as Input, { confirm: true })
  await call(failed)
  await on.work()
  await call(wanted)

  const removed = await on.rows(({ db }) => removeOldDocuments(db, 10))

  expect(removed).toBe(1)
  const left = await on.rows(({ db }) => db.selectFrom('media').select('id').orderBy('id').execute())
  expect(left.map(({ id }) => id)).toEqual([wanted, recent].toSorted())
})

test('an uploaded document is imported once, and goes with its job', async () => {
  const on = await stage()
  const bytes = Buffer.from('---\ntitle: From a file\nslug: from-a-file\n---\n\nWritten elsewhere.\n')
  const about = { filename: 'post.md', mime: 'text/markdown', bytes: bytes.length, sha256: sha256(bytes) }
  const upload = async () => {
    const { mediaId, uploadUrl } = await on.call(createMediaUpload, about)
    await receive(on, new URL(uploadUrl).pathname, bytes)
    await on.call(completeMediaUpload, { mediaId })
    return mediaId
  }
  const load = async () => {
    const input = { source: 'markdown', urlOrMediaId: await upload(), collectionId: 'articles' }
    const { jobId } = await on.call(importItems, input as Input, { confirm: true })
    await on.work()
    return on.call(getJob, { jobId })
  }

  expect(await load()).toMatchObject({ state: 'succeeded', error: null, result: { created: 1, matched: 0 } })
  expect(await load()).toMatchObject({ state: 'succeeded', error: null, result: { created: 0, matched: 1 } })

  const { items } = await on.call(listItems, {})
  expect(items).toMatchObject([{ title: 'From a file', slug: 'from-a-file', status: 'draft' }])
  expect((await on.call(listMedia, {})).items).toEqual([])
})

test('a document of which a part failed stays for the retry', async () => {
  const on = await stage()
  const bytes = Buffer.from('---\ntitle: From a file\n---\n\n![Broken](data:image/png;base64,AAAA)\n')
  const about = { filename: 'post.md', mime: 'text/markdown', bytes: bytes.length, sha256: sha256(bytes) }
  const { mediaId, uploadUrl } = await on.call(createMediaUpload, about)
  await receive(on, new URL(uploadUrl).pathname, bytes)
  await on.call(completeMediaUpload, { mediaId })
  const load = async () => {
    const input = { source: 'markdown', urlOrMediaId: mediaId, collectionId: 'articles' }
    const { jobId } = await on.call(importItems, input as Input, { confirm: true })
    await on.work()
    return on.call(getJob, { jobId })
  }

  expect(await load()).toMatchObject({ state: 'partial', result: { created: 1, media: { failedTotal: 1 } } })
  expect(await load()).toMatchObject({ state: 'partial', result: { created: 0, matched: 1 } })
})

test('a preview says what an import would do, and keeps nothing but the document', async () => {
  const on = await stage()
  const bytes = Buffer.from('---\ntitle: From a file\naliases: [/old]\ntags: [sea]\n---\n\nWritten elsewhere.\n')
  const about = { filename: 'post.md', mime: 'text/markdown', bytes: bytes.length, sha256: sha256(bytes) }
  const { mediaId, uploadUrl } = await on.call(createMediaUpload, about)
  await receive(on, new URL(uploadUrl).pathname, bytes)
  await on.call(completeMediaUpload, { mediaId })
  const input = { source: 'markdown', urlOrMediaId: mediaId, collectionId: 'articles' }
  const run = async (preview: boolean) => {
    const { jobId } = await on.call(importItems, { ...input, preview } as Input, { confirm: true })
    await on.work()
    return on.call(getJob, { jobId })
  }

  const outcome = { state: 'succeeded', result: { created: 1, redirects: { created: 1 } } }
  expect(await run(true)).toMatchObject(outcome)
  expect((await on.call(listItems, {})).items).toEqual([])
  expect(await on.rows(({ db }) => db.selectFrom('term').select('name').execute())).toEqual([])

  expect(await run(false)).toMatchObject(outcome)
  expect((await on.call(listItems, {})).items).toMatchObject([{ title: 'From a file' }])
})

test('an import waits for its confirmation', async () => {
  const on = await stage()

  await expect(on.call(importItems, feed as Input)).rejects.toMatchObject({ code: 'confirmation_required' })
})
