import { Link, useNavigate, useSearch } from '@tanstack/react-router'

import { Narrowed } from '#web/areas/search-console/searches/narrowed.tsx'
import { NoSearches } from '#web/areas/search-console/searches/no-searches.tsx'
import { Opportunities } from '#web/areas/search-console/searches/opportunities.tsx'
import { ranges, searchesSearch } from '#web/areas/search-console/searches/searches-search.ts'
import { useOrganization } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** A connection with these can be read; the others have nothing to read from. */
const usable: ReadonlySet<string> = new Set(['connected', 'degraded', 'auth_expired'])

/** Measure > Search: what people searched for, and where more of them could be reached. */
export function Searches() {
  const asked = useSearch({ from: '/o/$orgSlug/search' })
  const navigate = useNavigate({ from: '/o/$orgSlug/search' })
  const { slug } = useOrganization()
  const range = asked.range ?? '28d'
  // What is not connected is not asked, where a person may read what is.
  const mayList = useCatalogEntry('listIntegrations')?.allowed
  const list = useOperation('listIntegrations', { kind: 'search' }, { enabled: mayList === true })
  const isConnected = list.data?.items.some(({ state, target }) => target !== null && usable.has(state))
  const summary = useOperation(
    'getSearchConsoleSummary',
    { range },
    { enabled: mayList === false || isConnected === true },
  )
  const { data } = summary
  const error = list.error ?? summary.error
  if (isConnected === false || (error instanceof OperationError && error.code === 'not_connected'))
    return (
      <Page title="Search" lead="What people searched for before they came to your website." isWide>
        <EmptyState
          isBare
          title="Search Console is not connected"
          action={
            <Link
              to="/o/$orgSlug/settings/integrations/new/$provider"
              params={{ orgSlug: slug, provider: 'google_search_console' }}
              className={buttonLook('ink')}
            >
              Connect Search Console…
            </Link>
          }
        >
          Google Search Console knows what people search for. Once it is connected, you see which article earns what in
          search, where more people could be reached, and which topic to write next.
        </EmptyState>
      </Page>
    )
  if (data === undefined)
    return (
      <Page title="Search" isWide>
        {error === null ? (
          <Skeleton className="h-96" />
        ) : (
          <Problem error={error} onRetry={() => void (list.error ? list : summary).refetch()} />
        )}
      </Page>
    )
  if (data.dataThrough === null || data.from === null) return <NoSearches />
  return (
    <Narrowed
      asked={asked}
      days={{ from: data.from, to: data.dataThrough, count: ranges[range] }}
      onAsk={(next) => void navigate({ search: searchesSearch({ ...next }), resetScroll: false })}
      beside={<Opportunities />}
    />
  )
}
