import { mediaQuery, tabQuery } from '#web/areas/media/media/media-query.ts'
import { type MediaSearch, mediaSearch, type MediaTab, mediaTabs } from '#web/areas/media/media/media-search.ts'
import { TabLinks } from '#web/parts/tab-links.tsx'
import { useOperation } from '#web/use-operation.ts'

/** The parts of the library, with how many pictures each has. */
export function MediaTabs({ asked }: { asked: MediaSearch }) {
  const all = useCount(undefined, asked)
  const unused = useCount('unused', asked)
  // What is not unused is used: no request of its own.
  const used = all === undefined || unused === undefined ? undefined : Math.max(0, all - unused)
  const counts = { all, 'no-alt': useCount('no-alt', asked), unused, used }
  return (
    <TabLinks
      label="Part of the library"
      tabs={mediaTabs.map(([tab, label]) => ({
        label,
        count: counts[tab],
        isCurrent: (asked.tab ?? 'all') === tab,
        link: {
          to: '/o/$orgSlug/media',
          from: '/o/$orgSlug/media',
          search: mediaSearch({ ...asked, tab, page: 1, peek: undefined }),
        },
      }))}
    />
  )
}

/** The list of the open part counts it: only the others need a request of their own. */
function useCount(tab: MediaTab | undefined, asked: MediaSearch): number | undefined {
  const isListed = tab === asked.tab && !asked.search && !asked.source
  const input = isListed ? mediaQuery(asked) : { kind: 'image' as const, pageSize: 1, ...tabQuery(tab) }
  return useOperation('listMedia', input).data?.total
}
