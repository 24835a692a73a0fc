import { decodePercent } from '#std/percent.ts'

import { readFields, parseDate, type ReadFields } from './front-matter-fields.ts'
import { pathOf, toSlug } from './import-text.ts'
import type { Remark } from './record.ts'

/** What decides where a file is published: its date, its slug, its path on the old site. */
export type MarkdownHead = {
  fields: ReadFields
  slug: string | null
  date: Date | null
  /** Where the old site has it, by `path`, else by folder and slug; a folder's own page for `index.md` and `_index.md`. */
  sitePath: string
  /** Whether front matter itself names the path. */
  hasOwnPath: boolean
  kind: 'page' | 'section'
}

/** Reads the head of a file from its front matter and its path in the folder (`posts/2016-05-05-title.md`, `trip/index.md`). */
export function readHead(path: string, frontMatter: Record<string, unknown>, remarks: Remark[]): MarkdownHead {
  const folders = path.split('/').slice(0, -1)
  const read = readFields(frontMatter, remarks)
  // Generators publish nothing from there.
  const fields = { ...read, isDraft: read.isDraft || folders.includes('_drafts') }
  const stem = (path.split('/').at(-1) ?? path).replace(/\.[^.]+$/, '')
  const isFolderPage = stem === 'index' || stem === '_index'
  const name = isFolderPage ? (folders.pop() ?? stem) : stem
  const dated = /^(\d{4}-\d{2}-\d{2})(?:[-_ ](.+))?$/.exec(name)
  const plainName = dated?.[2] ?? name

  const ownPath = fields.path === null ? null : pathOf(fields.path)
  const wanted = decodePercent(fields.slug ?? ownPath?.split('/').at(-1) ?? plainName)
  const slug = toSlug(wanted)
  if (slug !== wanted) {
    remarks.push({
      code: 'slug_changed',
      message: slug === null ? `"${wanted}" gives no slug` : `The slug "${wanted}" became "${slug}"`,
    })
  }
  return {
    fields,
    slug,
    date: fields.date ?? dateInPath(ownPath) ?? (dated ? parseDate(dated[1]) : null),
    sitePath: ownPath ?? `/${[...folders, fields.slug ?? plainName].filter((part) => part !== '_index').join('/')}`,
    hasOwnPath: ownPath !== null,
    kind: stem === '_index' ? 'section' : 'page',
  }
}

function dateInPath(path: string | null): Date | null {
  const match = path === null ? null : /(?:^|\/)(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?=\/|-|$)/.exec(path)
  return match ? parseDate(`${match[1]}-${match[2]}-${match[3]}`) : null
}
