import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { answerOf } from '#web/areas/site-audit/audit/answer-words.ts'
import { PageSheet } from '#web/areas/site-audit/audit/page-sheet.tsx'
import { pathOf } from '#web/areas/site-audit/audit/rule-words.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { ViewLinks } from '#web/parts/view-links.tsx'
import { useOperation } from '#web/use-operation.ts'

const views = [
  [undefined, 'All'],
  ['4xx', 'Do not exist'],
  ['5xx', 'Fail'],
  ['3xx', 'Lead on'],
  ['orphan', 'Not linked'],
] as const

/** Every page of a run, as it answered; one that is open shows what links to it and where it links. */
export function AuditPages({ runId }: { runId: string }) {
  const { slug: orgSlug } = useOrganization()
  const { only, at } = useSearch({ from: '/o/$orgSlug/audit' })
  const navigate = useNavigate({ from: '/o/$orgSlug/audit' })
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const list = useOperation('listSiteAuditPages', {
    runId,
    page,
    ...(search !== '' && { search }),
    ...(only === 'orphan' ? { orphan: true } : only !== undefined && { status: only }),
  })
  const kept = { tab: 'pages' as const, ...(only !== undefined && { only }) }
  return (
    <section aria-label="Pages">
      <div className="flex flex-wrap gap-3 pb-3">
        <ViewLinks
          views={views.map(([one, label]) => ({
            label,
            isCurrent: one === only,
            link: {
              to: '/o/$orgSlug/audit' as const,
              params: { orgSlug },
              search: { tab: 'pages', ...(one !== undefined && { only: one }) },
            },
          }))}
        />
        <SearchBox
          label="Find pages"
          hint="Address or title"
          value={search}
          onSearch={(text) => {
            setPage(1)
            setSearch(text)
          }}
        />
      </div>
      <ListBody
        list={list}
        skeleton={<Skeleton className="h-80" />}
        isCounted
        empty={() => <p className="py-6 text-muted">No page is like that.</p>}
        onPage={setPage}
      >
        {({ items }) => <PageTable pages={items} kept={kept} />}
      </ListBody>
      {at !== undefined && (
        <PageSheet
          pageId={at}
          runId={runId}
          onClose={() => void navigate({ search: kept, replace: true, resetScroll: false })}
        />
      )}
    </section>
  )
}

type AuditPage = OutputOf<'listSiteAuditPages'>['items'][number]
/** What of the address stays when a page is opened. */
type Kept = { tab: 'pages'; only?: string }

function PageTable({ pages, kept }: { pages: readonly AuditPage[]; kept: Kept }) {
  return (
    <table className="w-full tabular-nums">
      <thead>
        <tr className="border-b border-line text-left">
          <th scope="col" className="py-1.5 font-medium">
            Page
          </th>
          <th scope="col" className="py-1.5 pl-4 font-medium">
            Answer
          </th>
          <th scope="col" className="py-1.5 pl-4 text-right font-medium max-sm:hidden">
            Words
          </th>
          <th scope="col" className="py-1.5 pl-4 text-right font-medium max-sm:hidden">
            Linked from
          </th>
          <th scope="col" className="py-1.5 pl-4 text-right font-medium max-sm:hidden">
            Article
          </th>
        </tr>
      </thead>
      <tbody>
        {pages.map((one) => (
          <PageRow key={one.id} page={one} kept={kept} />
        ))}
      </tbody>
    </table>
  )
}

function PageRow({ page, kept }: { page: AuditPage; kept: Kept }) {
  const { slug: orgSlug } = useOrganization()
  return (
    <tr className="border-b border-line align-top">
      <td className="py-1.5">
        {page.untrusted?.title && <span className="block wrap-anywhere">{page.untrusted.title}</span>}
        <Link
          to="/o/$orgSlug/audit"
          params={{ orgSlug }}
          search={{ ...kept, at: page.id }}
          resetScroll={false}
          activeProps={{}}
          className="mono block min-h-6 wrap-anywhere text-muted underline"
        >
          {pathOf(page.url)}
        </Link>
      </td>
      <td className="py-1.5 pl-4">{answerOf(page)}</td>
      <td className="py-1.5 pl-4 text-right max-sm:hidden">{page.wordCount?.toLocaleString('en') ?? '—'}</td>
      <td className="py-1.5 pl-4 text-right max-sm:hidden">{page.inlinks.toLocaleString('en')}</td>
      <td className="py-1.5 pl-4 text-right max-sm:hidden">
        {page.itemId === null ? (
          '—'
        ) : (
          <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug, itemId: page.itemId }} className="underline">
            Open<span className="sr-only"> {pathOf(page.url)} in the editor</span>
          </Link>
        )}
      </td>
    </tr>
  )
}
