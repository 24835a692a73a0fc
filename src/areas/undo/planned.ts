import { notRestored } from '#areas/content/index.ts'
import type { ItemChanges } from '#areas/items/index.ts'
import type { RecordType, Snapshot } from '#kernel/journal.ts'

import type { By, RecordPlan } from './plan-record.ts'

export const actions = [
  'restore',
  'trash',
  'untrash',
  'remove',
  'recreate',
  'unpublish',
  'unschedule',
  'republish',
  'unmerge',
] as const
export type Action = (typeof actions)[number]

export const skipCodes = [
  'changed_since',
  'too_old',
  'gone',
  'in_use',
  'slug_taken',
  'insufficient_scope',
  'not_revertible',
] as const

/** A record that can be taken back, and how. */
export type Planned = RecordPlan & {
  type: RecordType
  id: string
  title: string
  action: Action
  fields: string[]
  live: boolean
  /** Whether an item gets public, with the text that it had when it was, or with another one. */
  goesLive: 'as it was' | 'changed' | undefined
  merge: string | undefined
  /** When the first of the calls changed it. */
  at: Date
  /** Of an item. */
  collectionId: string | undefined
  /** The calls that are taken back on it. */
  requestIds: readonly string[]
  version: number
  /** The number of its latest revision. */
  last: number
}

export type Skipped = {
  type: RecordType | 'call'
  id: string
  title: string
  code: (typeof skipCodes)[number]
  fields: string[]
  by?: (By & { requestId: string | null }) | undefined
  alternative?: { operation: string; input: Record<string, unknown> } | undefined
}

export type Plan = { records: Planned[]; skipped: Skipped[] }

/** Whether a record is gone afterwards, or in the trash. */
export const leaves = ({ existence, whole }: Planned): boolean => existence === 'remove' || whole['trashedAt'] != null

/** The fields that an item gets back by an edit. */
export function changesOf(to: Snapshot): ItemChanges {
  // The states of items are stored from their fields.
  return Object.fromEntries(Object.entries(to).filter(([field]) => !notRestored.has(field))) as ItemChanges
}

// Redirects and items that leave make room for others; terms come before the items that have them, and go after them.
const turns = ['redirect leaves', 'redirect', 'term', 'entry', 'item leaves', 'item', 'topic']

/** Records in the order in which they are taken back. */
export function inTurn(records: readonly Planned[]): Planned[] {
  const turn = (record: Planned) => {
    const name = leaves(record) ? `${record.type} leaves` : record.type
    return turns.includes(name) ? turns.indexOf(name) : turns.length
  }
  return records.toSorted((a, b) => turn(a) - turn(b))
}
