import { isPublic } from '#areas/collections/index.ts'
import { itemPicture, type ItemPicture } from '#areas/content/index.ts'
import { findItem } from '#areas/items/index.ts'
import { servedPath } from '#areas/media/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { CmsItem, CmsPicture } from '#kernel/cms-connector.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Reader } from '#kernel/database.ts'
import { absoluteUrl } from '#kernel/feed.ts'
import { type Files, readFile } from '#kernel/files.ts'

/** What building an item for another system works with. */
export type CmsItemCtx = { db: Reader; access: { organization: OrganizationFacts }; baseUrl: string }

/** An item with its picture as it is stored; `picture` tells where the bytes are. */
export type BuiltItem = { item: Omit<CmsItem, 'featuredImage'>; picture: StoredPicture | null }

type StoredPicture = Omit<CmsPicture, 'read'> & { key: string | null }

/** An item as other systems get it (integrations.md#what-a-copy-contains): absolute addresses, no date in the future. */
export async function buildItem(ctx: CmsItemCtx, id: string, now: Date): Promise<BuiltItem> {
  const shown = await itemPicture(ctx, await findItem(ctx.db, { id }))
  const { row, body, terms } = shown
  const publishAt = row.publish_at !== null && row.publish_at <= now ? row.publish_at : null
  return {
    item: {
      id: row.id,
      title: row.title,
      slug: row.slug,
      contentHtml: withAbsoluteMedia(body.contentHtml ?? '', ctx.baseUrl),
      excerpt: row.excerpt,
      categories: terms.category.map(({ name, slug }) => ({ name, slug })),
      tags: terms.tag.map(({ name, slug }) => ({ name, slug })),
      authors: terms.author.map(({ name, slug }) => ({ name, slug })),
      seoTitle: row.seo_title,
      metaDescription: row.meta_description,
      canonicalUrl: row.canonical_url,
      ogTitle: row.og_title,
      ogDescription: row.og_description,
      twitterTitle: row.twitter_title,
      twitterDescription: row.twitter_description,
      schemaJsonLd: row.schema_json_ld === null ? null : JSON.stringify(row.schema_json_ld),
      publishAt,
    },
    picture: await storedPicture(ctx, shown),
  }
}

/** The same with a picture whose bytes are read when a service wants them. */
export function withPicture({ item, picture }: BuiltItem, files: Files | undefined): CmsItem {
  if (picture === null) return { ...item, featuredImage: null }
  const { key, ...known } = picture
  const read = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = key === null || files === undefined ? undefined : await readFile(files, key)
    if (bytes === undefined)
      throw new ConnectorFault('invalid', 'The file of the featured image is gone: choose another image.', {
        reason: 'picture_gone',
      })
    return new Uint8Array(bytes)
  }
  return { ...item, featuredImage: { ...known, read } }
}

/** The newest published item, to show what a mapping sends. */
export async function sampleItem(ctx: CmsItemCtx & { now: Date }): Promise<CmsItem | undefined> {
  const newest = await ctx.db
    .selectFrom('item')
    .select('id')
    .where(isPublic('item'))
    .orderBy('publish_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest === undefined ? undefined : withPicture(await buildItem(ctx, newest.id, ctx.now), undefined)
}

async function storedPicture({ db, baseUrl }: CmsItemCtx, { row }: ItemPicture): Promise<StoredPicture | null> {
  if (row.featured_image_id === null) return null
  const media = await db
    .selectFrom('media')
    .select(['id', 'url', 'alt', 'sha256', 'filename'])
    .where('id', '=', row.featured_image_id)
    .executeTakeFirst()
  if (media === undefined) return null
  const place = servedPath(media.url)
  const file = place?.file ?? 'picture.webp'
  return {
    url: absoluteUrl(media.url, baseUrl) ?? media.url,
    alt: media.alt ?? '',
    checksum: media.sha256 === null ? media.id : media.sha256.toString('hex'),
    mimeType: file.endsWith('.avif') ? 'image/avif' : 'image/webp',
    fileName: fileNameOf(media.filename, file),
    key: place === undefined ? null : `${place.mediaId}/${place.file}`,
  }
}

const fileNameOf = (name: string | null, file: string): string => {
  const extension = file.split('.').at(-1) ?? 'webp'
  const base = (name ?? 'picture').replace(/\.[^.]*$/, '').replaceAll(/[^\w-]+/g, '-')
  return `${base.slice(0, 80) || 'picture'}.${extension}`
}

/** HTML with absolute addresses of own files: the policy writes them as paths, in src, srcset and href. */
export function withAbsoluteMedia(html: string, baseUrl: string): string {
  return html.replaceAll(
    /(["\s,])(\/media\/org_[0-9a-z]{26}\/)/g,
    (_all, before: string, path: string) => `${before}${baseUrl}${path}`,
  )
}
