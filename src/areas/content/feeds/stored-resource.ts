import { createHash } from 'node:crypto'

import { itemsPath } from '#areas/addresses/index.ts'
import { type ItemDocument, writeDocuments } from '#areas/content/stored/item-documents.ts'
import type { FindQuery, Resource, Storing, StoredResource } from '#kernel/feed.ts'
import { JsonText, jsonAround } from '#kernel/json-text.ts'
import { remember } from '#std/remember.ts'

import { itemAttributes, typeIn } from './item-resource.ts'
import type { ItemRow } from './item-rows.ts'

/**
 * Raised whenever the default attributes or relationships of an item become another text: documents of before are not used any more
 * (content-api.md#documents-are-stored). `stored-documents.test.ts` of the Content API says when.
 */
const revisionOfForm = 2

const names = Object.keys(itemAttributes.shape)

/** What a document was made with: this form, and the public address that stands in it. */
const documentFormat = remember((baseUrl: string): string => {
  const made = JSON.stringify([revisionOfForm, names, baseUrl])
  return createHash('sha256').update(made).digest('base64url').slice(0, 16)
}, 10)

type DocumentRow = {
  id: string | null
  format: string | null
  changed_at: Date | null
  attributes: string | null
  relationships: string | null
  collection_slug: string | null
}

/** The resource object of a row with its document; undefined where it has none that may be sent. */
export function storedResource(
  { id, format, attributes, relationships, changed_at: changedAt, collection_slug: slug }: DocumentRow,
  { baseUrl }: Pick<FindQuery, 'baseUrl'>,
  single?: { author: string | null },
): StoredResource | undefined {
  if (id === null || attributes === null || relationships === null || changedAt === null) return undefined
  if (format !== documentFormat(baseUrl)) return undefined
  const author = single === undefined ? '' : `,"author":${JSON.stringify(single.author)}`
  return {
    id,
    type: typeIn(slug ?? ''),
    attributes: new JsonText(attributes, `${author}}`),
    relationships: new JsonText(relationships),
    self: `${itemsPath(slug ?? '')}/${id}`,
    changedAt,
  }
}

/** How many documents are written in one transaction: each may be long. */
const together = 10

/** Stores the documents that are missing among items which were put together from their columns. */
export function storing(rows: readonly ItemRow[], resources: readonly Resource[], query: FindQuery): Storing {
  const format = documentFormat(query.baseUrl)
  const missing = rows.flatMap((row, n) => {
    const resource = resources[n]
    const isMissing = row.document_transaction !== undefined && row.document_format !== format
    return isMissing && resource !== undefined ? [{ resource, transactionId: row.document_transaction ?? 0 }] : []
  })
  const slices = Math.ceil(missing.length / together)
  return Array.from({ length: slices }, (_, n) => (db) => {
    const slice = missing.slice(n * together, (n + 1) * together)
    return writeDocuments(
      db,
      slice.map(({ resource, transactionId }) => documentOf(resource, transactionId, format)),
    )
  })
}

function documentOf(resource: Resource, transactionId: number, format: string): ItemDocument {
  const { author: _, ...attributes } = resource.attributes
  return {
    itemId: resource.id,
    transactionId,
    format,
    changedAt: resource.changedAt,
    attributes: jsonAround(attributes).slice(0, -1),
    relationships: jsonAround(resource.relationships),
  }
}
