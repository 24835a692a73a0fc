import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pathOf } from '#web/areas/site-audit/audit/rule-words.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

type Audited = OutputOf<'listSiteAuditPages'>['items'][number]

/** Every page of a run, as it answered. */
export function AuditPages({ runId }: { runId: string }) {
  const { slug: orgSlug } = useOrganization()
  const [page, setPage] = useState(1)
  const list = useOperation('listSiteAuditPages', { runId, page })
  return (
    <ListBody
      list={list}
      skeleton={<Skeleton className="h-80" />}
      empty={() => <p className="py-6 text-muted">No page was read.</p>}
      onPage={setPage}
    >
      {({ items }) => (
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
            {items.map((one) => (
              <tr key={one.id} className="border-b border-line align-top">
                <td className="py-1.5">
                  {one.untrusted?.title && <span className="block wrap-anywhere">{one.untrusted.title}</span>}
                  <span className="mono block wrap-anywhere text-muted">{pathOf(one.url)}</span>
                </td>
                <td className="py-1.5 pl-4">{answerOf(one)}</td>
                <td className="py-1.5 pl-4 text-right max-sm:hidden">{one.wordCount?.toLocaleString('en') ?? '—'}</td>
                <td className="py-1.5 pl-4 text-right max-sm:hidden">{one.inlinks.toLocaleString('en')}</td>
                <td className="py-1.5 pl-4 text-right max-sm:hidden">
                  {one.itemId === null ? (
                    '—'
                  ) : (
                    <Link
                      to="/o/$orgSlug/content/$itemId"
                      params={{ orgSlug, itemId: one.itemId }}
                      className="underline"
                    >
                      Open<span className="sr-only"> {pathOf(one.url)} in the editor</span>
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ListBody>
  )
}

function answerOf({ status, error, blockedByRobots, redirectChain }: Audited): string {
  if (blockedByRobots) return 'Not asked: robots.txt forbids it'
  if (error !== null) return error === 'timeout' ? 'Took too long' : 'Did not answer'
  if (status === null) return '—'
  if (status >= 500) return `The server failed (${status})`
  if (status >= 400) return `Does not exist (${status})`
  const end = redirectChain.at(-1)
  if (status >= 300) return end === undefined ? `Leads on (${status})` : `Leads to ${pathOf(end.url)}`
  return 'Is there'
}
