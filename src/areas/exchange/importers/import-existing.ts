import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { ItemRow } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'

/** An item that an earlier run created. */
export type ExistingItem = {
  row: ItemRow
  /** What an import wrote last, by public names; null when no revision shows it any longer. */
  written: Record<string, unknown> | null
  /** Whether a person or an agent has changed it since. */
  isEdited: boolean
}

const longestKey = 500

/** The key as it is stored: a long one by its hash, because an index entry holds less than 2,704 bytes. */
export function storedKey(sourceKey: string): string {
  if (Buffer.byteLength(sourceKey) <= longestKey) return sourceKey
  return `sha256:${createHash('sha256').update(sourceKey).digest('hex')}`
}

/** Ids of the items that imports created from these entries, by the key as it is given. */
export async function itemIdsByKey(db: Reader, sourceKeys: readonly string[]): Promise<Map<string, string>> {
  if (sourceKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('item')
    .select(['id', 'source_key'])
    .where('source_key', '=', sql<string>`any(${sourceKeys.map(storedKey)})`)
    .execute()
  const ids = new Map(rows.map(({ id, source_key: key }) => [key, id]))
  return new Map(
    sourceKeys.flatMap((key) => {
      const id = ids.get(storedKey(key))
      return id === undefined ? [] : [[key, id] as const]
    }),
  )
}

/** What earlier runs created from these entries, by stored key, including the trash. */
export async function existingItems(
  db: Reader,
  sourceKeys: readonly string[],
  credentialId: string,
): Promise<Map<string, ExistingItem>> {
  if (sourceKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('item')
    .selectAll()
    .where('source_key', '=', sql<string>`any(${sourceKeys.map(storedKey)})`)
    .execute()
  if (rows.length === 0) return new Map()

  const ids = rows.map(({ id }) => id)
  const written = await db
    .selectFrom('item_revision')
    .distinctOn('item_id')
    .select(['item_id', 'n', 'snapshot'])
    .where('item_id', '=', sql<string>`any(${ids})`)
    .where('author_type', '=', 'system')
    .where('credential_id', '=', credentialId)
    .orderBy('item_id')
    .orderBy('n', 'desc')
    .execute()
  const edits = await db
    .selectFrom('item_revision')
    .select(['item_id', ({ fn }) => fn.max('n').as('n')])
    .where('item_id', '=', sql<string>`any(${ids})`)
    .where('author_type', '<>', 'system')
    .groupBy('item_id')
    .execute()

  const writtenOf = new Map(written.map((revision) => [revision.item_id, revision]))
  const editOf = new Map(edits.map(({ item_id: itemId, n }) => [itemId, n]))
  return new Map(
    rows.map((row) => {
      const last = writtenOf.get(row.id)
      return [
        row.source_key ?? '',
        {
          row: { ...row, id: storedId('item', row.id) },
          written: last?.snapshot ?? null,
          // Without the import's own revision, changes in the source cannot be told from those made here.
          isEdited: last === undefined || (editOf.get(row.id) ?? 0) > last.n,
        },
      ]
    }),
  )
}
