import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { NewTopic } from '#web/areas/topics/topics/new-topic.tsx'
import { NoTopics } from '#web/areas/topics/topics/no-topics.tsx'
import { DeleteTopic, RejectTopic } from '#web/areas/topics/topics/topic-dialogs.tsx'
import { TopicTable } from '#web/areas/topics/topics/topic-table.tsx'
import {
  type Topic,
  topicsQuery,
  topicsSearch,
  type TopicsSearch,
  topicTabs,
} from '#web/areas/topics/topics/topics-search.ts'
import { useReview } from '#web/areas/topics/topics/use-review.ts'
import { Button } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { useSingleKeys } from '#web/parts/single-keys.ts'
import { TabLinks } from '#web/parts/tab-links.tsx'
import { useVerbs } from '#web/parts/verbs.ts'
import { ViaApi } from '#web/parts/via-api.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

type OpenDialog = { what: 'new' } | { what: 'reject' | 'delete'; topic: Topic }

/** What could be written: proposed, decided on, written. The whole state of the list is in the address. */
export function Topics() {
  const asked = useSearch({ from: '/o/$orgSlug/topics' })
  const navigate = useNavigate({ from: '/o/$orgSlug/topics' })
  const input = topicsQuery(asked)
  const list = useOperation('listTopics', input)
  const mayCreate = useCatalogEntry('createBlogTopic')?.allowed ?? false
  const mayReview = useCatalogEntry('reviewTopics')?.allowed ?? false
  const mayDelete = useCatalogEntry('deleteTopic')?.allowed ?? false
  const review = useReview()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const go = (next: TopicsSearch) => void navigate({ search: topicsSearch(next) })
  const create = () => setDialog({ what: 'new' })
  const close = () => setDialog(null)
  useVerbs(mayCreate ? [{ label: 'New topic…', words: 'idea subject', run: create }] : [])
  useSingleKeys(mayCreate ? { c: { label: 'New topic', run: create } } : {})

  return (
    <Page
      title="Topics"
      lead="What could be written. An approved topic may be written by you or by an agent."
      actions={
        <>
          <ViaApi name="listTopics" input={input} />
          {mayCreate && (
            <Button look="ink" onClick={create}>
              New topic
            </Button>
          )}
        </>
      }
    >
      <TabLinks
        label="State"
        tabs={topicTabs.map(([tab, label]) => ({
          label,
          isCurrent: (asked.tab ?? 'pending') === tab,
          link: {
            to: '/o/$orgSlug/topics',
            from: '/o/$orgSlug/topics',
            search: topicsSearch({ ...asked, tab, page: 1 }),
          },
        }))}
      />
      <div className="my-3 flex md:[&>form]:max-w-80">
        <SearchBox
          label="Search topics"
          hint="Topic, keyword or angle"
          value={asked.search ?? ''}
          onSearch={(search) => go({ ...asked, search, page: 1 })}
        />
      </div>
      {review.error && <Problem error={review.error} />}
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the topics" rows={5} rowHeight="h-[61px] max-sm:h-[118px]" />}
        isCounted
        empty={() => <NoTopics asked={asked} onClear={() => go({ ...asked, search: '', page: 1 })} />}
        onPage={(page) => go({ ...asked, page })}
      >
        {({ items }) => (
          <TopicTable
            topics={items}
            {...{ mayReview, mayDelete }}
            onApprove={(topic) => void review.decide(topic, { decision: 'approve' })}
            onReject={(topic) => setDialog({ what: 'reject', topic })}
            onDelete={(topic) => setDialog({ what: 'delete', topic })}
          />
        )}
      </ListBody>
      {dialog?.what === 'new' && <NewTopic onClose={close} />}
      {dialog?.what === 'reject' && <RejectTopic topic={dialog.topic} onClose={close} />}
      {dialog?.what === 'delete' && <DeleteTopic topic={dialog.topic} onClose={close} />}
    </Page>
  )
}
