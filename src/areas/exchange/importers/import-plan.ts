import { z } from 'zod'

import type { Collection } from '#areas/collections/index.ts'
import type { StatusOf } from '#areas/content/index.ts'
import { carriedTexts } from '#areas/exchange/carried-texts.ts'
import { articleTypeOf, editableFields, type ItemChanges, type Status } from '#areas/items/index.ts'
import { inPlainWords } from '#kernel/input-problems.ts'
import { canonicalJson } from '#std/json.ts'
import { withSuffix } from '#std/slugs.ts'

import type { ExistingItem } from './import-existing.ts'
import type { ImportedItem, Remark } from './record.ts'

/** Ids of what an item names. */
export type References = {
  authorIds: string[]
  categoryIds: string[]
  tagIds: string[]
  featuredImageId: string | null
}

/** What the source wants an item to be: its fields (except the slug) and its state. `publishAt` null on a published item: no date is known. */
export type WantedItem = { changes: ItemChanges; state: StatusOf }

const importable = z.strictObject(editableFields)

/** An entry in the fields of an item, or why the rules for items refuse it. */
export function wantedItem(
  item: ImportedItem,
  { authorIds, categoryIds, tagIds, featuredImageId }: References,
  { collection, state }: { collection: Collection; state: StatusOf },
): WantedItem | { refused: string } {
  const fields = {
    title: item.title,
    ...(item.slug === null ? {} : { slug: item.slug }),
    content: item.content,
    contentFormat: item.contentFormat,
    excerpt: item.excerpt,
    ...carriedTexts((_, field) => item[field]),
    externalUrl: item.externalUrl,
    ...item.ownFields,
    articleType: typeOf(item),
    featuredImageId,
    // Without an author of its own an item gets the one of its collection.
    ...(authorIds.length === 0 && collection.defaultAuthorId !== null ? {} : { authorIds }),
    ...(collection.builtIn ? { categoryIds, tagIds } : {}),
  }
  const parsed = importable.safeParse(fields, inPlainWords)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { refused: `Its field "${issue?.path.join('.')}" is refused: ${issue?.message}` }
  }
  const { slug: _, ...changes } = parsed.data
  return { changes, state }
}

function typeOf({ title, categories, tags, statedType }: ImportedItem): string | null {
  const labels = [...categories, ...tags].map(({ name }) => name)
  return articleTypeOf({ title, labels, stated: statedType ?? undefined })
}

/** The status of an entry: the source's, or the one that the command asks for where its date allows it. */
export function wantedState(item: ImportedItem, status: Status | undefined, now: Date, remarks: Remark[]): StatusOf {
  const { publishAt } = item
  const isAhead = publishAt !== null && publishAt > now
  if (status === undefined) return { status: item.status, publishAt }
  if (status === 'draft') return { status, publishAt: null }
  if (status === 'published') {
    if (isAhead) remarks.push({ code: 'status_changed', message: 'Its date is in the future; it was published now' })
    return { status, publishAt: isAhead ? null : publishAt }
  }
  if (isAhead) return { status, publishAt }
  remarks.push({ code: 'status_changed', message: 'It has no date in the future and became a draft' })
  return { status: 'draft', publishAt: null }
}

/** The fields that the source changed since an import wrote the item. */
export function sourceChanges(wanted: WantedItem, slug: string | null, { row, written }: ExistingItem): string[] {
  if (written === null) return []
  const changed = Object.entries(wanted.changes).flatMap(([field, value]) =>
    canonicalJson(written[field] ?? null) === canonicalJson(value ?? null) ? [] : [field],
  )
  if (slug !== null && !isSlugOf(slug, String(written['slug'])) && !isSlugOf(slug, row.slug)) changed.push('slug')
  if (isOtherState(wanted.state, written)) changed.push('status')
  return changed
}

// A slug that was taken got a suffix, and keeps it when the other item has gone.
function isSlugOf(wanted: string, stored: string): boolean {
  if (stored === wanted) return true
  const n = Number(/-([1-9]\d*)$/.exec(stored)?.[1])
  return n >= 2 && withSuffix(wanted, n) === stored
}

function isOtherState({ status, publishAt }: StatusOf, written: Record<string, unknown>): boolean {
  if (status !== written['status']) return true
  if (status === 'published' && publishAt === null) return false
  return (publishAt?.toISOString() ?? null) !== (written['publishAt'] ?? null)
}
