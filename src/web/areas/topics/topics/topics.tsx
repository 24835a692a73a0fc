import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'

import { NewTopic } from '#web/areas/topics/topics/new-topic.tsx'
import { NothingProposed } from '#web/areas/topics/topics/no-topics.tsx'
import type { TopicActions } from '#web/areas/topics/topics/topic-actions.ts'
import { TopicBoard } from '#web/areas/topics/topics/topic-board.tsx'
import { DeleteTopic, RejectTopic } from '#web/areas/topics/topics/topic-dialogs.tsx'
import { TopicList } from '#web/areas/topics/topics/topic-list.tsx'
import { boardQueries, topicsQuery } from '#web/areas/topics/topics/topics-query.ts'
import { type Topic, type TopicsSearch, topicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import { useReview } from '#web/areas/topics/topics/use-review.ts'
import { useStart } from '#web/areas/topics/topics/use-start.ts'
import { useWriting, type Writing } from '#web/areas/topics/topics/use-writing.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { useSingleKeys } from '#web/parts/single-keys.ts'
import { useVerbs } from '#web/parts/verbs.ts'
import { ViewLinks } from '#web/parts/view-links.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

const SuggestTopics = late(async () => ({
  default: (await import('#web/areas/topics/topics/suggest-topics.tsx')).SuggestTopics,
}))

const EditTopic = late(async () => ({
  default: (await import('#web/areas/topics/topics/edit-topic.tsx')).EditTopic,
}))

const WatchWriting = late(async () => ({
  default: (await import('#web/areas/topics/topics/watch-writing.tsx')).WatchWriting,
}))

const WriteTopic = late(async () => ({
  default: (await import('#web/areas/topics/topics/write-topic.tsx')).WriteTopic,
}))

type OpenDialog = { what: 'new' | 'suggest' } | { what: 'edit' | 'write' | 'reject' | 'delete'; topic: Topic }

/** What could be written: proposed, decided on, written; as a board or as a list. Its whole state is in the address. */
export function Topics() {
  const asked = useSearch({ from: '/o/$orgSlug/topics' })
  const mayCreate = useCatalogEntry('createBlogTopic')?.allowed ?? false
  const review = useReview()
  const starting = useStart()
  const navigate = useNavigate({ from: '/o/$orgSlug/topics' })
  const watch = (topicId?: string) =>
    void navigate({ search: topicsSearch({ ...asked, watch: topicId }), replace: true, resetScroll: false })
  const writing = useWriting(({ id }) => watch(id))
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const maySuggest = useCatalogEntry('generateTopics')?.allowed ?? false
  const create = () => setDialog({ what: 'new' })
  const close = () => setDialog(null)
  useVerbs(mayCreate ? [{ label: 'New topic…', words: 'idea subject', run: create }] : [])
  useSingleKeys(mayCreate ? { c: { label: 'New topic', run: create } } : {})
  const reviewing = useCatalogEntry('reviewTopics')
  // The one that the board or the list reads.
  const read = useOperation('listTopics', asked.view === 'list' ? topicsQuery(asked) : boardQueries(asked).current)
  const counts = asked.search === undefined ? read.data?.counts : undefined
  // What an earlier search found is no count of all.
  const isBare = counts !== undefined && !read.isPlaceholderData && Object.values(counts).every((count) => count === 0)
  const waiting = waitingWords(counts?.pending ?? 0)
  function write(topic: Topic) {
    if (!writing.hasPainter) return void writing.write?.(topic, { withImages: false })
    writing.reset()
    setDialog({ what: 'write', topic })
  }
  const mayEdit = useCatalogEntry('updateTopic')?.allowed ?? false
  const actions: TopicActions = {
    mayReview: reviewing?.allowed ?? false,
    isKnown: reviewing !== undefined,
    mayDelete: useCatalogEntry('deleteTopic')?.allowed ?? false,
    onStart: starting.start && ((topic) => void starting.start?.(topic)),
    onEdit: mayEdit ? (topic) => setDialog({ what: 'edit', topic }) : null,
    onWrite: writing.write && write,
    isWriteAsked: writing.hasPainter,
    onWatch: ({ id }) => watch(id),
    onApprove: (topic) => void review.decide(topic, { decision: 'approve' }),
    onReject: (topic) => setDialog({ what: 'reject', topic }),
    onDelete: (topic) => setDialog({ what: 'delete', topic }),
  }
  const ways = (
    <Ways
      {...{ maySuggest, mayCreate }}
      isKnown={actions.isKnown}
      // Where they stand is known with the topics (web.md#pressed-where-it-stays).
      canSuggest={maySuggest && writing.isKnown && !read.isPending}
      canCreate={mayCreate && !read.isPending}
      onSuggest={() => setDialog({ what: 'suggest' })}
      onCreate={create}
    />
  )
  return (
    <Page
      title="Topics"
      isWide
      lead={`${waiting} An approved topic may be written by you or by an agent.`}
      actions={!isBare && <Views asked={asked}>{ways}</Views>}
    >
      {review.error && <Problem error={review.error} />}
      {starting.error && <Problem error={starting.error} />}
      {writing.error && dialog?.what !== 'write' && <Problem error={writing.error} />}
      {isBare ? <NothingProposed ways={ways} /> : <Proposed asked={asked} {...actions} />}
      {asked.watch !== undefined && (
        <Suspense>
          <WatchWriting key={asked.watch} topicId={asked.watch} onClose={() => watch()} />
        </Suspense>
      )}
      {dialog && <TopicDialog open={dialog} writing={writing} onClose={close} />}
    </Page>
  )
}

/** The topics, as a board or as a list. */
function Proposed(props: TopicActions & { asked: TopicsSearch }) {
  return props.asked.view === 'list' ? <TopicList {...props} /> : <TopicBoard {...props} />
}

/** The one dialog that is open. */
function TopicDialog({ open, writing, onClose }: { open: OpenDialog; writing: Writing; onClose(): void }) {
  switch (open.what) {
    case 'new':
      return <NewTopic onClose={onClose} />
    case 'reject':
      return <RejectTopic topic={open.topic} onClose={onClose} />
    case 'delete':
      return <DeleteTopic topic={open.topic} onClose={onClose} />
    default:
      return (
        <Suspense>
          {open.what === 'suggest' && (
            <SuggestTopics hasWriter={writing.hasWriter} onStarted={writing.follow} onClose={onClose} />
          )}
          {open.what === 'edit' && <EditTopic topic={open.topic} onClose={onClose} />}
          {open.what === 'write' && <WriteTopic topic={open.topic} writing={writing} onClose={onClose} />}
        </Suspense>
      )
  }
}

/** How many topics wait for a decision, if any do. */
function waitingWords(pending: number): string {
  if (pending === 0) return 'What could be written.'
  return pending === 1 ? '1 waits for a yes or no.' : `${pending.toLocaleString('en')} wait for a yes or no.`
}

type WaysProps = {
  maySuggest: boolean
  mayCreate: boolean
  /** Before the rights are known the buttons are there, so that nothing moves. */
  isKnown: boolean
  canSuggest: boolean
  canCreate: boolean
  onSuggest(): void
  onCreate(): void
}

/** How a topic comes about. */
function Ways({ maySuggest, mayCreate, isKnown, canSuggest, canCreate, onSuggest, onCreate }: WaysProps) {
  return (
    <>
      {(maySuggest || !isKnown) && (
        <Button disabled={!canSuggest} onClick={onSuggest}>
          Suggest topics…
        </Button>
      )}
      {(mayCreate || !isKnown) && (
        <Button look="ink" disabled={!canCreate} onClick={onCreate}>
          New topic
        </Button>
      )}
    </>
  )
}

/** Board or list, before the ways to a topic. */
function Views({ asked, children }: { asked: TopicsSearch; children: ReactNode }) {
  const view = (label: string, isList: boolean) => ({
    label,
    isCurrent: (asked.view === 'list') === isList,
    link: {
      to: '/o/$orgSlug/topics' as const,
      from: '/o/$orgSlug/topics' as const,
      search: topicsSearch({ search: asked.search, ...(isList ? { view: 'list' } : {}) }),
    },
  })
  return (
    <>
      <ViewLinks views={[view('Board', false), view('List', true)]} />
      {children}
    </>
  )
}
