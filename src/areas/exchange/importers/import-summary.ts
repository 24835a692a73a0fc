import type { ImportNote, NoteCode } from './record.ts'

/** What can happen to an entry that is an item. `left`: it was edited here; `trashed`: it is in the trash. */
export const itemOutcomes = ['created', 'updated', 'unchanged', 'left', 'trashed', 'skipped', 'failed'] as const
export type ItemOutcome = (typeof itemOutcomes)[number]

/** Entries that were not written, grouped by what they are and why. At most 1,000 `labels`. */
export type Unwritten = {
  outcome: 'left' | 'trashed' | 'skipped' | 'failed'
  what: string
  reason: string
  count: number
  labels: string[]
}

/** A picture that could not be fetched or stored, and the article that shows it. */
export type FailedPicture = {
  /** The entry that names it, and its address, as in the labels of `unwritten`. */
  label: string
  address: string
  reason: string
  article: { title: string; sourceKey: string } | null
}

export type NoteGroup = { code: ImportCode; count: number; messages: Map<string, { count: number; labels: string[] }> }

/** Codes of the readers, and those of the writer. */
export type ImportCode = NoteCode | 'collection_differs'

/** A template that keeps more old addresses of a collection than its own does (exchange.md#templates-are-proposed). */
export type TemplateProposal = { collectionId: string; urlTemplate: string; keeps: number; of: number }

export type ImportSummary = {
  dryRun: boolean
  items: Record<ItemOutcome, number>
  terms: { created: number; matched: number }
  authors: { created: number; matched: number }
  media: { created: number; matched: number; updated: number }
  redirects: { created: number; matched: number }
  templates: TemplateProposal[]
  /** Pictures that stay on other servers, because nothing was to be fetched. */
  elsewhere: number
  /** At most 1,000; `unwritten` counts them all. */
  failedPictures: FailedPicture[]
  unwritten: Map<string, Unwritten>
  notes: Map<ImportCode, NoteGroup>
}

export function newSummary(dryRun: boolean): ImportSummary {
  return {
    dryRun,
    items: { created: 0, updated: 0, unchanged: 0, left: 0, trashed: 0, skipped: 0, failed: 0 },
    terms: { created: 0, matched: 0 },
    authors: { created: 0, matched: 0 },
    media: { created: 0, matched: 0, updated: 0 },
    redirects: { created: 0, matched: 0 },
    templates: [],
    elsewhere: 0,
    failedPictures: [],
    unwritten: new Map(),
    notes: new Map(),
  }
}

const keptLabels = 1000
const keptMessages = 1000

/** Counts entries that were not written. */
export function countUnwritten(
  summary: ImportSummary,
  entry: Omit<Unwritten, 'count' | 'labels'> & { sourceLabel: string; count?: number },
): void {
  const { sourceLabel, count = 1, ...why } = entry
  const key = JSON.stringify(why)
  const group = summary.unwritten.get(key) ?? { ...why, count: 0, labels: [] }
  group.count += count
  if (group.labels.length < keptLabels) group.labels.push(sourceLabel)
  summary.unwritten.set(key, group)
}

/** Counts a picture that could not be fetched or stored, and keeps which one it was. */
export function countFailedPicture(summary: ImportSummary, picture: FailedPicture): void {
  const { label, reason } = picture
  countUnwritten(summary, { outcome: 'failed', what: 'picture', reason, sourceLabel: label })
  if (summary.failedPictures.length < keptLabels) summary.failedPictures.push(picture)
}

/** Counts a note; of many different messages only the first are kept. */
export function countNote(
  summary: ImportSummary,
  {
    code,
    message,
    sourceLabel,
    count = 1,
  }: Omit<ImportNote, 'kind' | 'code' | 'count'> & { code: ImportCode; count?: number },
): void {
  const group = summary.notes.get(code) ?? { code, count: 0, messages: new Map() }
  group.count += count
  summary.notes.set(code, group)
  const known = group.messages.get(message)
  if (known === undefined && group.messages.size >= keptMessages) return
  const entry = known ?? { count: 0, labels: [] }
  entry.count += count
  if (entry.labels.length < keptLabels) entry.labels.push(sourceLabel)
  group.messages.set(message, entry)
}
