import { sql } from 'kysely'
import { z } from 'zod'

import { type RuleCode, ruleCodes, ruleTable } from '#areas/site-audit/rules/rule-table.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import type { PageAsked } from '#kernel/list-page.ts'
import { severities, type Severity } from '#kernel/publishing-warning.ts'
import { id, jsonObject } from '#kernel/schema.ts'
import { nextVersion } from '#kernel/version.ts'
import { escapeLike } from '#std/text.ts'

export const issueStates = ['open', 'ignored', 'fixed', 'regressed'] as const
/** Those of an issue that a run has found and nobody has set aside. */
export const openIssueStates = ['open', 'regressed'] as const satisfies readonly (typeof issueStates)[number][]
export type IssueState = (typeof issueStates)[number]

/** An issue in an answer. Its evidence is that of the run which saw it last. */
export const issueOutput = z.object({
  id: id('auditIssue'),
  ruleCode: z.enum(ruleCodes),
  severity: z.enum(severities),
  url: z.string(),
  pageId: id('auditPage').nullable(),
  itemId: id('item').nullable(),
  itemTitle: z.string().nullable(),
  state: z.enum(issueStates),
  priority: z.int(),
  evidence: jsonObject(),
  fixHint: z.string(),
  fix: z.object({ operation: z.string(), input: jsonObject(), complete: z.boolean() }).nullable(),
  note: z.string().nullable(),
  firstSeenRun: id('auditRun'),
  lastSeenRun: id('auditRun'),
  fixedRun: id('auditRun').nullable(),
  version: z.int(),
})

const columns = [
  'i.id',
  'i.rule_code',
  'i.severity',
  'i.url',
  'i.page_id',
  'i.item_id',
  'i.state',
  'i.priority',
  'i.evidence',
  'i.fix',
  'i.note',
  'i.first_seen_run',
  'i.last_seen_run',
  'i.fixed_run',
  'i.version',
] as const

export type IssueFilter = {
  runId?: string | undefined
  severity?: Severity | undefined
  ruleCode?: RuleCode | undefined
  state?: readonly IssueState[] | undefined
  itemId?: string | undefined
  url?: string | undefined
  search?: string | undefined
  ids?: readonly string[] | undefined
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

function describeIssue(row: Row): z.input<typeof issueOutput> {
  const rule = row.rule_code as RuleCode
  return {
    id: storedId('auditIssue', row.id),
    ruleCode: rule,
    severity: row.severity,
    url: row.url,
    pageId: storedId('auditPage', row.page_id),
    itemId: storedId('item', row.item_id),
    itemTitle: row.item_title,
    state: row.state,
    priority: row.priority,
    evidence: row.evidence,
    fixHint: ruleTable[rule].hint,
    fix: row.fix,
    note: row.note,
    firstSeenRun: storedId('auditRun', row.first_seen_run),
    lastSeenRun: storedId('auditRun', row.last_seen_run),
    fixedRun: storedId('auditRun', row.fixed_run),
    version: row.version,
  }
}

/** A query of the issues that a filter names; its columns and order are the caller's. */
export function matchingIssues(db: Reader, filter: IssueFilter) {
  const { runId, severity, ruleCode, state, itemId, url, search, ids } = filter
  const isOfFixed = state?.length === 1 && state[0] === 'fixed'
  return db
    .selectFrom('site_audit_issue as i')
    .$if(runId !== undefined, (query) =>
      query.where((of) =>
        of.exists(
          of
            .selectFrom('site_audit_finding as f')
            .select('f.url')
            .where('f.run_id', '=', runId ?? '')
            .whereRef('f.url', '=', 'i.url')
            .whereRef('f.rule_code', '=', 'i.rule_code')
            .where('f.outcome', '=', isOfFixed ? 'fixed' : 'fired'),
        ),
      ),
    )
    .$if(state !== undefined && !(runId !== undefined && isOfFixed), (query) =>
      query.where('i.state', 'in', state ?? []),
    )
    .$if(severity !== undefined, (query) => query.where('i.severity', '=', severity ?? 'error'))
    .$if(ruleCode !== undefined, (query) => query.where('i.rule_code', '=', ruleCode ?? ''))
    .$if(itemId !== undefined, (query) => query.where('i.item_id', '=', itemId ?? ''))
    .$if(url !== undefined, (query) => query.where('i.url', '=', url ?? ''))
    .$if(ids !== undefined, (query) => query.where('i.id', '=', sql<string>`any(${[...(ids ?? [])]})`))
    .$if(search !== undefined && search.trim() !== '', (query) => {
      const term = `%${escapeLike((search ?? '').trim().toLowerCase())}%`
      return query.where(sql<boolean>`(lower(i.url) like ${term} or i.rule_code like ${term})`)
    })
}

const itemTitle = sql<string | null>`(select title from app.item where item.id = i.item_id)`.as('item_title')

const readRows = (db: Reader, filter: IssueFilter, { limit, offset = 0 }: { limit: number; offset?: number }) =>
  matchingIssues(db, filter)
    .select(columns)
    .select(itemTitle)
    .orderBy('i.priority', 'desc')
    .orderBy('i.rule_code')
    .orderBy('i.url')
    .limit(limit)
    .offset(offset)
    .execute()

/** A page of the issues, those that are worth most first. */
export async function listIssues(db: Reader, filter: IssueFilter, { page, pageSize }: PageAsked) {
  const { total } = await matchingIssues(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await readRows(db, filter, { limit: pageSize, offset: (page - 1) * pageSize })
  return { issues: rows.map(describeIssue), total: Number(total) }
}

/** The issues of a page that are not fixed; with a run those that fired in it. */
export async function issuesOfPage(db: Reader, url: string, runId: string | undefined) {
  const filter = runId === undefined ? { url, state: [...openIssueStates, 'ignored'] as const } : { url, runId }
  return (await readRows(db, filter, { limit: 200 })).map(describeIssue)
}

/** How many issues are open by severity, those that came back among them, and how many are set aside. */
export async function openIssueCounts(db: Reader) {
  const rows = await db
    .selectFrom('site_audit_issue')
    .select(({ fn }) => ['severity', sql<boolean>`state = 'ignored'`.as('ignored'), fn.countAll<number>().as('n')])
    .where('state', '<>', 'fixed')
    .groupBy(['severity', 'ignored'])
    .execute()
  const of = (severity: Severity) => Number(rows.find((row) => row.severity === severity && !row.ignored)?.n ?? 0)
  const ignored = rows.filter((row) => row.ignored).reduce((sum, { n }) => sum + Number(n), 0)
  return { error: of('error'), warning: of('warning'), notice: of('notice'), ignored }
}

const allowedFrom: Record<'ignored' | 'open', readonly IssueState[]> = {
  ignored: [...openIssueStates, 'ignored'],
  open: ['ignored', 'open'],
}

/** Sets issues aside, or takes them up again: all or none. Errors: `not_found`, `invalid_transition`. */
export async function changeIssues(
  db: Writer,
  ids: readonly string[],
  { state, note }: { state: 'ignored' | 'open'; note: string | undefined },
) {
  const rows = await db
    .selectFrom('site_audit_issue')
    .select(['id', 'state'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const known = new Map(rows.map((row) => [row.id, row.state]))
  for (const one of ids) {
    const stored = known.get(one)
    if (stored === undefined) throw new Refusal('not_found', 'There is no such issue.', { id: one.slice(0, 200) })
    if (!allowedFrom[state].includes(stored))
      throw new Refusal('invalid_transition', `The issue is ${stored}: only a run changes that.`, {
        id: one,
        state: stored,
        allowed: (['ignored', 'open'] as const).filter((to) => allowedFrom[to].includes(stored)),
      })
  }
  await db
    .updateTable('site_audit_issue')
    .set({ state, ...(note === undefined ? {} : { note }), ...nextVersion })
    .where('id', 'in', [...ids])
    .execute()
  const changed = await db
    .selectFrom('site_audit_issue as i')
    .select(columns)
    .select(itemTitle)
    .where('i.id', 'in', [...ids])
    .orderBy('i.priority', 'desc')
    .orderBy('i.rule_code')
    .orderBy('i.url')
    .execute()
  return changed.map(describeIssue)
}
