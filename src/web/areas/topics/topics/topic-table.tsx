import { isEditable } from '#web/areas/topics/topics/moves.ts'
import { proposer } from '#web/areas/topics/topics/source-words.ts'
import type { TopicActions } from '#web/areas/topics/topics/topic-actions.ts'
import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { Button } from '#web/parts/button.tsx'
import { DataTable, type Column } from '#web/parts/data-table.tsx'
import { Time } from '#web/parts/time.tsx'
import { Who } from '#web/parts/who.tsx'

type Props = TopicActions & { topics: readonly Topic[] }

/** The topics as a table, each with what its state allows. */
export function TopicTable({ topics, mayReview, mayDelete, ...actions }: Props) {
  const { onApprove, onReject, onDelete, onStart, onEdit, onWatch } = actions
  const columns: Column<Topic>[] = [
    { title: 'Topic', className: 'max-sm:w-full!', cell: (topic) => <Subject topic={topic} /> },
    {
      title: 'Proposed by',
      className: 'w-32',
      cell: (topic) => <Who isAgent={topic.source === 'agent'}>{proposer(topic)}</Who>,
    },
    { title: 'Priority', className: 'w-20 max-md:hidden', cellClass: 'tabular-nums', cell: ({ priority }) => priority },
    {
      title: 'Changed',
      className: 'w-32 max-lg:hidden',
      cellClass: 'text-muted',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-72 max-sm:w-full!',
      cell: (topic) => (
        <div className="flex flex-wrap gap-2 sm:justify-end">
          {mayReview && (topic.state === 'pending' || topic.state === 'failed') && (
            <Button size="small" aria-label={`Approve ${topic.topic}`} onClick={() => onApprove(topic)}>
              Approve
            </Button>
          )}
          {mayReview && topic.state === 'pending' && (
            <Button size="small" aria-label={`Reject ${topic.topic}`} onClick={() => onReject(topic)}>
              Reject…
            </Button>
          )}
          {onStart !== null && topic.state === 'approved' && (
            <Button size="small" aria-label={`Write it: ${topic.topic}`} onClick={() => onStart(topic)}>
              Write it
            </Button>
          )}
          {onEdit !== null && isEditable(topic) && (
            <Button size="small" look="quiet" aria-label={`Edit ${topic.topic}`} onClick={() => onEdit(topic)}>
              Edit…
            </Button>
          )}
          {topic.state === 'generating' && (
            <Button size="small" aria-label={`Watch ${topic.topic}`} onClick={() => onWatch(topic)}>
              Watch
            </Button>
          )}
          {mayDelete && topic.state !== 'generating' && topic.itemId === null && (
            <Button size="small" look="quiet" aria-label={`Delete ${topic.topic}`} onClick={() => onDelete(topic)}>
              Delete…
            </Button>
          )}
        </div>
      ),
    },
  ]
  return <DataTable label="Topics" columns={columns} rows={topics} keyOf={({ id }) => id} />
}

function Subject({ topic: { topic, primaryKeyword, angle, reviewReason } }: { topic: Topic }) {
  return (
    <>
      <span className="t-row block [overflow-wrap:anywhere]">{topic}</span>
      <span className="mono block [overflow-wrap:anywhere]">{primaryKeyword}</span>
      <span className="block text-sm text-muted [overflow-wrap:anywhere]">{angle}</span>
      {reviewReason && <span className="block text-sm [overflow-wrap:anywhere]">“{reviewReason}”</span>}
    </>
  )
}
