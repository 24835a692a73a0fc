import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { railTabs, type RailTab } from '#web/areas/content/article/article-search.ts'
import { placeOf, tabOf } from '#web/areas/content/article/field-places.ts'
import { ArticleLinks } from '#web/areas/content/article/rail/article-links.tsx'
import { Checks } from '#web/areas/content/article/rail/checks.tsx'
import type { RailProps } from '#web/areas/content/article/rail/rail-props.ts'
import { useFoundWarnings } from '#web/areas/content/article/rail/use-found-warnings.ts'
import type { Asking } from '#web/areas/content/article/requests/use-asking.ts'
import { late } from '#web/parts/late.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Tabs } from '#web/parts/tabs.tsx'
import { usePreload } from '#web/use-preload.ts'

const LivePage = late(async () => ({ default: (await import('#web/areas/site-audit/on-page/live-page.tsx')).LivePage }))
const SearchAndSocial = late(async () => ({
  default: (await import('#web/areas/content/article/rail/search-and-social.tsx')).SearchAndSocial,
}))
const ArticleHistory = late(async () => ({
  default: (await import('#web/areas/content/article/rail/article-history.tsx')).ArticleHistory,
}))
const EditRequests = late(() => import('#web/areas/content/article/requests/edit-requests.tsx'))
const ItemReaders = late(() => import('#web/areas/analytics/item-readers.tsx'))

const partsOf: Partial<Record<RailTab, readonly object[]>> = {
  search: [SearchAndSocial],
  history: [ArticleHistory],
}

const names: Record<RailTab, string> = {
  checks: 'Checks',
  search: 'Search & social',
  links: 'Links',
  history: 'History',
}

type Props = RailProps & {
  asking: Asking
  /** Leads to a field beside the text. */
  onText(field: string): void
  /** Does it once what the rail covers is seen. */
  onBehind(show: () => void): void
}

/** What belongs to an article besides its texts, in four tabs; which one is in the address. */
export function ArticleRail({ onText, onBehind, asking, ...props }: Props) {
  const { found, writing } = props
  const asked = useSearch({ from: '/o/$orgSlug/content/$itemId' })
  const rail = tabOf(asked)
  const navigate = useNavigate({ from: '/o/$orgSlug/content/$itemId' })
  const warnings = useFoundWarnings(found, writing.patch)
  usePreload(SearchAndSocial, ArticleHistory)
  const [wanted, setWanted] = useState<string | null>(asked.field ?? null)
  const show = (tab: RailTab) =>
    void navigate({ search: tab === 'checks' ? {} : { rail: tab }, replace: true, resetScroll: false })

  const isAsked = asking.requests.length > 0
  const requests = <EditRequests asking={asking} onText={onBehind} />
  const labelOf = (tab: RailTab) =>
    tab === 'checks' && warnings.length > 0 ? `${names[tab]} ${warnings.length}` : names[tab]
  return (
    <Tabs
      label="About this article"
      value={rail}
      tabs={railTabs.map((value) => ({ value, label: labelOf(value), parts: partsOf[value] ?? [] }))}
      onChange={(tab) => {
        setWanted(null)
        show(tab)
      }}
    >
      {rail === 'checks' && (
        <>
          {/* Together, so that the checks do not move down when what is above them comes. */}
          <Suspense>
            {isAsked && requests}
            <Checks
              warnings={warnings}
              mayChange={props.mayChange}
              onMend={(field) => {
                const place = placeOf(field) ?? 'text'
                if (place === 'text') return onText(field)
                setWanted(field)
                show(place)
              }}
            />
          </Suspense>
          <Suspense>
            {!isAsked && requests}
            <LivePage itemId={found.item.id} mayChange={props.mayChange} />
          </Suspense>
          {found.item.status === 'published' && (
            <section aria-label="Readers" className="mt-6">
              <h2 className="t-head mb-1">Readers</h2>
              <Suspense>
                <ItemReaders itemId={found.item.id} />
              </Suspense>
            </section>
          )}
        </>
      )}
      {rail === 'search' && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <SearchAndSocial {...props} focused={wanted} />
        </Suspense>
      )}
      {rail === 'links' && <ArticleLinks {...props} focused={wanted} />}
      {rail === 'history' && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <ArticleHistory found={found} />
        </Suspense>
      )}
    </Tabs>
  )
}
