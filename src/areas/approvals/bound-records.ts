import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { filledSettings } from '#areas/organizations/index.ts'
import type { BoundRecord, ChangedRecord, Rehearsal } from '#kernel/approval.ts'
import type { Reader } from '#kernel/database.ts'
import { idPrefixes } from '#kernel/ids.ts'

import { textsOf } from './shown-texts.ts'

type Watched = { table: string; key: string; type?: string; shows: readonly string[]; shownIn?: string }

/**
 * The records that an approval binds: every table whose rows have versions, by the name that its trigger notes
 * (approvals.md#approvals-bind-versions). `type` where the id does not say it;
 * `shows`: the columns that people are shown, `shownIn`: what has them, if not the table. The fields of an item are those of its
 * revisions.
 */
export const watchedRecords: Readonly<Record<string, Watched>> = {
  item: { table: 'app.item', key: 'id', shows: [] },
  collection: {
    table: 'app.collection',
    key: 'id',
    shows: ['name', 'slug', 'kind', 'enabled', 'url_template', 'default_author_id', 'fields_schema'],
  },
  term: {
    table: 'app.term',
    key: 'id',
    shows: ['name', 'kind', 'slug', 'description', 'avatar_id', 'social_links', 'auto_assign_description'],
  },
  topic: {
    table: 'app.topic',
    key: 'id',
    shows: [
      'topic',
      'primary_keyword',
      'angle',
      'collection_id',
      'article_type',
      'writing_style',
      'custom_instructions',
      'priority',
      'state',
    ],
  },
  context_entry: {
    table: 'app.context_entry',
    key: 'id',
    shows: ['title', 'kind', 'body', 'url', 'tags', 'pinned', 'collections', 'valid_until'],
  },
  edit_request: { table: 'app.edit_request', key: 'id', shows: ['request', 'quote', 'agent_name', 'state', 'answer'] },
  media: { table: 'app.media', key: 'id', shows: ['filename', 'title', 'alt', 'description', 'url'] },
  redirect: { table: 'app.redirect', key: 'id', shows: ['from_path', 'to_item_id', 'to_url'] },
  organization_setting: {
    table: 'app.organization_setting',
    key: 'organization_id',
    type: 'settings',
    shows: [
      'site_url',
      'timezone',
      'locale',
      'content_mode',
      'brand',
      'defaults',
      'presets',
      'publishing_policy',
      'expose_unpublished',
      'collect_views',
      'notification_routes',
    ],
  },
  revalidation_setting: {
    table: 'app.revalidation_setting',
    key: 'organization_id',
    type: 'revalidation',
    shows: ['webhook_url', 'own_address', 'notify_search_engines'],
  },
  integration: {
    table: 'app.integration',
    key: 'id',
    shows: ['display_name', 'provider', 'state', 'connected_as', 'settings', 'target', 'mapping'],
  },
  asv_prompt: { table: 'app.asv_prompt', key: 'id', shows: ['text', 'tag', 'intent', 'locale', 'country', 'state'] },
  asv_brand: {
    table: 'app.asv_brand',
    key: 'id',
    shows: ['name', 'aliases', 'domains', 'exclude_terms', 'match_case', 'color'],
  },
  asv_engine: {
    table: 'app.asv_engine',
    key: 'id',
    shows: ['label', 'enabled', 'model', 'web_search', 'country', 'samples_per_prompt'],
  },
  asv_analysis: {
    table: 'app.asv_analysis',
    key: 'id',
    shows: ['name', 'prompt_filter', 'engine_ids', 'samples', 'schedule', 'max_cost_per_run'],
  },
  site_audit_setting: {
    table: 'app.site_audit_setting',
    key: 'organization_id',
    type: 'siteAuditSettings',
    shows: [
      'start_url',
      'sitemaps',
      'max_pages',
      'max_depth',
      'include',
      'exclude',
      'user_agent',
      'respect_robots',
      'concurrency',
      'external_links',
      'schedule',
      'performance_sample',
      'performance_budgets',
    ],
  },
  site_audit_run: { table: 'app.site_audit_run', key: 'id', type: 'auditRun', shows: ['scope', 'state'] },
  site_audit_issue: { table: 'app.site_audit_issue', key: 'id', shows: ['rule_code', 'url', 'state', 'note'] },
  onboarding_step: { table: 'app.onboarding_step', key: 'step', type: 'onboardingStep', shows: ['step', 'state'] },
  'auth.memberships': {
    table: 'auth.memberships',
    key: 'user_id',
    type: 'member',
    shows: ['display_name', 'email', 'role'],
    shownIn: 'auth.members_of_organization()',
  },
  'auth.invitations': {
    table: 'auth.invitations',
    key: 'id',
    shows: ['email', 'role', 'message', 'expires_at', 'canceled_at'],
  },
  'auth.organizations': { table: 'auth.organizations', key: 'id', shows: ['name'] },
}

/** From now on the transaction notes which records it writes. */
export async function noteRecords(db: Reader): Promise<void> {
  await sql`select set_config('app.noting', 'on', true)`.execute(db)
}

/** The records that the transaction has written or used since, without duplicates, with the version before the first write. */
export async function notedRecords(db: Reader): Promise<BoundRecord[]> {
  const { rows } = await sql<{ noted: string | null }>`select current_setting('app.touched', true) as noted`.execute(db)
  const noted = JSON.parse(`[${(rows[0]?.noted ?? '').replace(/,$/, '')}]`) as BoundRecord[]
  const first = new Map<string, BoundRecord>()
  const inOrder = [...noted.filter(isWritten), ...noted]
  for (const record of inOrder) if (!first.has(nameOf(record))) first.set(nameOf(record), record)
  return [...first.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

/** The records of these ids that the call does not write: what it shows may come from them. */
export async function namedRecords(
  db: Reader,
  ids: readonly string[],
  written: readonly BoundRecord[],
): Promise<BoundRecord[]> {
  const isWritten = new Set(written.map(nameOf))
  const found = await versionsOf(db, Object.keys(watchedRecords), () => ids)
  return found.flatMap(({ record, id, version }) =>
    isWritten.has(nameOf([record, id, version])) ? [] : [[record, id, version, 'named'] as const],
  )
}

export const isWritten = ([, , , how]: BoundRecord) => how === undefined
export const isNamed = ([, , , how]: BoundRecord) => how === 'named'
/** Whether an approval ends with the version of the record. */
export const isCompared = (record: BoundRecord) => !isNamed(record)

/** Which of these records have another version by now, or are gone. */
export async function changesOf(db: Reader, bound: readonly BoundRecord[]): Promise<ChangedRecord[]> {
  const stored = bound.filter(([, , version]) => version > 0)
  if (stored.length === 0) return []
  const kinds = [...new Set(stored.map(([record]) => record))]
  const idsOf = (record: string) => stored.filter(([name]) => name === record).map(([, id]) => id)
  const found = await versionsOf(db, kinds, idsOf)
  const now = new Map(found.map(({ record, id, version }) => [nameOf([record, id, version]), version]))
  return differences(stored, (record) => now.get(nameOf(record)) ?? null)
}

type Version = { record: string; id: string; version: number }

async function versionsOf(
  db: Reader,
  kinds: readonly string[],
  idsOf: (record: string) => readonly string[],
): Promise<Version[]> {
  const queries = kinds.flatMap((record) => {
    const watched = watchedRecords[record]
    if (watched === undefined) return []
    const key = sql.ref(watched.key)
    return [
      sql`select ${record}::text as record, ${key} as id, version from ${sql.table(watched.table)} where ${key} = any(${[...idsOf(record)]}::text[])`,
    ]
  })
  if (queries.length === 0) return []
  return (await sql<Version>`${sql.join(queries, sql` union all `)}`.execute(db)).rows
}

/** What these records show right now, by `nameOf`; those that are gone, and items, are left out. */
export async function shownFields(
  db: Reader,
  bound: readonly BoundRecord[],
): Promise<Map<string, Record<string, unknown>>> {
  const queries = [...new Set(bound.map(([record]) => record))].flatMap((record) => {
    const watched = watchedRecords[record]
    if (watched === undefined || watched.shows.length === 0) return []
    const ids = bound.filter(([name]) => name === record).map(([, id]) => id)
    const key = sql.ref(watched.key)
    const fields = watched.shows.map((column) => sql`${fieldOf(column)}::text, ${shownColumn(column)}`)
    return [
      sql`select ${record}::text as record, ${key} as id, jsonb_build_object(${sql.join(fields)}) as fields
        from ${sql.raw(watched.shownIn ?? watched.table)} as shown where ${key} = any(${ids}::text[])`,
    ]
  })
  if (queries.length === 0) return new Map()
  type Row = { record: string; id: string; fields: Record<string, unknown> }
  const { rows } = await sql<Row>`${sql.join(queries, sql` union all `)}`.execute(db)
  return new Map(
    rows.map(({ record, id, fields }) => [nameOf([record, id, 0]), { ...fields, ...filled(record, fields) }]),
  )
}

// A time as answers show it.
const shownColumn = (column: string) =>
  /_(at|until)$/.test(column)
    ? sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql.ref(column)

// What is not stored has its default: nobody is shown a change of it.
function filled(record: string, fields: Record<string, unknown>): Record<string, unknown> {
  return record === 'organization_setting' ? filledSettings(fields) : {}
}

/** The name of such a record among its shown fields. Two members may have one name, and no two have one address. */
export function titleIn(record: string, fields: Record<string, unknown>): string | null {
  if (record === 'auth.memberships') return `${String(fields['displayName'])} (${String(fields['email'])})`
  const columns = watchedRecords[record]?.shows ?? []
  const column = ['name', 'title', 'topic', 'from_path', 'email'].find((name) => columns.includes(name)) ?? 'title'
  const title = fields[fieldOf(column)]
  return typeof title === 'string' ? title : null
}

const fieldOf = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Where the records that a call has written or used differ from those that it was approved for: another version, or one that
 * nobody saw. Others are not looked at.
 */
export function changesIn(written: readonly BoundRecord[], bound: readonly BoundRecord[]): ChangedRecord[] {
  const seen = new Map(bound.filter(isCompared).map((record) => [nameOf(record), record[2]]))
  return written.flatMap(([record, id, version]) => {
    const from = seen.get(nameOf([record, id, version])) ?? null
    // What was to be created has been created meanwhile.
    const before = from === 0 ? null : from
    return version === 0 || from === version ? [] : [{ type: typeOf(record, id), id, from: before, to: version }]
  })
}

/**
 * A short text that differs whenever the written or used records, their versions or the texts that are shown do. What a call creates
 * has another id each time.
 */
export function seenAs({ bound, effect }: Pick<Rehearsal, 'bound' | 'effect'>): string {
  const stored = bound.filter((record) => isCompared(record) && record[2] > 0)
  return createHash('sha256')
    .update(JSON.stringify([stored, textsOf(effect)]))
    .digest('hex')
    .slice(0, 16)
}

/** The kind of a record as answers name it. */
export function typeOf(record: string, id: string): string {
  const { type } = watchedRecords[record] ?? {}
  return type ?? Object.entries(idPrefixes).find(([, prefix]) => id.startsWith(`${prefix}_`))?.[0] ?? record
}

function differences(bound: readonly BoundRecord[], now: (record: BoundRecord) => number | null): ChangedRecord[] {
  return bound.flatMap((record) => {
    const [name, id, from] = record
    const to = now(record)
    return to === from ? [] : [{ type: typeOf(name, id), id, from, to }]
  })
}

/** What tells one record of an organization from another. */
export const nameOf = ([record, id]: BoundRecord) => `${record} ${id}`
