import { Link, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'

import { RunComparison } from '#web/areas/site-audit/audit/run-comparison.tsx'
import { outcomeOf, type Run, scopeWords } from '#web/areas/site-audit/audit/run-words.ts'
import { useOrganization } from '#web/context.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Every audit, newest first; the one that is open is compared with another. */
export function AuditRuns() {
  const asked = useSearch({ from: '/o/$orgSlug/audit' })
  const [page, setPage] = useState(1)
  const list = useOperation('listSiteAuditRuns', { page })
  return (
    <section aria-label="Runs">
      <ListBody
        list={list}
        skeleton={<Skeleton className="h-80" />}
        empty={() => <p className="py-6 text-muted">The website has not been read yet.</p>}
        onPage={setPage}
      >
        {({ items }) => {
          const ended = items.filter(({ state }) => state === 'succeeded')
          const open = ended.find(({ id }) => id === asked.run) ?? ended[0]
          return (
            <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[3fr_2fr]">
              <RunTable runs={items} open={open?.id} />
              {open && <RunComparison key={open.id} run={open} runs={ended} to={asked.to} />}
            </div>
          )
        }}
      </ListBody>
    </section>
  )
}

function RunTable({ runs, open }: { runs: readonly Run[]; open: string | undefined }) {
  const { slug: orgSlug } = useOrganization()
  return (
    <table className="w-full tabular-nums">
      <thead>
        <tr className="border-b border-edge text-left text-sm text-muted">
          <th scope="col" className="py-1.5 font-normal">
            When
          </th>
          <th scope="col" className="py-1.5 pl-4 font-normal max-sm:hidden">
            What was read
          </th>
          <th scope="col" className="py-1.5 pl-4 text-right font-normal">
            Pages
          </th>
          <th scope="col" className="py-1.5 pl-4 text-right font-normal max-sm:hidden">
            Errors
          </th>
          <th scope="col" className="py-1.5 pl-4 text-right font-normal">
            Health
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.id} className={clsx('border-b border-line align-baseline', run.id === open && 'bg-raised')}>
            <td className="py-1.5">
              {run.state === 'succeeded' ? (
                <Link
                  to="/o/$orgSlug/audit"
                  params={{ orgSlug }}
                  search={{ tab: 'runs', run: run.id }}
                  resetScroll={false}
                  activeProps={{}}
                  aria-current={run.id === open ? 'true' : undefined}
                  className="inline-flex min-h-6 items-center underline max-md:min-h-11"
                >
                  <Time at={run.createdAt} />
                </Link>
              ) : (
                <Time at={run.createdAt} />
              )}
            </td>
            <td className="py-1.5 pl-4 max-sm:hidden">
              {scopeWords[run.scope]}
              {(run.state !== 'succeeded' || run.truncated) && (
                <span className="block text-muted wrap-anywhere">{outcomeOf(run)}</span>
              )}
            </td>
            <td className="py-1.5 pl-4 text-right">{run.pages.requested.toLocaleString('en')}</td>
            <td className="py-1.5 pl-4 text-right max-sm:hidden">{run.issues.error.toLocaleString('en')}</td>
            <td className="py-1.5 pl-4 text-right">{run.healthScore ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
