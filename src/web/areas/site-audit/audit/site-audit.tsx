import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import { AiCrawlers } from '#web/areas/site-audit/audit/ai-crawlers.tsx'
import { AuditFigures } from '#web/areas/site-audit/audit/audit-figures.tsx'
import { AuditIssues } from '#web/areas/site-audit/audit/audit-issues.tsx'
import { AuditPages } from '#web/areas/site-audit/audit/audit-pages.tsx'
import { AuditRuns } from '#web/areas/site-audit/audit/audit-runs.tsx'
import { ExportIssues } from '#web/areas/site-audit/audit/export-issues.tsx'
import { IssuesAside } from '#web/areas/site-audit/audit/issues-aside.tsx'
import { NoStart } from '#web/areas/site-audit/audit/no-start.tsx'
import { isUnderWay, RunLine } from '#web/areas/site-audit/audit/run-line.tsx'
import type { SiteAuditSearch } from '#web/areas/site-audit/audit/site-audit-search.ts'
import { Unread } from '#web/areas/site-audit/audit/unread.tsx'
import { Speed } from '#web/areas/site-audit/speed/speed.tsx'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { TabLinks } from '#web/parts/tab-links.tsx'
import { Time } from '#web/parts/time.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

const AuditSettings = late(() => import('#web/areas/site-audit/audit/audit-settings.tsx'))
const StartAudit = late(() => import('#web/areas/site-audit/audit/start-audit.tsx'))

type Status = OutputOf<'getSiteAuditStatus'>

/** Measure > Site audit: how the website is, and what to mend on it. */
export function SiteAudit() {
  const status = useOperation('getSiteAuditStatus', {})
  const mayRun = useCatalogEntry('startSiteAudit')?.allowed ?? false
  const maySet = useCatalogEntry('updateSiteAuditSettings')?.allowed ?? false
  const [isOpen, setOpen] = useState<'start' | 'settings' | null>(null)
  const { data, error } = status
  if (data === undefined)
    return (
      <Page title="Site audit" isWide>
        {error === null ? (
          <Skeleton className="h-96" />
        ) : (
          <Problem error={error} onRetry={() => void status.refetch()} />
        )}
      </Page>
    )
  const last = data.trend.at(-1)
  const { startUrl } = data.settings
  const isStartForeign = startUrl !== null && !data.verifiedOwnership
  const isRunning = data.lastRun !== null && isUnderWay(data.lastRun)
  return (
    <Page
      title={last === undefined ? 'Site audit' : sentenceOf(last.healthScore, data.issueCounts.error)}
      isFinding={last !== undefined}
      isWide
      lead={
        last ? (
          <ReadWhen trend={data.trend} runId={last.runId} settings={data.settings} />
        ) : (
          'What visitors and search engines find on your pages.'
        )
      }
      actions={
        <>
          {maySet && (last || startUrl !== null) && <Button onClick={() => setOpen('settings')}>Settings…</Button>}
          {mayRun && last && <ExportIssues />}
          {mayRun && last && (
            <Button look="ink" disabled={isRunning || !data.verifiedOwnership} onClick={() => setOpen('start')}>
              Read again…
            </Button>
          )}
        </>
      }
    >
      {data.lastRun !== null && <RunLine run={data.lastRun} />}
      {last !== undefined && !data.verifiedOwnership && (
        <NoStart startUrl={startUrl} maySet={maySet} onSettings={() => setOpen('settings')} />
      )}
      {last === undefined ? (
        !isRunning && (
          <Unread
            status={data}
            mayRun={mayRun}
            maySet={maySet}
            onStart={() => setOpen('start')}
            onSettings={() => setOpen('settings')}
          />
        )
      ) : (
        <Read status={data} runId={last.runId} mayRun={mayRun} />
      )}
      <Suspense>
        {isOpen === 'start' && <StartAudit settings={data.settings} onClose={() => setOpen(null)} />}
        {isOpen === 'settings' && (
          <AuditSettings settings={data.settings} isStartForeign={isStartForeign} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </Page>
  )
}

type When = { trend: Status['trend']; runId: string; settings: Status['settings'] }

/** When the website was read, how much of it in which time, what it is compared with, and when it is read next. */
function ReadWhen({ trend, runId, settings: { startUrl, nextRunAt } }: When) {
  const { data } = useOperation('getSiteAuditRun', { runId })
  const run = data?.run.id === runId ? data.run : undefined
  const [before, last] = [trend.at(-2), trend.at(-1)]
  const took =
    run?.startedAt == null || run.finishedAt === null ? null : Date.parse(run.finishedAt) - Date.parse(run.startedAt)
  return (
    <>
      Read {last && <Time at={last.at} />}
      {run && `: ${countOf(run.pages.requested, 'page')} of ${URL.parse(startUrl ?? '')?.host ?? 'the website'}`}
      {took !== null && ` in ${durationWords(took)}`}.
      {before && (
        <>
          {' '}
          Compared with <Time at={before.at} />.
        </>
      )}
      {nextRunAt !== null && (
        <>
          {' '}
          The next audit begins <Time at={nextRunAt} />.
        </>
      )}
    </>
  )
}

/** What the last reading of the whole website found. */
function Read({ status, runId, mayRun }: { status: Status; runId: string; mayRun: boolean }) {
  const asked = useSearch({ from: '/o/$orgSlug/audit' })
  const { slug } = useOrganization()
  const { tab } = asked
  const { error, warning, notice, ignored } = status.issueCounts
  const link = (search: SiteAuditSearch) => ({
    to: '/o/$orgSlug/audit' as const,
    params: { orgSlug: slug },
    search,
    resetScroll: false,
  })
  return (
    <>
      <AuditFigures status={status} runId={runId} />
      <TabLinks
        label="Site audit"
        tabs={[
          { label: 'Issues', count: error + warning + notice, isCurrent: tab === undefined, link: link({}) },
          { label: 'Pages', isCurrent: tab === 'pages', link: link({ tab: 'pages' }) },
          { label: 'Speed', isCurrent: tab === 'speed', link: link({ tab: 'speed' }) },
          { label: 'AI crawlers', isCurrent: tab === 'crawlers', link: link({ tab: 'crawlers' }) },
          { label: 'Runs', isCurrent: tab === 'runs', link: link({ tab: 'runs' }) },
          { label: 'Set aside', count: ignored, isCurrent: tab === 'aside', link: link({ tab: 'aside' }) },
        ]}
      />
      <div className="pt-3">
        {tab === 'pages' && <AuditPages runId={runId} />}
        {tab === 'speed' && <Speed startUrl={status.settings.startUrl} mayMeasure={mayRun} />}
        {tab === 'crawlers' && <AiCrawlers mayCheck={mayRun} />}
        {tab === 'runs' && <AuditRuns />}
        {tab === 'aside' && <IssuesAside mayChange={mayRun} />}
        {tab === undefined && <AuditIssues runId={runId} isFirst={status.trend.length < 2} mayChange={mayRun} />}
      </div>
    </>
  )
}

function durationWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 90 ? countOf(seconds, 'second') : countOf(Math.round(seconds / 60), 'minute')
}

function sentenceOf(score: number, errors: number): string {
  if (score < 100) return `${score} of 100 pages are free of errors.`
  // A score is rounded: one page of a thousand does not change it.
  return errors === 0 ? 'The pages of your website are free of errors.' : 'Nearly all pages are free of errors.'
}
