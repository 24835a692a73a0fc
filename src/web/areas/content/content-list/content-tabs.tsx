import { tabs, type ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import type { OutputOf } from '#web/operations.ts'
import { TabLinks } from '#web/parts/tab-links.tsx'

type Counts = OutputOf<'listManagerItems'>['counts']

/** The tabs of the list with their counts, which follow the search and the filters. */
export function ContentTabs({ asked, counts }: { asked: ContentSearch; counts: Counts | undefined }) {
  const { tab: current = 'all', page: _page, peek: _peek, ...kept } = asked
  return (
    <TabLinks
      label="State"
      tabs={tabs.map((name) => ({
        label: labels[name],
        count: counts?.[name === 'review' ? 'inReview' : name],
        isCurrent: name === current,
        link: {
          to: '/o/$orgSlug/content',
          from: '/o/$orgSlug/content',
          search: name === 'all' ? kept : { ...kept, tab: name },
        },
      }))}
    />
  )
}

const labels: Record<(typeof tabs)[number], string> = {
  all: 'All',
  draft: 'Drafts',
  review: 'In review',
  scheduled: 'Scheduled',
  published: 'Live',
  trash: 'Trash',
}
