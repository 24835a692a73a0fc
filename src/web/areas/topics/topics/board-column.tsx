import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useId } from 'react'

import type { BoardColumn as Column } from '#web/areas/topics/topics/moves.ts'
import type { TopicActions } from '#web/areas/topics/topics/topic-actions.ts'
import { TopicCard } from '#web/areas/topics/topics/topic-card.tsx'
import { type Topic, topicsSearch, type TopicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import { useDropTarget } from '#web/parts/use-drag.ts'

type Props = TopicActions & {
  column: Column
  topics: readonly Topic[]
  /** How many there are, shown or not. */
  total: number
  asked: TopicsSearch
  collectionName(id: string): string
  takes(id: string): boolean
  onTake(id: string): void
}

const shown = 25

/** The topics of one state, below each other; others are dropped on it. */
export function BoardColumn({ column, topics, total, asked, collectionName, takes, onTake, ...actions }: Props) {
  const id = useId()
  const { ref, isOver } = useDropTarget<HTMLElement>({
    takes: (dragged) => dragged.kind === 'topic' && takes(dragged.id),
    onDrop: (dragged) => onTake(dragged.id),
  })
  const more = total - Math.min(topics.length, shown)
  return (
    <section
      ref={ref}
      aria-labelledby={id}
      data-column={column.state}
      className={clsx(
        'min-w-0 border-line lg:min-h-96 lg:border-r lg:px-3 lg:first:pl-0 lg:last:border-r-0 lg:last:pr-0',
        isOver && 'bg-raised outline-2 -outline-offset-2 outline-ink',
      )}
    >
      <div className="flex items-baseline justify-between border-b border-line pb-2">
        <h2 id={id} className="t-head">
          {column.title}
        </h2>
        <span className="text-muted">{total.toLocaleString('en')}</span>
      </div>
      {topics.slice(0, shown).map((topic) => (
        <TopicCard key={topic.id} topic={topic} collection={collectionName(topic.collectionPresetId)} {...actions} />
      ))}
      {more > 0 && (
        <p className="py-2.5">
          <Link
            to="/o/$orgSlug/topics"
            from="/o/$orgSlug/topics"
            search={topicsSearch({ search: asked.search, view: 'list', tab: column.state })}
            className="text-muted hover:underline"
          >
            {more.toLocaleString('en')} more
          </Link>
        </p>
      )}
      {total === 0 && <p className="py-2.5 text-muted">{nothing[column.state]}</p>}
    </section>
  )
}

const nothing: Record<Column['state'], string> = {
  pending: 'What people and agents propose appears here.',
  approved: 'Nothing waits to be written.',
  generating: 'Nothing is being written.',
  drafted: 'No topic has become an article yet.',
  rejected: 'No topic was rejected.',
}
