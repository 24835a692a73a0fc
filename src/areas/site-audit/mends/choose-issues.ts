import { sql } from 'kysely'

import { openIssueStates, type IssueFilter, matchingIssues } from '#areas/site-audit/issues/issues.ts'
import type { Fix } from '#areas/site-audit/json-columns.ts'
import type { RuleCode } from '#areas/site-audit/rules/rule-table.ts'
import type { Reader } from '#kernel/database.ts'
import type { JobError } from '#kernel/job.ts'

/** The most issues that one call corrects. */
export const mendLimit = 1000

/** The rules whose issues can have a complete fix: no model writes anything, and nothing is left for the caller to decide. */
export const mendableRules = [
  'broken_internal_link',
  'link_to_redirect',
  'tracking_parameters',
  'mixed_content',
  'canonical_non_200',
  'canonical_chain',
  'noindex_in_sitemap',
  'og_missing',
  'json_ld_invalid',
] as const satisfies readonly RuleCode[]

/** Which issues a call is about: what all of these say. */
export type Choice = Pick<IssueFilter, 'ruleCode' | 'severity' | 'itemId' | 'search'> & {
  issueIds?: readonly string[] | undefined
}
/** An issue that a call corrects, in the version that was looked at. */
export type Chosen = { id: string; version: number; itemId: string }
/** An issue that was named and is not corrected. */
export type Refused = { id: string; ok: false; error: JobError }

/**
 * The open issues of a choice that have a complete fix and an article, those that are worth most first, 1,000 at most. `matched`: all that
 * are open; `left`: what is beyond the limit; `refused`: named ones that are not corrected, and why.
 */
export async function chooseIssues(db: Reader, { issueIds, ...filter }: Choice) {
  const open = matchingIssues(db, { ...filter, ids: issueIds, state: openIssueStates })
  const { matched, whole } = await open
    .select(({ fn }) => [
      fn.countAll<number>().as('matched'),
      sql<number>`count(*) filter (where ${canBeMended})`.as('whole'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await open
    .where(canBeMended)
    .select(['i.id', 'i.version', 'i.item_id'])
    .orderBy('i.priority', 'desc')
    .orderBy('i.rule_code')
    .orderBy('i.url')
    .limit(mendLimit)
    .execute()
  const chosen = rows.map(({ id, version, item_id: itemId }): Chosen => ({ id, version, itemId: itemId ?? '' }))
  const refused = issueIds === undefined ? [] : await refusedOf(db, issueIds, new Set(chosen.map(({ id }) => id)))
  return { chosen, matched: Number(matched), left: Number(whole) - chosen.length, refused }
}

const canBeMended = sql<boolean>`coalesce((i.fix ->> 'complete')::boolean, false)
  and exists (select from app.item a where a.id = i.item_id and a.trashed_at is null)`

async function refusedOf(db: Reader, ids: readonly string[], chosen: ReadonlySet<string>): Promise<Refused[]> {
  const others = [...new Set(ids)].filter((id) => !chosen.has(id))
  if (others.length === 0) return []
  const rows = await matchingIssues(db, { ids: others }).select(['i.id', 'i.state']).execute()
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  return others.map((id) => ({ id: id.slice(0, 200), ok: false, error: whyNot(states.get(id)) }))
}

function whyNot(state: string | undefined): JobError {
  if (state === undefined) return { code: 'not_found', message: 'There is no such issue.' }
  if (state === 'fixed' || state === 'ignored')
    return { code: 'invalid_transition', message: `The issue is ${state}: only open ones are corrected.` }
  return {
    code: 'validation_failed',
    message:
      'No complete fix is known, the article is in the trash, or the other fields leave it out: fix of listSiteAuditIssues says what is missing.',
  }
}

/** The fixes of chosen issues, by item. An issue that changed since it was chosen is left out. */
export async function readFixes(db: Reader, chosen: readonly Pick<Chosen, 'id' | 'version'>[]) {
  const versions = new Map(chosen.map(({ id, version }) => [id, version]))
  const rows = await matchingIssues(db, { ids: [...versions.keys()] })
    .select(['i.id', 'i.version', 'i.rule_code', 'i.url', 'i.fix'])
    .execute()
  return new Map(
    rows.flatMap(({ id, version, rule_code: ruleCode, url, fix }) =>
      fix === null || version !== versions.get(id) ? [] : [[id, { ruleCode, url, fix }] as const],
    ),
  )
}

/** A fix as it was read, with the issue that it corrects. */
export type IssueFix = { id: string; fix: Fix }

/** The issues of each item, in their order. */
export function byItem(chosen: readonly Chosen[]): { itemId: string; issues: { id: string; version: number }[] }[] {
  const items = new Map<string, { id: string; version: number }[]>()
  for (const { id, version, itemId } of chosen) {
    const issues = items.get(itemId) ?? []
    issues.push({ id, version })
    items.set(itemId, issues)
  }
  return [...items].map(([itemId, issues]) => ({ itemId, issues }))
}

/** How many of the items the public sees. */
export async function countLive(db: Reader, itemIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('item')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('id', '=', sql<string>`any(${[...itemIds]})`)
    .where('status', '=', 'published')
    .executeTakeFirstOrThrow()
  return Number(n)
}
