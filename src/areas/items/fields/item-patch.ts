import type { ItemRow } from '#areas/items/stored/items.ts'
import { canonicalJson } from '#std/json.ts'
import { pluck } from '#std/pluck.ts'
import { titleKey } from '#std/text.ts'

import { type ColumnField, columnFields, columnOf, isJson, type ItemColumns } from './item-columns.ts'
import { itemFieldTable } from './item-field-table.ts'
import type { ItemField } from './item-field.ts'
import type { ItemChanges } from './item-fields.ts'

/** Whether one of these changes affects text or SEO (content.md#edited-at-follows-text). */
export const isTextChange = changesOneOf('isText')

/** Whether one of these changes affects the searched text. */
export const isSearchedChange = changesOneOf('isSearched')

const unreviewed: ReadonlySet<string> = new Set([
  'status',
  'publishAt',
  'firstPublishedAt',
  ...namesWith('isUnreviewed'),
])

/** Whether one of these changes alters what a reviewer has approved (publishing.md#edits-take-approvals-away). */
export function needsNewApproval(changed: readonly string[]): boolean {
  return changed.some((field) => !unreviewed.has(field))
}

/** The columns that differ from the stored row, and the names of their fields. Without a row all given ones do. */
export function patchOf(changes: ItemChanges, row?: ItemRow): { columns: ItemColumns; changed: ColumnField[] } {
  const columns: ItemColumns = {}
  const differing = differencesOf(changes, row)
  for (const { field, value } of differing) {
    Object.assign(columns, { [columnOf[field]]: isJson(field) && value !== null ? JSON.stringify(value) : value })
    if (field === 'title') columns.title_key = titleKey(String(value))
  }
  return { columns, changed: differing.map(({ field }) => field) }
}

/** The row as it would be with the changes, which are not stored; body and terms have tables of their own. */
export function patchedRow(row: ItemRow, changes: ItemChanges): ItemRow {
  const patched = { ...row }
  for (const { field, value } of differencesOf(changes, row)) {
    Object.assign(patched, { [columnOf[field]]: isJson(field) ? JSON.parse(JSON.stringify(value)) : value })
    if (field === 'title') patched.title_key = titleKey(String(value))
  }
  return patched
}

function differencesOf(changes: ItemChanges, row: ItemRow | undefined) {
  return columnFields.flatMap((field) => {
    const value = valueOf(changes, field, row)
    if (value === undefined || (row !== undefined && same(field, row[columnOf[field]], value))) return []
    return [{ field, value }]
  })
}

const normalizers: Readonly<Record<string, ItemField['normalize']>> = pluck(itemFieldTable, 'normalize')

function valueOf(changes: ItemChanges, field: ColumnField, row: ItemRow | undefined): unknown {
  const given = changes[field]
  const normalize = normalizers[field]
  if (given === '') return null
  return normalize === undefined || given === undefined ? given : normalize(given, row?.[columnOf[field]])
}

const ordered: ReadonlySet<string> = new Set(namesWith('isOrdered'))

function same(field: ColumnField, stored: unknown, given: unknown): boolean {
  return isSameValue(field, stored, JSON.parse(JSON.stringify(given ?? null)))
}

/**
 * Whether two values of a field, as JSON, are the same. Another order of members is a change where the order is kept
 * (content.md#members-keep-their-order).
 */
export function isSameValue(field: string, a: unknown, b: unknown): boolean {
  const text = ordered.has(field) ? JSON.stringify : canonicalJson
  return text(a ?? null) === text(b ?? null)
}

type Mark = 'isText' | 'isSearched' | 'isUnreviewed' | 'isOrdered'

function namesWith(mark: Mark): string[] {
  return Object.keys(pluck(itemFieldTable, mark))
}

function changesOneOf(mark: Mark): (changed: readonly string[]) => boolean {
  const marked = new Set(namesWith(mark))
  return (changed) => changed.some((field) => marked.has(field))
}
