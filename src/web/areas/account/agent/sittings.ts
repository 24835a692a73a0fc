import { deedOf } from '#web/areas/agent-audit/deeds.ts'
import type { AuditRecord } from '#web/operations.ts'

/** Some calls of one credential without a long gap between them. Times are ISO 8601. */
export type Sitting = {
  from: string
  to: string
  records: AuditRecord[]
  /** Calls, those that a record stands for included. */
  calls: number
  /** Calls that wrote something that can be looked at again. */
  changes: AuditRecord[]
}

/** The longest gap within a sitting, in milliseconds. */
const gap = 15 * 60_000

/** The sittings in records of one credential, which come newest first. */
export function sittingsOf(records: readonly AuditRecord[]): Sitting[] {
  const sittings: Sitting[] = []
  for (const record of records) {
    const last = sittings.at(-1)
    const sitting = last && Date.parse(last.from) - Date.parse(record.finishedAt) <= gap ? last : undefined
    if (sitting === undefined) {
      sittings.push(withRecord({ from: '', to: record.finishedAt, records: [], calls: 0, changes: [] }, record))
    } else withRecord(sitting, record)
  }
  return sittings
}

/**
 * The sittings that are known from their first call on. While earlier records exist, the last one may have begun before those that
 * were read, and is shown only when they are; a single one is shown as far as it is known.
 */
export function wholeSittings(records: readonly AuditRecord[], hasMore: boolean): (Sitting & { isWhole: boolean })[] {
  const sittings = sittingsOf(records)
  const known = hasMore && sittings.length > 1 ? sittings.slice(0, -1) : sittings
  return known.map((sitting) => ({ ...sitting, isWhole: !hasMore || sittings.length > 1 }))
}

function withRecord(sitting: Sitting, record: AuditRecord): Sitting {
  sitting.from = record.startedAt
  sitting.records.push(record)
  sitting.calls += record.occurrences
  if (record.status === 'succeeded' && record.effects.length > 0) sitting.changes.push(record)
  return sitting
}

const nouns: Readonly<Record<string, readonly [string, string]>> = {
  item: ['article', 'articles'],
  topic: ['topic', 'topics'],
  collection: ['collection', 'collections'],
  term: ['term', 'terms'],
  category: ['category', 'categories'],
  tag: ['tag', 'tags'],
  author: ['author', 'authors'],
  media: ['picture', 'pictures'],
  redirect: ['redirect', 'redirects'],
  entry: ['library entry', 'library entries'],
}

/** One part of a sentence: what was done, and to what: a title, or how many of a kind. */
export type Part = { deed: string; title?: { id: string; type: string; title: string }; count?: string }

/**
 * What changed in a sitting, in the order in which it happened: each kind of deed once, with the title where it was done to one
 * thing and their number where it was done to several.
 */
export function partsOf({ records }: Sitting): Part[] {
  const told = records
    .filter(({ status, risk, inputSummary }) => {
      const isChange = (status === 'succeeded' || status === 'waiting') && risk !== 'read'
      return isChange && inputSummary['dryRun'] === undefined
    })
    .toReversed()
  const byDeed = Map.groupBy(told, (record) => `${deedOf(record)} ${record.object?.type ?? ''}`)
  return [...byDeed.values()].map((some) => {
    const [first] = some
    const deed = first === undefined ? '' : deedOf(first)
    const objects = new Map(
      some.flatMap(({ object }) =>
        object === undefined || object.type === 'organization' ? [] : [[object.id, object]],
      ),
    )
    const [only] = objects.values()
    if (objects.size === 1 && only?.title !== undefined) return { deed, title: { ...only, title: only.title } }
    if (objects.size === 0) return { deed }
    const [one, many] = nouns[only?.type ?? ''] ?? ['record', 'records']
    return { deed, count: `${objects.size} ${objects.size === 1 ? one : many}` }
  })
}

/** How the calls that changed nothing end the sentence. */
export function restOf({ records }: Sitting): string[] {
  const count = (some: readonly AuditRecord[]) => some.reduce((sum, { occurrences }) => sum + occurrences, 0)
  const refused = count(records.filter(({ status }) => status === 'rejected' || status === 'failed'))
  const reads = count(records.filter(({ status, risk }) => status === 'succeeded' && (risk ?? 'read') === 'read'))
  return [
    ...(reads > 0 ? [`read ${reads === 1 ? 'once' : `${reads} times`}`] : []),
    ...(refused > 0 ? [`was refused ${refused === 1 ? 'once' : `${refused} times`}`] : []),
  ]
}
