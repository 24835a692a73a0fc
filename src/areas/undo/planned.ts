import type { RecordType } from '#kernel/journal.ts'

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
