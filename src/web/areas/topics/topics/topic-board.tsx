import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { BoardColumn } from '#web/areas/topics/topics/board-column.tsx'
import { columns, whyNot } from '#web/areas/topics/topics/moves.ts'
import { NoTopics } from '#web/areas/topics/topics/no-topics.tsx'
import type { TopicActions } from '#web/areas/topics/topics/topic-actions.ts'
import { TopicsBox } from '#web/areas/topics/topics/topics-box.tsx'
import { type TopicsSearch, topicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import { useBoardKeys } from '#web/areas/topics/topics/use-board-keys.ts'
import { useBoard } from '#web/areas/topics/topics/use-board.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'

/** The topics in columns of their states. A card is dragged to another column, or moved by its menu. */
export function TopicBoard({ asked, ...actions }: TopicActions & { asked: TopicsSearch }) {
  const { topics, counts, collectionName, isReady, isOld, error, retry } = useBoard(asked)
  const navigate = useNavigate({ from: '/o/$orgSlug/topics' })
  useBoardKeys()
  const isEmpty = topics.length === 0

  return (
    <>
      <TopicsBox asked={asked} />
      {error && <Problem error={error} onRetry={retry} />}
      {!isReady && !error && <Skeleton className="h-[640px]" />}
      {isReady && isEmpty && asked.search && (
        <NoTopics asked={asked} onClear={() => void navigate({ search: topicsSearch({}) })} />
      )}
      {isReady && !(isEmpty && asked.search) && (
        <div
          aria-busy={isOld}
          className={clsx('grid gap-y-6 transition-opacity delay-100 lg:grid-cols-5', isOld && 'opacity-60')}
        >
          {columns.map((column) => (
            <BoardColumn
              key={column.state}
              column={column}
              topics={topics.filter(({ state }) => column.states.some((one) => one === state))}
              total={column.states.reduce((sum, state) => sum + (counts?.[state] ?? 0), 0)}
              asked={asked}
              collectionName={collectionName}
              takes={(id) =>
                actions.mayReview && topics.some((one) => one.id === id && whyNot(one, column.state) === null)
              }
              onTake={(id) => {
                const topic = topics.find((one) => one.id === id)
                if (topic && column.state === 'approved') actions.onApprove(topic)
                if (topic && column.state === 'rejected') actions.onReject(topic)
              }}
              {...actions}
            />
          ))}
        </div>
      )}
    </>
  )
}
