import { expect, test } from 'vitest'

import { getJob } from '#areas/jobs/operations/get-job.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { newImage, newPicture } from '#test/pictures.ts'
import { stage } from '#test/stage.ts'

import { importMediaFromUrl } from './import-media-from-url.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const url = 'https://example.com/pictures/ships%20at%20sea.png?size=1'
const answering =
  (body: Buffer, status = 200): SafeFetch =>
  (address) =>
    Promise.resolve({ status, headers: new Headers(), body, url: address })

async function imported(on: Stage, fetch: SafeFetch) {
  const { jobId } = await on.call(importMediaFromUrl, { url, alt: 'Ships', title: 'At sea' })
  await on.work({ fetch })
  return on.call(getJob, { jobId })
}

test('a job fetches the image and makes a media of it', async () => {
  const on = await stage()
  const { state, result } = await imported(on, answering(await newPicture(40, 20)))

  expect(state).toBe('succeeded')
  expect(result).toMatchObject({
    media: { source: 'import', alt: 'Ships', title: 'At sea', width: 40, aspectRatio: '2:1', variants: [{}, {}] },
  })
  const [row] = await on.rows(({ db }) => db.selectFrom('media').selectAll().execute())
  expect(row).toMatchObject({ filename: 'ships at sea.png' })
  expect(await on.rows(({ db }) => db.selectFrom('media_removal').selectAll().execute())).toEqual([])
})

test('the rules of the request are those of media', async () => {
  const on = await stage()
  let rules: Parameters<SafeFetch>[1]
  const picture = await newPicture()
  await imported(on, (address, given) => {
    rules = given
    return answering(picture)(address)
  })

  expect(rules).toMatchObject({ timeoutMs: 30_000, maxBytes: 15 * 1024 * 1024 })
  expect(rules?.types).toContain('image/avif')
  expect(rules?.types?.some((type) => type.includes('svg'))).toBe(false)
})

test('an image that already exists is the result', async () => {
  const on = await stage()
  const picture = await newPicture()
  const { id } = await newImage(on, picture)

  expect((await imported(on, answering(picture))).result).toMatchObject({ media: { id } })
})

test.each([
  ['a page', answering(Buffer.from('<!doctype html>')), 'unsupported_media'],
  ['an SVG', answering(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'unsupported_media'],
  ['a missing page', answering(Buffer.alloc(0), 404), 'upstream_failed'],
  ['a wrong type', failing({ reason: 'bad_response', about: 'type' }), 'unsupported_media'],
  ['too much', failing({ reason: 'bad_response', about: 'size' }), 'media_too_large'],
  ['nobody', failing({ reason: 'unreachable' }), 'upstream_failed'],
])('%s fails the job', async (_name, fetch, code) => {
  const on = await stage()
  const { state, error } = await imported(on, fetch)

  expect([state, error?.code]).toEqual(['failed', code])
  expect(await on.rows(({ db }) => db.selectFrom('media').select('id').execute())).toEqual([])
})

test.each([
  'http://example.com/a.png',
  'https://127.0.0.1/a.png',
  'https://10.0.0.1/a.png',
  'https://a.internal/a.png',
  'https://u:p@example.com/a.png',
])('%s is refused at once', async (address) => {
  const on = await stage()
  const outbound = openOutbound({ opened: [] })

  await expect(on.call(importMediaFromUrl, { url: address }, { checkUrl: outbound.check })).rejects.toMatchObject({
    code: 'url_not_allowed',
  })
  await outbound.close()
  expect(await on.rows(({ db }) => db.selectFrom('job').select('id').execute())).toEqual([])
})

function failing(details: Record<string, unknown>): SafeFetch {
  return () => Promise.reject(new Refusal('upstream_failed', 'It failed.', details))
}
