import { ApprovalRow } from '#web/areas/desk/desk/approval-row.tsx'
import { AttentionRow } from '#web/areas/desk/desk/attention-row.tsx'
import { DeskSection } from '#web/areas/desk/desk/desk-section.tsx'
import { MoreWaiting } from '#web/areas/desk/desk/more-waiting.tsx'
import type { Waiting } from '#web/areas/desk/desk/waiting.ts'

const atFirst = 8

type Props = {
  waiting: readonly Waiting[]
  /** How many calls of agents wait besides those that were read. */
  unread: number
  /** How much of the kinds that were read waits besides. */
  unlisted: number
}

/** What waits for the person, each with who asks and one action. */
export function WaitingList({ waiting, unread, unlisted }: Props) {
  const hidden = waiting.slice(atFirst)
  return (
    <DeskSection title="Waiting for you" note={waiting.length > 1 ? 'oldest first' : undefined}>
      <ul>
        {waiting.slice(0, atFirst).map((one) => (
          <li key={one.key} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
            {one.kind === 'approval' ? <ApprovalRow approval={one.approval} /> : <AttentionRow of={one.attention} />}
          </li>
        ))}
      </ul>
      {waiting.length === 0 && (
        <p className="border-b border-line py-3 text-muted">
          What agents ask for, reviews that somebody asks of you and work that failed appears here.
        </p>
      )}
      {hidden.length + unread > 0 && <MoreWaiting {...{ hidden, unread, unlisted }} />}
    </DeskSection>
  )
}
