import { applyEdits, type Edit } from '#std/text-edits.ts'

import type { Address } from './body-addresses.ts'
import { type ImportRun } from './import-run.ts'
import { countFailedPicture, countNote } from './import-summary.ts'
import type { Taken } from './known-pictures.ts'
import { addressesOfPicture, bytesInAddress } from './picture-addresses.ts'
import { type Outcome, takeAttachment, takePicture } from './picture-store.ts'
import { addressEdits, isPictureName, pictureUses } from './picture-uses.ts'
import type { ImportRecord, ImportedItem, ImportedMedia, SourcePicture } from './record.ts'

/**
 * Makes media of the pictures that the records of a source name, as far as the run can have them, and lets the bodies name those
 * (exchange.md#pictures-come-along). It works before the batches: no transaction is open while a picture is fetched or encoded.
 */
export async function* withPictures(
  run: ImportRun,
  records: AsyncIterable<ImportRecord>,
): AsyncGenerator<ImportRecord> {
  for await (const record of records) {
    run.parts.signal?.throwIfAborted()
    if (record.kind === 'item') yield* itemWithPictures(run, record)
    else if (record.kind !== 'media' || !(await isTaken(run, record))) yield record
  }
}

/** Whether an attachment is a media with files: then it needs none with its own address. */
async function isTaken(run: ImportRun, media: ImportedMedia): Promise<boolean> {
  const { sourceKey, url } = media
  // Several entries may bring the same attachment: it is named once.
  if (run.pictures.failed.has(sourceKey)) return false
  return unlessFailed(run, await takeAttachment(run, media), { by: media, address: url }) !== undefined
}

async function* itemWithPictures(run: ImportRun, item: ImportedItem): AsyncGenerator<ImportRecord> {
  const featured = await featuredOf(run, item)
  if (featured.media !== undefined) yield featured.media
  const content = await contentOf(run, item)
  yield { ...item, content, featuredMediaKey: featured.key ?? item.featuredMediaKey }
}

/** The featured image as a key that the writer finds; one that stays elsewhere becomes a media with its address. */
async function featuredOf(run: ImportRun, item: ImportedItem): Promise<{ key?: string; media?: ImportedMedia }> {
  const { featuredPicture: picture } = item
  if (picture === undefined || picture === null) return {}
  const taken = await taking(run, picture, { by: item, address: addressIn(picture) })
  if (taken !== undefined) return { key: taken.key }
  if ('file' in picture) return {}
  const [url] = picture.addresses
  const sourceKey = `media:${url}`
  const described = { title: null, alt: picture.alt, description: null, mime: null }
  return { key: sourceKey, media: { kind: 'media', sourceKey, sourceLabel: url, url, ...described } }
}

function addressIn(picture: SourcePicture): string {
  return 'file' in picture ? picture.file.path : picture.addresses[0]
}

async function contentOf(run: ImportRun, item: ImportedItem): Promise<string> {
  const { content, contentFormat } = item
  const uses = pictureUses(content, contentFormat)
  const shown = new Set(uses.flatMap(({ use, text }) => (use === 'image' ? addressesOfPicture(text)[0] : [])))
  const edits: Edit[] = []
  for (const use of uses) {
    const picture = pictureOf(run, item, use, shown)
    if (picture === undefined) {
      edits.push(...unchanged(use))
      continue
    }
    const alt = use.alt === '' ? picture.alt : use.alt
    const taken = await taking(run, { ...picture, alt }, { by: item, address: use.text })
    if (taken !== undefined) edits.push(...addressEdits(use, use.use === 'image' ? taken.path : taken.url))
    else if (picture.otherwise !== null) edits.push(...addressEdits(use, picture.otherwise))
    else edits.push(...unchanged(use))
    const isImagined = run.parts.dryRun && 'file' in picture
    if (taken === undefined && use.use === 'image' && picture.otherwise === null && !isImagined)
      remarkHidden(run, item, use)
  }
  return edits.length === 0 ? content : applyEdits(content, edits)
}

/** An image without `src` gets the largest of its sizes as one, wherever that is. */
function unchanged(use: Address): Edit[] {
  return use.syntax === 'attribute' ? addressEdits(use, use.text) : []
}

/** What an address of a body shows; undefined where it is not a picture to be taken. */
function pictureOf(
  run: ImportRun,
  { pictures }: ImportedItem,
  { use, text }: Address,
  shown: ReadonlySet<string>,
): SourcePicture | undefined {
  const known = pictures?.get(text)
  if (known !== undefined) return known
  const bytes = use === 'image' ? bytesInAddress(text) : undefined
  if (bytes !== undefined) {
    const file = { path: 'picture within the text', bytes: bytes.length, read: async () => bytes }
    return { file, alt: null, otherwise: null }
  }
  if (!/^https?:\/\//i.test(text) || isOwn(run, text)) return undefined
  const addresses = addressesOfPicture(text)
  // A link to the file of a picture that the body shows leads to the media too; other links are somebody else's pages.
  if (use === 'link' && !(isPictureName(text) && shown.has(addresses[0]))) return undefined
  return { addresses, alt: null, otherwise: null }
}

function isOwn({ parts }: ImportRun, address: string): boolean {
  const own = parts.pictures?.baseUrl
  return own !== undefined && address.startsWith(`${own}/media/`)
}

/** The entry that shows a picture, and under which address. */
type Named = { by: ImportedItem | ImportedMedia; address: string }

async function taking(run: ImportRun, picture: SourcePicture, named: Named): Promise<Taken | undefined> {
  return unlessFailed(run, await takePicture(run, picture), named)
}

/** A picture as media; the report names one that cannot be had. */
function unlessFailed(run: ImportRun, outcome: Outcome, { by, address }: Named): Taken | undefined {
  if (outcome === undefined || !('failed' in outcome)) return outcome
  const shown = address.startsWith('data:') ? 'a picture within the text' : address.slice(0, 200)
  countFailedPicture(run.summary, {
    label: `${by.sourceLabel}: ${shown}`,
    address: shown,
    reason: outcome.failed,
    article: by.kind === 'item' ? { title: by.title, sourceKey: by.sourceKey } : null,
  })
  return undefined
}

function remarkHidden({ summary }: ImportRun, { sourceLabel }: ImportedItem, { text }: Address): void {
  if (text.startsWith('https://') || text.startsWith('data:')) return
  const message = `The image "${text.slice(0, 200)}" has no https address and is not shown`
  countNote(summary, { sourceLabel, code: 'image_unresolved', message })
}
