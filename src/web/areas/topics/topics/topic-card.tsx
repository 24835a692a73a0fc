import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { MoveMenu } from '#web/areas/topics/topics/move-menu.tsx'
import { proposer } from '#web/areas/topics/topics/source-words.ts'
import type { TopicActions } from '#web/areas/topics/topics/topic-actions.ts'
import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useDraggable } from '#web/parts/use-drag.ts'
import { Who } from '#web/parts/who.tsx'

/** One topic on the board: what it is about, what can be done with it, who proposed it if that was not a person. */
export function TopicCard({ topic, collection, ...actions }: TopicActions & { topic: Topic; collection: string }) {
  const id = useId()
  const { mayReview, isKnown, onApprove, onReject, onStart, onWrite, isWriteAsked, onWatch } = actions
  const mayPerhaps = mayReview || !isKnown
  const isUndecided = topic.state === 'pending'
  const isApproved = topic.state === 'approved'
  const mayWrite = onWrite !== null && isApproved
  const mayStart = onStart !== null && isApproved
  const ref = useDraggable<HTMLElement>(
    mayReview && (isUndecided || topic.state === 'failed') ? { kind: 'topic', id: topic.id } : null,
  )
  return (
    <article
      ref={ref}
      aria-labelledby={id}
      data-topic={topic.id}
      tabIndex={-1}
      className={`border-b border-line py-2.5 ${isUndecided && mayReview ? 'lg:cursor-grab' : ''}`}
    >
      <h3 id={id} className="t-row wrap-anywhere">
        {topic.topic}
      </h3>
      <p className="flex items-baseline justify-between gap-3">
        <span className="mono min-w-0 wrap-anywhere">{topic.primaryKeyword}</span>
        <span className="max-w-2/5 shrink-0 truncate text-sm text-muted">{collection}</span>
      </p>
      {(isUndecided || topic.state === 'approved') && (
        <p className="mt-1 line-clamp-3 text-muted wrap-anywhere">{topic.angle}</p>
      )}
      {topic.reviewReason && <p className="mt-1 wrap-anywhere">“{topic.reviewReason}”</p>}
      <State topic={topic} />
      <div className="mt-2 flex flex-wrap gap-1.5">
        {mayPerhaps && isUndecided && (
          <Button size="small" disabled={!mayReview} onClick={() => onApprove(topic)}>
            Approve
          </Button>
        )}
        {mayPerhaps && topic.state === 'failed' && (
          <Button size="small" disabled={!mayReview} onClick={() => onApprove(topic)}>
            Retry
          </Button>
        )}
        {mayPerhaps && isUndecided && (
          <Button size="small" disabled={!mayReview} onClick={() => onReject(topic)}>
            Reject…
          </Button>
        )}
        {mayStart && (
          <Button size="small" onClick={() => onStart(topic)}>
            Write it
          </Button>
        )}
        {mayWrite && (
          <Button size="small" onClick={() => onWrite(topic)}>
            {isWriteAsked ? 'Write with AI…' : 'Write with AI'}
          </Button>
        )}
        {topic.state === 'generating' && (
          <Button size="small" onClick={() => onWatch(topic)}>
            Watch
          </Button>
        )}
        <MoveMenu topic={topic} {...actions} />
      </div>
      {(topic.source !== 'user' || topic.priority !== usual) && (
        <p className="mt-2 truncate text-sm text-muted">
          {topic.source !== 'user' && <Who isAgent={topic.source === 'agent'}>{proposer(topic)}</Who>}
          {topic.source !== 'user' && topic.priority !== usual && ' · '}
          {topic.priority !== usual && `${topic.source === 'user' ? 'Priority' : 'priority'} ${topic.priority}`}
        </p>
      )}
    </article>
  )
}

/** The priority that a topic has unless somebody says otherwise. */
const usual = 50

/** How far it is, where its column does not say it. */
function State({ topic: { state, itemId, updatedAt } }: { topic: Topic }) {
  const { slug } = useOrganization()
  if (state === 'failed') return <Line tone="bad">Writing failed</Line>
  if (state === 'generating') return <Line tone="info">Being written</Line>
  if (state === 'drafted' && itemId)
    return (
      <p className="mt-1.5">
        <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug: slug, itemId }} className="underline">
          Open the article
        </Link>
      </p>
    )
  if (state !== 'rejected') return null
  return (
    <p className="mt-1 text-sm text-muted">
      <Time at={updatedAt} />
    </p>
  )
}

function Line({ tone, children }: { tone: 'bad' | 'info'; children: string }) {
  return (
    <p className="mt-1.5">
      <Status tone={tone}>{children}</Status>
    </p>
  )
}
