import { createHash } from 'node:crypto'

import { addImage, fetchImage, findImage } from '#areas/media/index.ts'
import { type Code, detailOf, Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'

import { mediaByKey } from './import-media.ts'
import type { ImportRun } from './import-run.ts'
import type { PictureParts, Taken } from './known-pictures.ts'
import { keepOrigin, type Origin, originsOf } from './media-origins.ts'
import { isPictureName } from './picture-uses.ts'
import type { ImportedMedia, SourcePicture } from './record.ts'

export type Outcome = Taken | { failed: string } | undefined

/** A picture as media: the one that exists, or a new one; or why it cannot be one. Undefined where it stays where it is. */
export async function takePicture(run: ImportRun, picture: SourcePicture): Promise<Outcome> {
  const { pictures: parts } = run.parts
  if (parts === undefined) return undefined
  if (!('file' in picture)) {
    const key = `media:${picture.addresses[0]}`
    return decided(run, key) ?? takeRemote(run, parts, { key, keys: [key], picture })
  }
  const { file, alt } = picture
  if (file.bytes > maxBytes) return { failed: 'It is larger than 15 MiB' }
  const bytes = await file.read()
  const key = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return decided(run, key) ?? takeFile(run, parts, { key, bytes, name: file.path, alt })
}

/** The file of an attachment as media, unless it is a document. */
export async function takeAttachment(run: ImportRun, media: ImportedMedia): Promise<Outcome> {
  const { pictures: parts } = run.parts
  const { sourceKey: key, url, alt, title } = media
  if (parts === undefined || !isPicture(media)) return undefined
  const known = decided(run, key)
  if (known !== undefined) return known
  const address = `media:${url}`
  const picture = { addresses: [url], alt, otherwise: null } satisfies SourcePicture
  const outcome = await takeRemote(run, parts, { key, keys: [key, address], picture, title })
  if (outcome !== undefined && 'failed' in outcome) run.pictures.failed.set(address, outcome.failed)
  else if (outcome !== undefined) run.pictures.taken.set(address, outcome)
  return outcome
}

function isPicture({ mime, url }: ImportedMedia): boolean {
  return mime === null
    ? isPictureName(url) || !/\.\w+$/.test(URL.parse(url)?.pathname ?? '')
    : mime.startsWith('image/')
}

function decided({ pictures }: ImportRun, key: string): Outcome {
  const failed = pictures.failed.get(key)
  return failed === undefined ? pictures.taken.get(key) : { failed }
}

const maxBytes = 15 * 1024 * 1024

type File = { key: string; bytes: Buffer; name: string; alt: string | null }

async function takeFile(run: ImportRun, parts: PictureParts, { key, bytes, name, alt }: File): Promise<Outcome> {
  const known = await findImage(parts.place, bytes)
  if (known !== undefined) {
    run.summary.media.matched++
    return keep(run, parts, key, { mediaId: known.id, url: known.url })
  }
  const filename = name.split('/').at(-1)?.slice(0, 255).toWellFormed() ?? null
  if (run.parts.dryRun) return imagine(run, key)
  return adding(run, key, async () => {
    const row = await addImage(parts.place, { bytes, source: 'import', filename, alt: altOf(alt) })
    return { mediaId: row.id, url: row.url }
  })
}

function imagine({ pictures, summary }: ImportRun, key: string): undefined {
  if (!pictures.imagined.has(key)) summary.media.created++
  pictures.imagined.add(key)
}

type Remote = {
  key: string
  keys: readonly string[]
  picture: Extract<SourcePicture, { addresses: unknown }>
  title?: string | null
}

async function takeRemote(run: ImportRun, parts: PictureParts, remote: Remote): Promise<Outcome> {
  const { key, keys, picture } = remote
  const origins = await parts.place.read((db) => originsOf(db, keys))
  const origin = keys.map((one) => origins.get(one)).find((one) => one?.address === picture.addresses[0])
  if (origin !== undefined) {
    run.summary.media.matched++
    return keep(run, parts, key, origin)
  }
  const { fetch } = parts
  if (fetch === undefined || run.parts.dryRun) {
    run.pictures.elsewhere.add(picture.addresses[0])
    run.summary.elsewhere = run.pictures.elsewhere.size
    return undefined
  }
  const { pictures, bytes } = run.pictures.fetched
  if (pictures >= parts.limits.pictures || bytes >= parts.limits.bytes) {
    const most = `${parts.limits.pictures} pictures or ${Math.floor(parts.limits.bytes / 1_000_000)} MB`
    return { failed: `One import fetches at most ${most}: run it again for the others` }
  }
  return adding(run, key, () => fetchAndAdd(run, { ...parts, fetch }, remote))
}

async function fetchAndAdd(
  run: ImportRun,
  parts: PictureParts & { fetch: SafeFetch },
  { keys, picture, title }: Remote,
): Promise<Omit<Origin, 'address'>> {
  const { fetched } = run.pictures
  const { place } = parts
  const image = await fetchFirst(run, parts.fetch, picture.addresses)
  fetched.pictures++
  fetched.bytes += image.bytes.length
  const rows = await place.read((db) => mediaByKey(db, keys))
  const into = [...rows.values()].find(({ hasFiles }) => !hasFiles)?.id
  const row = await addImage(place, { ...image, source: 'import', into, alt: altOf(picture.alt), title })
  const address = picture.addresses[0]
  await place.write(({ db }) => keepOrigin(db, { sourceKeys: keys, mediaId: row.id, address }))
  return { mediaId: row.id, url: row.url }
}

/** A host that was silent so often in a row is not asked again. */
const maxSilent = 3

/** The bytes at the first of these addresses that has an image. Without any, what the last one says is thrown. */
async function fetchFirst({ pictures }: ImportRun, fetch: SafeFetch, addresses: readonly string[]) {
  let failure: unknown
  for (const address of addresses) {
    const host = URL.parse(address)?.host ?? ''
    if ((pictures.silent.get(host) ?? 0) >= maxSilent) {
      failure ??= new Refusal('upstream_failed', `${host} does not answer.`)
      continue
    }
    try {
      const image = await fetchSafely(fetch, address)
      pictures.silent.delete(host)
      return image
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failure = error
      const isSilent = ['unreachable', 'timeout'].includes(String(detailOf(error, 'reason')))
      pictures.silent.set(host, isSilent ? (pictures.silent.get(host) ?? 0) + 1 : 0)
    }
  }
  throw failure
}

// Only https leads to other servers: most of those that once had no certificate have one now.
function fetchSafely(fetch: SafeFetch, address: string) {
  return fetchImage(fetch, address).catch((error: unknown) => {
    const isPlain = error instanceof Refusal && error.code === 'url_not_allowed' && /^http:/i.test(address)
    if (!isPlain) throw error
    return fetchImage(fetch, address.replace(/^http:/i, 'https:'))
  })
}

/** Adds a picture. What is wrong with the picture, or with where it is, fails only the picture. */
async function adding(run: ImportRun, key: string, add: () => Promise<Omit<Origin, 'address'>>): Promise<Outcome> {
  try {
    const made = await add()
    run.summary.media.created++
    return keep(run, run.parts.pictures, key, made)
  } catch (error) {
    run.parts.signal?.throwIfAborted()
    if (!(error instanceof Refusal) || !faultsOfPictures.has(error.code)) throw error
    run.pictures.failed.set(key, error.message)
    return { failed: error.message }
  }
}

const faultsOfPictures = new Set<Code>([
  'unsupported_media',
  'media_too_large',
  'upstream_failed',
  'url_not_allowed',
  'unavailable',
])

function keep(run: ImportRun, parts: PictureParts | undefined, key: string, made: Omit<Origin, 'address'>): Taken {
  const taken = { key, path: made.url, url: made.url.startsWith('/') ? `${parts?.baseUrl ?? ''}${made.url}` : made.url }
  run.pictures.taken.set(key, taken)
  run.pictures.ids.set(key, made.mediaId)
  return taken
}

function altOf(alt: string | null): string | null {
  const text = alt?.replace(/\s+/g, ' ').trim() ?? ''
  return text === '' ? null : text.slice(0, 300).toWellFormed()
}
