import { z } from 'zod'

import { itemPicture } from '#areas/content/index.ts'
import {
  fieldsOfRow,
  findItem,
  isSameValue,
  type ItemChanges,
  itemFieldTable,
  type ItemRow,
} from '#areas/items/index.ts'
import { linkedBody, metadataFields, proposeMetadata, withOtherLinks } from '#areas/seo/index.ts'
import type { Fix } from '#areas/site-audit/json-columns.ts'
import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { truncate } from '#std/text.ts'

import type { IssueFix } from './choose-issues.ts'

/** One value that a fix replaces: a field of the item, or an address in its text. */
export type MendChange = { field: string; from: string | null; to: string | null }
/** What the fix of one issue does to its item. `places`: links that get another address; null where it writes fields. */
export type IssueMend = { id: string; changes: MendChange[]; places: number | null }

type Place = { access: Pick<Access, 'organization'>; baseUrl: string }

/**
 * What the fixes of an item do together: `changes` is input of `updateItem`, empty where nothing is left to correct; `stored` is the body that
 * its content was made from. Errors: `not_found`.
 */
export async function mendsOfItem(
  db: Reader,
  { access, baseUrl }: Place,
  { itemId, fixes }: { itemId: string; fixes: readonly IssueFix[] },
): Promise<{ row: ItemRow; changes: ItemChanges; stored: string | undefined; mends: IssueMend[] }> {
  const row = await findItem(db, { id: itemId })
  const mends: IssueMend[] = []
  const fields: ItemChanges = {}
  const first = fixes.some(({ fix }) => fix.operation === 'replaceItemLinks')
    ? await linkedBody(db, row, { baseUrl, organizationId: access.organization.id })
    : undefined
  let body = first
  for (const { id, fix } of fixes) {
    if (fix.operation === 'replaceItemLinks' && body !== undefined) {
      const { links } = linksFix.parse(fix.input)
      const { content, replaced } = withOtherLinks(body, links)
      body = { ...body, content }
      mends.push({ id, places: replaced, changes: links.map(({ from, to }) => ({ field: 'content', from, to })) })
    } else {
      const given = differing(row, await fieldsOfFix(db, { access, baseUrl }, { row, fix }))
      Object.assign(fields, given)
      mends.push({ id, places: null, changes: changesOf(row, given) })
    }
  }
  const content = body === undefined || body.content === first?.content ? {} : { content: body.content }
  return { row, changes: { ...fields, ...content }, stored: first?.content, mends }
}

const linksFix = z.object({ links: z.array(z.object({ from: z.string(), to: z.string() })) })
const { canonicalUrl, robots } = itemFieldTable
const fieldsFix = z.object({ canonicalUrl: canonicalUrl.input, robots: robots.input })
const metadataFix = z.object({ fields: z.array(z.enum(metadataFields)) })

async function fieldsOfFix(
  db: Reader,
  place: Place,
  { row, fix: { operation, input } }: { row: ItemRow; fix: Fix },
): Promise<ItemChanges> {
  if (operation === 'updateItem') return fieldsFix.parse(input)
  if (operation !== 'generateItemMetadata') throw new Error(`a fix by ${operation} is not complete`)
  const picture = await itemPicture({ db, ...place }, row)
  const proposals = proposeMetadata(picture, metadataFix.parse(input).fields, place.access.organization)
  return Object.assign({}, ...proposals.map(({ value }) => value)) as ItemChanges
}

/** The fields that the item does not have like that yet. */
function differing(row: ItemRow, fields: ItemChanges): ItemChanges {
  const stored = new Map<string, unknown>(Object.entries(fieldsOfRow(row)))
  const entries = Object.entries(fields).filter(([name, value]) => !isSameValue(name, stored.get(name), value))
  return Object.fromEntries(entries) as ItemChanges
}

function changesOf(row: ItemRow, fields: ItemChanges): MendChange[] {
  const stored = new Map<string, unknown>(Object.entries(fieldsOfRow(row)))
  return Object.entries(fields).map(([field, to]) => ({ field, from: shown(stored.get(field)), to: shown(to) }))
}

const longest = 500

function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return truncate(typeof value === 'string' ? value : JSON.stringify(value), longest)
}
