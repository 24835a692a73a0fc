import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'

import { OperationDetail } from '#web/areas/catalog/operation-detail.tsx'
import { useOrganization } from '#web/context.ts'
import type { CatalogEntry } from '#web/operations.ts'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useCatalog } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** For developers: every operation as agents get it, from the live catalog, to read and to try. */
export function OperationsPage() {
  const { operation } = useParams({ strict: false })
  const catalog = useCatalog()
  return (
    <Page
      title="Operations"
      lead={
        <>
          What agents and this application call.{' '}
          <a href="/v2/openapi.json" className="underline">
            OpenAPI document
          </a>
        </>
      }
      isWide
    >
      {catalog.error !== null && <Problem error={catalog.error} onRetry={() => void catalog.refetch()} />}
      {catalog.data === undefined ? (
        catalog.error === null && <Skeleton className="h-96 w-full" />
      ) : (
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[19rem_minmax(0,1fr)]">
          <OperationList entries={catalog.data.operations} current={operation} />
          {operation === undefined ? (
            <p className="text-muted max-lg:hidden">
              Choose an operation to see what it takes, what it answers, and to try it.
            </p>
          ) : (
            <OperationDetail key={operation} name={operation} />
          )}
        </div>
      )}
    </Page>
  )
}

type ListProps = { entries: readonly CatalogEntry[]; current: string | undefined }

function OperationList({ entries, current }: ListProps) {
  const { slug } = useOrganization()
  const { search = '' } = useSearch({ strict: false }) as { search?: string }
  const navigate = useNavigate()
  const term = search.toLowerCase()
  const found = entries.filter(({ name, title, scope }) =>
    `${name} ${title} ${scope ?? ''}`.toLowerCase().includes(term),
  )
  const groups = Map.groupBy(found, ({ area }) => area)
  const narrow = (next: string) =>
    void navigate({
      to: '.',
      search: next.trim() === '' ? {} : { search: next.trim() },
      replace: true,
      resetScroll: false,
    })
  return (
    <nav aria-label="Operations" className="min-w-0">
      <SearchBox label="Search" hint="Name, words or scope" value={search} onSearch={narrow} />
      <div className="mt-3 flex flex-col gap-4 lg:max-h-[calc(100dvh-14rem)] lg:overflow-y-auto">
        {found.length === 0 && <p className="text-muted">No operation matches.</p>}
        {[...groups].map(([area, some]) => (
          <section key={area} aria-label={area}>
            <h2 className="t-label mb-1 text-muted">{area.charAt(0).toUpperCase() + area.slice(1)}</h2>
            <ul>
              {some.map(({ name }) => (
                <li key={name}>
                  <Link
                    to="/o/$orgSlug/agents/operations/{-$operation}"
                    params={{ orgSlug: slug, operation: name }}
                    search={search === '' ? {} : { search }}
                    resetScroll={false}
                    aria-current={name === current ? 'page' : undefined}
                    className="mono block rounded-md px-2 py-1 wrap-anywhere hover:bg-raised aria-[current=page]:bg-raised aria-[current=page]:font-semibold max-md:py-2.5"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <OnlyPeople term={term} />
      </div>
    </nav>
  )
}

/** What agents never get, by category, and where a person does it. */
function OnlyPeople({ term }: { term: string }) {
  const { data } = useOperation('listExcludedCalls', {}, { staleTime: 300_000 })
  const found = data?.items.filter(({ name, category }) => `${name} ${category}`.toLowerCase().includes(term)) ?? []
  if (found.length === 0) return null
  return (
    <section aria-label="Only people">
      <h2 className="t-label mb-1 text-muted">Only people</h2>
      {[...Map.groupBy(found, ({ category }) => category)].map(([category, calls]) => (
        <details key={category} className="px-2 py-1">
          <summary className="cursor-pointer">
            <span className="mono">{category}</span> <span className="text-sm text-muted">{calls.length}</span>
          </summary>
          <ul className="py-1">
            {calls.map(({ name, instead }) => (
              <li key={name} className="py-1">
                <span className="mono block wrap-anywhere">{name}</span>
                <span className="text-sm text-muted">{instead}</span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}
