import { createHash } from 'node:crypto'

import { type CmsCopy, type CmsField, cmsFields } from '#kernel/cms-connector.ts'
import { decodePercent } from '#std/percent.ts'

type Fields = CmsCopy['fields']

/**
 * The fields whose values differ, beyond white space, entities and the encoding of slugs. A field that one side does not have is not
 * compared.
 */
export function differing(one: Fields, other: Fields): CmsField[] {
  return cmsFields.filter((field) => field in one && field in other && valueOf(one, field) !== valueOf(other, field))
}

/**
 * The fields that somebody changed there: they neither are as they came back last nor as a change of unknown outcome sent them
 * (integrations.md#own-changes-are-known).
 */
export function changedThere(
  now: Fields,
  { snapshot, sent }: { snapshot: Fields | null; sent: Fields | null },
): CmsField[] {
  const notAsSent = sent === null ? [] : differing(pictured(now), pictured(sent))
  const isForeign = (field: CmsField) => sent === null || !(field in sent) || notAsSent.includes(field)
  return differing(now, snapshot ?? {}).filter(isForeign)
}

/** A service names a picture in its own way: only whether there is one can be compared with what was sent. */
export const pictured = (fields: Fields): Fields =>
  'featuredImage' in fields ? { ...fields, featuredImage: fields.featuredImage == null ? null : 'set' } : fields

/** Fields of slugs, or of lists that are in the order of theirs. */
const ofSlugs: ReadonlySet<CmsField> = new Set(['slug', 'categories', 'tags'])

function valueOf(fields: Fields, field: CmsField): string {
  const value = comparable(fields[field])
  return ofSlugs.has(field) ? decodePercent(value).split(' ').toSorted().join(' ') : value
}

/** What identifies the fields of a write: equal ones need not be sent again. */
export function hashOfFields(fields: Fields, as: string): string {
  const text = JSON.stringify([
    as,
    cmsFields.map((field) => [field, field in fields ? (fields[field] ?? null) : undefined]),
  ])
  return createHash('sha256').update(text).digest('hex')
}

/** The same for what an own endpoint is told: when it was changed does not count, nor what the endpoint itself answered. */
export function hashOfTold(
  about: string,
  { item, ...told }: { item: Readonly<Record<string, unknown>> | null },
): string {
  const { updated_at: _updated, edited_at: _edited, external_url: _external, ...attributes } = item ?? {}
  return createHash('sha256')
    .update(JSON.stringify([about, told, attributes]))
    .digest('hex')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

// Connectors even out what is their service's own; what is left are the habits of all of them.
function comparable(value: string | null | undefined): string {
  return (value ?? '')
    .replaceAll(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
      (whole, dec?: string, hex?: string, name?: string) => {
        if (name !== undefined) return entities[name.toLowerCase()] ?? whole
        const point = dec === undefined ? Number.parseInt(hex ?? '', 16) : Number(dec)
        return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
      },
    )
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/> | </g, (found) => found.trim())
    .trim()
}
