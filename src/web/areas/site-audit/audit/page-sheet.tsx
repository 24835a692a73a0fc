import type { ReactNode } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import { answerOf } from '#web/areas/site-audit/audit/answer-words.ts'
import { IssueRow } from '#web/areas/site-audit/audit/issue-row.tsx'
import { besides, pathOf } from '#web/areas/site-audit/audit/rule-words.ts'
import { Fact } from '#web/parts/fact.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { pageId: string; runId: string; onClose(): void }

const most = 100

/** One page of a run: its facts, what is wrong on it, what links to it and where it links. */
export function PageSheet({ pageId, runId, onClose }: Props) {
  const { data, error, refetch } = useOperation('getSiteAuditPage', { pageId, runId })
  const isKnown = data !== undefined && data.page.id === pageId
  if (!isKnown)
    return (
      <Sheet title="Page" onClose={onClose}>
        {error ? <Problem error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-60" />}
      </Sheet>
    )
  const { page, issues, inlinks, outlinks } = data
  return (
    <Sheet
      title={page.untrusted?.title || pathOf(page.url)}
      lead={
        <a href={page.url} target="_blank" rel="noreferrer" className="mono wrap-anywhere underline">
          {page.url}
          <span className="sr-only"> in a new tab</span>
        </a>
      }
      onClose={onClose}
    >
      <dl className="mb-6 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name="Answer">{answerOf(page)}</Fact>
        {page.lastCrawledAt !== null && (
          <Fact name="Asked for">
            <Time at={page.lastCrawledAt} />
          </Fact>
        )}
        {page.ttfbMs !== null && <Fact name="First byte after">{page.ttfbMs.toLocaleString('en')} ms</Fact>}
        {page.wordCount !== null && <Fact name="Words">{page.wordCount.toLocaleString('en')}</Fact>}
        {page.status === 200 && (
          <Fact name="In search results">{page.indexable ? 'May be shown' : 'Not to be shown'}</Fact>
        )}
        {page.depth !== null && <Fact name="From the start">{countOf(page.depth, 'click')}</Fact>}
        <Fact name="Sitemap">{page.inSitemap ? 'Names it' : 'Does not name it'}</Fact>
      </dl>
      <Part title="What is wrong" none="Nothing is wrong on this page." count={issues.length}>
        {issues.map((issue) => (
          <IssueRow key={issue.id} issue={issue} isNew={issue.firstSeenRun === runId} leads="editor" />
        ))}
      </Part>
      <Part title="Pages that link here" none="No page links here." count={inlinks.length}>
        {inlinks.slice(0, most).map(({ url, untrusted: { anchor } }) => (
          <Line key={url} address={pathOf(url)} words={anchor} />
        ))}
      </Part>
      <Part title="Links and pictures" none="It links nowhere." count={outlinks.length}>
        {outlinks.slice(0, most).map(({ url, status, kind, untrusted: { anchor } }, at) => (
          <Line
            key={at}
            address={besides(page.url, url)}
            words={kind === 'image' ? 'A picture' : anchor}
            state={status !== null && status >= 400 ? `Does not exist (${status})` : null}
          />
        ))}
      </Part>
    </Sheet>
  )
}

type PartProps = { title: string; none: string; count: number; children: ReactNode }

function Part({ title, none, count, children }: PartProps) {
  return (
    <section aria-label={title} className="mb-6">
      <h3 className="t-head mb-1">
        {title} {count > 0 && <span className="font-normal text-muted">{count.toLocaleString('en')}</span>}
      </h3>
      {count === 0 ? <p className="text-muted">{none}</p> : <ul className="border-t border-line">{children}</ul>}
      {count > most && <p className="mt-1 text-muted">The first {most} are shown.</p>}
    </section>
  )
}

type LineProps = { address: string; words: string; state?: string | null }

function Line({ address, words, state = null }: LineProps) {
  return (
    <li className="border-b border-line py-1.5 wrap-anywhere">
      {words !== '' && <span className="block">{words}</span>}
      <span className="mono text-muted">{address}</span>
      {state !== null && <span className="block text-press-ink">{state}</span>}
    </li>
  )
}
