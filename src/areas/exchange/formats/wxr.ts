import { createHash } from 'node:crypto'

import type { WholeItem } from '#areas/content/index.ts'
import { carriedTo } from '#areas/exchange/carried-texts.ts'
import { ownFieldsOf } from '#areas/exchange/own-fields.ts'

import type { WriteExport } from './format.ts'
import { withoutSoftBreaks } from './wordpress-html.ts'

/** The metadata in which a post keeps a whole old path: WordPress knows only the slug at its end. */
export const oldPathKey = '_masthead_old_path'

/** The metadata in which a post keeps the fields of an item for which WordPress has no place, as JSON. */
export const ownFieldsKey = '_masthead_fields'

/** A WordPress export (WXR 1.2): every item is a post, its body HTML. What WordPress has no place for is left out. */
export const wxr: WriteExport = async function* wxr(items, { siteUrl, organizationName, now }) {
  const ids = new Set<number>()
  const authors = new Set<string>()
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>${xml(organizationName)}</title>
<link>${xml(siteUrl)}</link>
<pubDate>${now.toUTCString()}</pubDate>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${xml(siteUrl)}</wp:base_site_url>
<wp:base_blog_url>${xml(siteUrl)}</wp:base_blog_url>
`
  for await (const item of items) {
    for (const author of item.authors) {
      if (authors.has(author.slug)) continue
      authors.add(author.slug)
      yield `<wp:author><wp:author_login>${cdata(author.slug)}</wp:author_login><wp:author_display_name>${cdata(html(author.name))}</wp:author_display_name></wp:author>\n`
    }
    const picture =
      item.featuredImage === null ? undefined : { ...item.featuredImage, id: idOf(`${item.id} picture`, ids) }
    if (picture !== undefined) yield attachmentOf(picture)
    yield itemOf(item, idOf(item.id, ids), picture?.id)
  }
  yield '</channel>\n</rss>\n'
}

// The ids of WordPress are numbers. These follow from the item's own, so that another export uses the same one.
function idOf(id: string, taken: Set<number>): number {
  let number = createHash('sha256').update(id).digest().readUInt32BE() >>> 1
  while (number === 0 || taken.has(number)) number = (number + 1) % 2 ** 31
  taken.add(number)
  return number
}

type Picture = NonNullable<WholeItem['featuredImage']> & { id: number }

/** The featured image of an item, which WordPress keeps as a post of its own. */
function attachmentOf({ id, url, alt }: Picture): string {
  return `<item>
<title>${cdata(html(alt ?? ''))}</title>
<guid isPermaLink="false">${xml(url)}</guid>
<wp:post_id>${id}</wp:post_id>
<wp:status>inherit</wp:status>
<wp:post_type>attachment</wp:post_type>
<wp:attachment_url>${cdata(url)}</wp:attachment_url>
${metaOf('_wp_attachment_image_alt', html(alt ?? ''))}</item>
`
}

function itemOf(item: WholeItem, id: number, pictureId: number | undefined): string {
  const date = item.publishAt === null ? null : new Date(item.publishAt)
  const terms = [
    ...item.categories.map((term) => termOf('category', term)),
    ...item.tags.map((term) => termOf('post_tag', term)),
    // WordPress itself has one author; the plugin Co-Authors Plus has all of them as terms, each named by its login.
    ...(item.authors.length > 1 ? item.authors : []).map(({ slug }) =>
      termOf('author', { name: slug, slug: `cap-${slug}` }),
    ),
  ]
  const [status, when] = item.isDraft ? ['draft', null] : [item.status === 'scheduled' ? 'future' : 'publish', date]
  const meta = [
    ...carriedTo('wxr', item),
    ...(pictureId === undefined ? [] : [['_thumbnail_id', String(pictureId)] as const]),
    ...seoOf(item),
    ...item.aliases.flatMap((path) => [
      ['_wp_old_slug', path.split('/').at(-1) ?? ''] as const,
      [oldPathKey, path] as const,
    ]),
  ]
  return `<item>
<title>${cdata(html(item.title))}</title>
<link>${xml(item.url)}</link>
<pubDate>${(when ?? new Date(item.createdAt)).toUTCString()}</pubDate>
<dc:creator>${cdata(item.authors[0]?.slug ?? '')}</dc:creator>
<guid isPermaLink="false">${xml(item.id)}</guid>
<content:encoded>${cdata(withoutSoftBreaks(item.contentHtml))}</content:encoded>
<excerpt:encoded>${cdata(html(item.excerpt ?? ''))}</excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date_gmt>${stamp(when)}</wp:post_date_gmt>
<wp:post_modified_gmt>${stamp(new Date(item.updatedAt))}</wp:post_modified_gmt>
<wp:post_name>${cdata(item.slug)}</wp:post_name>
<wp:status>${status}</wp:status>
<wp:post_type>post</wp:post_type>
${terms.join('')}${meta.map(([key, value]) => metaOf(key, html(value ?? ''))).join('')}${metaOf(ownFieldsKey, ownText(item))}</item>
`
}

/** What a site that moves to WordPress needs besides texts: Yoast SEO keeps it there. */
function seoOf({ robots, primaryKeyword, canonicalUrl }: WholeItem): [key: string, value: string][] {
  return [
    ['_yoast_wpseo_focuskw', primaryKeyword ?? ''],
    ['_yoast_wpseo_canonical', canonicalUrl ?? ''],
    ['_yoast_wpseo_meta-robots-noindex', robots.noindex ? '1' : ''],
    ['_yoast_wpseo_meta-robots-nofollow', robots.nofollow ? '1' : ''],
  ]
}

function ownText(item: WholeItem): string {
  const { articleType } = item
  const fields = { ...(articleType === null ? {} : { articleType }), ...ownFieldsOf(item) }
  return Object.keys(fields).length === 0 ? '' : JSON.stringify(fields)
}

function termOf(domain: string, { name, slug }: { name: string; slug: string }): string {
  return `<category domain="${domain}" nicename="${xml(slug)}">${cdata(html(name))}</category>\n`
}

function metaOf(key: string, value: string): string {
  if (value === '') return ''
  return `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>\n`
}

function stamp(date: Date | null): string {
  return date === null ? '0000-00-00 00:00:00' : date.toISOString().slice(0, 19).replace('T', ' ')
}

// WordPress takes titles, excerpts and names for HTML.
function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

// What would end the section early is split between two of them.
function cdata(text: string): string {
  return `<![CDATA[${plain(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

function xml(text: string): string {
  return plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Without the characters that XML 1.0 cannot contain. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML cannot contain
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
