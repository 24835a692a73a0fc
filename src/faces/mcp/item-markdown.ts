import type * as Yaml from 'yaml'

import { itemFieldTable } from '#areas/items/index.ts'
import { late } from '#std/late.ts'
import { mapNames, pluck } from '#std/pluck.ts'

const yaml = late<typeof Yaml>('yaml')

type Item = Record<string, unknown> & { content?: string }
type Named = { name: string }

/** An item as a Markdown file: its fields as front matter, then the body as it was written. */
export function itemAsMarkdown(result: string): string {
  const { item } = JSON.parse(result) as { item: Item }
  const { content = '', ...fields } = item
  const named = (list: unknown) => (Array.isArray(list) ? (list as Named[]).map(({ name }) => name) : [])
  const front = {
    id: fields['id'],
    title: fields['title'],
    slug: fields['slug'],
    collection: fields['collectionSlug'],
    status: fields['status'],
    publishAt: fields['publishAt'],
    url: fields['url'],
    canonicalUrl: fields['canonicalUrl'],
    ...mapNames(pluck(itemFieldTable, 'isInMarkdown'), (name) => fields[name]),
    authors: named(fields['authors']),
    categories: named(fields['categories']),
    tags: named(fields['tags']),
    contentFormat: fields['contentFormat'],
    version: fields['version'],
    updatedAt: fields['updatedAt'],
  }
  const set = Object.fromEntries(
    Object.entries(front).filter(([, value]) => value != null && !(Array.isArray(value) && value.length === 0)),
  )
  return `---\n${yaml().stringify(set, { lineWidth: 0 })}---\n\n${content}\n`
}
