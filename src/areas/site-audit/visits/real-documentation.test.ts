import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { getSiteAuditPage } from '#areas/site-audit/operations/get-site-audit-page.ts'
import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'

import { type AuditStage, auditStage, type Site } from './test-site.ts'

/** A folder with the HTML documentation of a Debian package, and the program of linkchecker: `npm run test:real` gets both. */
const { REAL_DOCUMENTATION: documentation = '', REAL_LINKCHECKER: linkchecker = '' } = process.env

const types: Record<string, string> = { html: 'text/html', css: 'text/css', txt: 'text/plain', png: 'image/png' }

function siteIn(folder: string): Site {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const pages = files.map(({ parentPath, name }) => {
    const file = join(parentPath, name)
    const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    // Only a site that names it is asked more than three times a second by linkchecker.
    const headers = { 'content-type': `${type}; charset=utf-8`, linkchecker: 'welcome' }
    const page = { headers, body: readFileSync(file) }
    return [file.slice(folder.length), page] as const
  })
  const site: Site = Object.fromEntries(pages)
  return { ...site, '/': site['/index.html'] ?? '' }
}

/** The targets of links that linkchecker finds broken: it names the first page of each. */
async function foundByLinkchecker(url: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-linkchecker-'))
  const config = join(folder, 'linkcheckerrc')
  await writeFile(config, '[checking]\nmaxrequestspersecond=1000\n')
  const args = [`--config=${config}`, '--no-status', '--no-robots', '--threads=4', '--output=csv', `${url}/`]
  // It ends with 1 where a link is broken.
  const { stdout, stderr } = await promisify(execFile)(linkchecker, args, { maxBuffer: 100_000_000 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  await rm(folder, { recursive: true })
  expect(stderr).not.toContain('internal error')
  const rows = stdout.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  const names = rows[0]?.split(';') ?? []
  const cell = (row: string, name: string) => row.split(';')[names.indexOf(name)] ?? ''
  return rows
    .slice(1)
    .filter((row) => cell(row, 'valid') === 'False')
    .map((row) => cell(row, 'url'))
}

/** The targets of links that the audit found broken; of each page all, not only those that evidence has room for. */
async function foundByAudit(on: AuditStage): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { items, hasMore } = await on.call(listSiteAuditIssues, {
      ruleCode: 'broken_internal_link',
      pageSize: 100,
      page,
    })
    for (const { url } of items) {
      const { outlinks } = await on.call(getSiteAuditPage, { url })
      for (const link of outlinks) if (link.status !== null && link.status >= 400) found.push(link.url)
    }
    if (!hasMore) return found
  }
}

test.skipIf(documentation === '')(
  'a real documentation is crawled whole, and its broken links are those that linkchecker finds',
  async () => {
    const site = siteIn(documentation)
    const on = await auditStage(site)
    await on.rows(({ db }) =>
      db.insertInto('site_audit_setting').values({ max_pages: 5000, external_links: false }).execute(),
    )

    const { runId } = await on.audit()

    const { run } = await on.call(getSiteAuditRun, { runId })
    expect(run).toMatchObject({ state: 'succeeded', truncated: false })
    const [mine, theirs] = [await foundByAudit(on), await foundByLinkchecker(on.url)]
    const sorted = (links: readonly string[]) =>
      [...new Set(links.map((link) => link.replaceAll(on.url, '')))].toSorted()
    // What it is worth is for people to read, too.
    // oxlint-disable-next-line no-console
    console.log(
      `${run.pages.requested} of ${Object.keys(site).length} files asked for, ${sorted(mine).length} broken links, ${sorted(theirs).length} by linkchecker`,
    )
    expect(sorted(mine)).toEqual(sorted(theirs))
    await on.close()
  },
  600_000,
)
