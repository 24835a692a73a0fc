import { columns, isEditable, whyNot, type BoardColumn } from '#web/areas/topics/topics/moves.ts'
import type { TopicActions } from '#web/areas/topics/topics/topic-actions.ts'
import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { usePriority } from '#web/areas/topics/topics/use-priority.ts'
import { MenuEntry, RowMenu } from '#web/parts/row-menu.tsx'

type Props = TopicActions & { topic: Topic }

/** What dragging does, and more, as buttons: other words, another column, another priority, away with it. */
export function MoveMenu({ topic, ...actions }: Props) {
  const { mayReview, mayDelete, onApprove, onReject, onEdit, onDelete } = actions
  const prioritize = usePriority()
  const isDeletable = mayDelete && topic.state !== 'generating' && topic.itemId === null
  const goTo: Partial<Record<BoardColumn['state'], (topic: Topic) => void>> = {
    approved: onApprove,
    rejected: onReject,
  }
  if (!mayReview && !mayDelete && onEdit === null) return null

  return (
    <RowMenu label="Move to…" panel={`Move ${topic.topic}`}>
      <ul>
        {onEdit !== null && isEditable(topic) && (
          <li className="mb-1.5 border-b border-line pb-1.5">
            <MenuEntry label="Edit…" onPress={() => onEdit(topic)} />
          </li>
        )}
        {columns
          .filter(({ states }) => mayReview && states.every((state) => state !== topic.state))
          .map(({ state, title }) => (
            <li key={state}>
              <MenuEntry label={title} reason={whyNot(topic, state)} onPress={() => goTo[state]?.(topic)} />
            </li>
          ))}
        {mayReview && isEditable(topic) && (
          <>
            <li className="mt-1.5 border-t border-line pt-1.5">
              <MenuEntry
                label="Raise its priority"
                reason={topic.priority >= 100 ? 'It is the highest.' : null}
                onPress={() => void prioritize(topic, 10)}
              />
            </li>
            <li>
              <MenuEntry
                label="Lower its priority"
                reason={topic.priority <= 0 ? 'It is the lowest.' : null}
                onPress={() => void prioritize(topic, -10)}
              />
            </li>
          </>
        )}
        {isDeletable && (
          <li className="mt-1.5 border-t border-line pt-1.5">
            <MenuEntry label="Delete…" onPress={() => onDelete(topic)} />
          </li>
        )}
      </ul>
    </RowMenu>
  )
}
