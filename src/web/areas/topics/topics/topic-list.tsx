import { useNavigate } from '@tanstack/react-router'

import { NoTopics } from '#web/areas/topics/topics/no-topics.tsx'
import type { TopicActions } from '#web/areas/topics/topics/topic-actions.ts'
import { TopicTable } from '#web/areas/topics/topics/topic-table.tsx'
import { TopicsBox } from '#web/areas/topics/topics/topics-box.tsx'
import { topicsQuery } from '#web/areas/topics/topics/topics-query.ts'
import { topicsSearch, type TopicsSearch, topicTabs } from '#web/areas/topics/topics/topics-search.ts'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { TabLinks } from '#web/parts/tab-links.tsx'
import { useOperation } from '#web/use-operation.ts'

/** The topics of one state as a list, page by page. */
export function TopicList({ asked, ...actions }: TopicActions & { asked: TopicsSearch }) {
  const navigate = useNavigate({ from: '/o/$orgSlug/topics' })
  const list = useOperation('listTopics', topicsQuery(asked))
  const go = (next: TopicsSearch) => void navigate({ search: topicsSearch(next) })

  return (
    <>
      <TabLinks
        label="State"
        tabs={topicTabs.map(([tab, label]) => ({
          label,
          count: list.data?.counts[tab],
          isCurrent: (asked.tab ?? 'pending') === tab,
          link: {
            to: '/o/$orgSlug/topics',
            from: '/o/$orgSlug/topics',
            search: topicsSearch({ ...asked, tab, page: 1 }),
          },
        }))}
      />
      <TopicsBox asked={asked} />
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the topics" rows={5} rowHeight="h-[61px] max-sm:h-[118px]" />}
        isCounted
        empty={() => <NoTopics asked={asked} onClear={() => go({ ...asked, search: '', page: 1 })} />}
        onPage={(page) => go({ ...asked, page })}
      >
        {({ items }) => <TopicTable topics={items} {...actions} />}
      </ListBody>
    </>
  )
}
