import { newId } from '#kernel/ids.ts'

import { nextNumber } from './sample-records.ts'
import type { Stage } from './stage.ts'
import { sampleSite } from './standins/sample-site.ts'

/** A website of the organization that can be audited, and no audit under way. Returns its address. */
export async function openWebsite(on: Stage): Promise<string> {
  const { url } = await sampleSite()
  await on.rows(async ({ db }) => {
    await db.updateTable('organization_setting').set({ site_url: url }).execute()
    await db
      .updateTable('site_audit_run')
      .set({ state: 'canceled' })
      .where('state', 'in', ['queued', 'crawling', 'analyzing'])
      .execute()
  })
  return url
}

/** An audit of one page with an issue. */
export async function newAudit(on: Stage) {
  const [runId, pageId] = [newId('auditRun'), newId('auditPage')]
  const url = `https://www.example.com/${nextNumber()}`
  await on.rows(async ({ db }) => {
    await db
      .insertInto('site_audit_run')
      .values({ id: runId, job_id: newId('job'), scope: 'full', state: 'succeeded', health_score: 100 })
      .execute()
    await db
      .insertInto('site_audit_page')
      .values({ run_id: runId, id: pageId, url, seq: 0, stage: 'done', is_latest: true, status: 200, is_html: true })
      .execute()
    await db
      .insertInto('site_audit_issue')
      .values({
        id: newId('auditIssue'),
        rule_code: 'title_missing',
        url,
        severity: 'error',
        page_id: pageId,
        state: 'open',
        first_seen_run: runId,
        last_seen_run: runId,
      })
      .execute()
  })
  return { runId, pageId, url }
}

export async function newAuditIssue(on: Stage): Promise<string> {
  const { url } = await newAudit(on)
  const { id } = await on.rows(({ db }) =>
    db.selectFrom('site_audit_issue').select('id').where('url', '=', url).executeTakeFirstOrThrow(),
  )
  return id
}

type Mendable = { rule?: string; fixOf?: (itemId: string) => object }

const linkFix = (id: string) => ({
  operation: 'replaceItemLinks',
  input: { id, links: [{ from: 'https://www.example.com/old', to: 'https://www.example.com/new' }] },
  complete: true,
})

/** An issue with a complete fix for each of these items, on an address of its own; by default a link to an old address. Returns their ids. */
export async function newMendableIssues(
  on: Stage,
  itemIds: readonly string[],
  { rule = 'link_to_redirect', fixOf = linkFix }: Mendable = {},
): Promise<string[]> {
  const { runId } = await newAudit(on)
  const issues = itemIds.map((itemId) => ({
    id: newId('auditIssue'),
    rule_code: rule,
    url: `https://www.example.com/page-${nextNumber()}`,
    severity: 'notice' as const,
    item_id: itemId,
    state: 'open' as const,
    fix: JSON.stringify(fixOf(itemId)),
    first_seen_run: runId,
    last_seen_run: runId,
  }))
  await on.rows(({ db }) => db.insertInto('site_audit_issue').values(issues).execute())
  return issues.map(({ id }) => id)
}
