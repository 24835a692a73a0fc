import { columns, isEditable, whyNot, type BoardColumn } from '#web/areas/topics/topics/moves.ts'
import type { TopicActions } from '#web/areas/topics/topics/topic-actions.ts'
import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { usePriority } from '#web/areas/topics/topics/use-priority.ts'
import { PopoverButton } from '#web/parts/popover-button.tsx'

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

  return (
    <PopoverButton label={dots} panel={`Move ${topic.topic}`} className={small}>
      <ul>
        {onEdit !== null && isEditable(topic) && (
          <li className="mb-1.5 border-b border-line pb-1.5">
            <Entry label="Edit…" reason={null} onPress={() => onEdit(topic)} />
          </li>
        )}
        {columns
          .filter(({ states }) => states.every((state) => state !== topic.state))
          .map(({ state, title }) => {
            const reason = mayReview ? whyNot(topic, state) : 'Your role does not decide on topics.'
            return (
              <li key={state}>
                <Entry label={title} reason={reason} onPress={() => goTo[state]?.(topic)} />
              </li>
            )
          })}
        {mayReview && isEditable(topic) && (
          <>
            <li className="mt-1.5 border-t border-line pt-1.5">
              <Entry
                label="Raise its priority"
                reason={topic.priority >= 100 ? 'It is the highest.' : null}
                onPress={() => void prioritize(topic, 10)}
              />
            </li>
            <li>
              <Entry
                label="Lower its priority"
                reason={topic.priority <= 0 ? 'It is the lowest.' : null}
                onPress={() => void prioritize(topic, -10)}
              />
            </li>
          </>
        )}
        {isDeletable && (
          <li className="mt-1.5 border-t border-line pt-1.5">
            <Entry label="Delete…" reason={null} onPress={() => onDelete(topic)} />
          </li>
        )}
      </ul>
    </PopoverButton>
  )
}

/** In a narrow column three words side by side would break into two lines. */
const dots = (
  <span title="Move to…">
    <span aria-hidden>…</span>
    <span className="sr-only">Move to…</span>
  </span>
)

const small = 'min-h-11 px-3 md:min-h-6.5! md:px-2 md:text-sm'

function Entry({ label, reason, onPress }: { label: string; reason: string | null; onPress(): void }) {
  return (
    <button
      type="button"
      disabled={reason !== null}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onPress()
      }}
      className="min-h-11 w-full rounded-lg px-2 py-1 text-left enabled:hover:bg-raised disabled:text-muted md:min-h-7"
    >
      {label}
      {reason && <span className="block text-sm">{reason}</span>}
    </button>
  )
}
