import { sql } from 'kysely'

import type { IssueCounts } from '#areas/site-audit/json-columns.ts'
import { becomeLatest } from '#areas/site-audit/pages/pages.ts'
import type { LabFindings } from '#areas/site-audit/performance/lab-findings.ts'
import { type Looks, type RuleCode, ruleCodes, ruleTable } from '#areas/site-audit/rules/rule-table.ts'
import type { OpenRun } from '#areas/site-audit/runs/open-run.ts'
import { changeRun } from '#areas/site-audit/runs/runs.ts'
import type { Writer } from '#kernel/database.ts'
import type { JobWrites } from '#kernel/job.ts'
import { truncate } from '#std/text.ts'

import type { Known } from './link-rules.ts'
import { silentIssues, unprobedIssues, unseenIssues } from './looked-at.ts'
import type { SiteAround } from './page-findings.ts'
import { raiseFindings } from './raise-issues.ts'
import { isBroken, isDeadEnd, type SiteNode } from './site-nodes.ts'
import { unreadSitemapIssues } from './sitemap-looked-at.ts'
import { looksAtStart } from './start-looked-at.ts'

type Ending = {
  run: OpenRun
  around: SiteAround
  known: Known
  isComplete: boolean
  looked: LabFindings['looked']
  notify: JobWrites['notify']
}

/** Makes the findings of a run issues, and ends it: all in one transaction, because a run that fails changes none. */
export async function endRun(db: Writer, { run, around, known, isComplete, looked, notify }: Ending): Promise<void> {
  const regressed = await regressedErrors(db, run.id)
  await raiseFindings(db, run.id)
  const unseen = [
    ...(await unseenIssues(db, run.id, { known, isComplete })),
    ...(await unreadSitemapIssues(db, run.id, around)),
    ...(await unprobedIssues(db, run.id, around)),
  ]
  const ofStart = await seenOfStart(db, run, around)
  await settle(db, run, { isComplete, looked, unseen, ofStart })
  await sql`update app.site_audit_finding set evidence = null, fix = null where run_id = ${run.id}`.execute(db)
  await keepAnswers(db, run.id)
  const listed = around.nodes.list.filter(({ isListed }) => isListed)
  await becomeLatest(
    db,
    run.id,
    listed.map(({ url }) => url),
  )

  const counted = listed.filter((node) => isCounted(node, around))
  const withErrors = await pagesWithErrors(db, run.id, counted)
  // A run that saw nothing that counts says nothing about health (site-audit.md#no-score-of-nothing).
  const score = counted.length === 0 ? null : Math.round((100 * (counted.length - withErrors)) / counted.length)
  await changeRun(db, run.id, {
    state: 'succeeded',
    counted: counted.length,
    with_errors: withErrors,
    issues: JSON.stringify(await countIssues(db, run.id)),
    health_score: run.scope === 'full' ? score : null,
    finished_at: sql`clock_timestamp()`,
    version: sql`version + 1`,
  })
  if (regressed.length > 0) await notify({ event: 'auditRegression', text: regressionText(regressed) })
}

/** Of what was only looked at because a page names it, what it answered is kept as that of a link. */
async function keepAnswers(db: Writer, runId: string): Promise<void> {
  await sql`
    insert into app.site_audit_target (organization_id, run_id, url, kind, seq, is_done, status, error)
    select organization_id, run_id, url, 'link', seq, true, status, error from app.site_audit_page
    where run_id = ${runId} and not is_listed
    on conflict do nothing`.execute(db)
  await db.deleteFrom('site_audit_page').where('run_id', '=', runId).where('is_listed', '=', false).execute()
}

/** Pages, addresses that answer with a fault or not at all, and redirects that loop or lead nowhere. */
function isCounted(node: SiteNode, { way }: SiteAround): boolean {
  if (node.isBlocked && node.status === null && node.error === null) return false
  return (node.status === 200 && node.isHtml) || isBroken(node) || isDeadEnd(node) || way(node).isLoop
}

type Regressed = { rule_code: RuleCode; url: string }

/**
 * Errors that were fixed before this run and fired in it; asked before they are made issues. Those of most worth first. Both lists
 * may be long and nobody has counted them yet: they are put together, not joined (site-audit.md#long-lists-are-not-joined).
 */
async function regressedErrors(db: Writer, runId: string): Promise<Regressed[]> {
  const { rows } = await sql<Regressed>`
    select rule_code, url from (
      select rule_code, url, priority, 1 as fired, 0 as was_fixed from app.site_audit_finding
        where run_id = ${runId} and outcome = 'fired' and severity = 'error'
      union all select rule_code, url, 0, 0, 1 from app.site_audit_issue where state = 'fixed') as both_lists
    group by rule_code, url having sum(fired) > 0 and sum(was_fixed) > 0
    order by max(priority) desc, rule_code, url`.execute(db)
  return rows
}

const namedInNotice = 10

function regressionText(regressed: readonly Regressed[]): string {
  const count = regressed.length
  const named = regressed
    .slice(0, namedInNotice)
    .map(({ rule_code: rule, url }) => `${ruleTable[rule].hint} ${truncate(url, 300)}`)
  return [
    `The site audit found ${count === 1 ? 'an error that was' : `${count} errors that were`} fixed before.`,
    ...named,
    ...(count > named.length ? [`And ${count - named.length} more.`] : []),
  ].join('\n')
}

/** Rules that look at what a browser has shown, of the pages that it was shown. */
const ofBrowsers: readonly RuleCode[] = ['performance_budget', 'text_only_after_js']

/** Rules that need the sitemaps, or all links to a page: only a full run has these. */
const ofFullRuns: readonly RuleCode[] = ['noindex_in_sitemap', 'sitemap_url_non_200', 'blocked_but_linked']

const rulesThatLook = (looks: Looks, { plan, scope }: OpenRun): RuleCode[] =>
  ruleCodes.filter(
    (rule) =>
      ruleTable[rule].looks === looks &&
      !ofBrowsers.includes(rule) &&
      (scope === 'full' || !ofFullRuns.includes(rule)) &&
      (rule !== 'broken_external_link' || plan.externalLinks),
  )

/** Issues about the start that a full run looked at again: those of another origin stay. */
async function seenOfStart(db: Writer, run: OpenRun, around: SiteAround): Promise<string[]> {
  if (run.scope !== 'full') return []
  const issues = await silentIssues(db, run.id, rulesThatLook('start', run))
  return issues.filter(({ rule_code: rule, url }) => looksAtStart(rule, url, around)).map(({ id }) => id)
}

/**
 * What did not fire on an address that was looked at is fixed. A page that fails to answer was not looked at by rules about its
 * content, and one that robots.txt keeps away was looked at by the rules about that only.
 */
type Looked = Pick<Ending, 'isComplete' | 'looked'> & { unseen: readonly string[]; ofStart: readonly string[] }

async function settle(db: Writer, run: OpenRun, { isComplete, looked, unseen, ofStart }: Looked): Promise<void> {
  const list = (rules: readonly string[]) => sql`${[...rules]}::text[]`
  const answered = sql`(p.status is not null or p.error is not null)`
  const seen = sql`p.status is not null and p.status < 500 and not p.truncated`
  const isGone = sql`p.status in (404, 410) and not exists (select from app.site_audit_finding f
    where f.run_id = ${run.id} and f.url = p.url)`
  const { rows } = await sql<{ id: string }>`
    update app.site_audit_issue i set state = 'fixed', fixed_run = ${run.id}, version = version + 1, updated_at = clock_timestamp()
    where i.state in ('open', 'regressed')
      and i.last_seen_run <> ${run.id}
      and i.id <> all(${list(unseen)})
      and (
        (i.rule_code = 'performance_budget' and i.url = any(${list(looked.performance_budget)}))
        or (i.rule_code = 'text_only_after_js' and i.url = any(${list(looked.text_only_after_js)}))
        or i.id = any(${list(ofStart)})
        or exists (select from app.site_audit_page p where p.run_id = ${run.id} and p.url = i.url and p.is_listed and p.stage = 'done' and (
          (i.rule_code = any(${list(rulesThatLook('answer', run))}) and (${answered} or i.rule_code in ('blocked_but_linked', 'sitemap_url_non_200')))
          or (i.rule_code = any(${list(rulesThatLook('content', run))}) and ${seen})
          or (i.rule_code = any(${list(rulesThatLook('site', run))}) and ${isComplete}::boolean and ${seen})
          or ${isGone}))
      )
    returning i.id`.execute(db)
  if (rows.length === 0) return
  await sql`
    insert into app.site_audit_finding (organization_id, run_id, rule_code, url, outcome, issue_id, severity, page_id, item_id, priority)
    select organization_id, ${run.id}, rule_code, url, 'fixed', id, severity, page_id, item_id, priority
    from app.site_audit_issue where id = any(${rows.map(({ id }) => id)}::text[])`.execute(db)
}

async function pagesWithErrors(db: Writer, runId: string, counted: readonly SiteNode[]): Promise<number> {
  const rows = await db
    .selectFrom('site_audit_issue')
    .select('url')
    .distinct()
    .where('last_seen_run', '=', runId)
    .where('severity', '=', 'error')
    .where('state', '<>', 'ignored')
    .execute()
  const faulty = new Set(rows.map(({ url }) => url))
  return counted.filter(({ url }) => faulty.has(url)).length
}

async function countIssues(db: Writer, runId: string): Promise<IssueCounts> {
  const rows = await db
    .selectFrom('site_audit_issue')
    .select(({ fn }) => ['severity', sql<boolean>`state = 'ignored'`.as('ignored'), fn.countAll<number>().as('n')])
    .where('last_seen_run', '=', runId)
    .groupBy(['severity', 'ignored'])
    .execute()
  const of = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).reduce((sum, { n }) => sum + Number(n), 0)
  return {
    error: of(({ severity, ignored }) => severity === 'error' && !ignored),
    warning: of(({ severity, ignored }) => severity === 'warning' && !ignored),
    notice: of(({ severity, ignored }) => severity === 'notice' && !ignored),
    ignored: of(({ ignored }) => ignored),
  }
}
