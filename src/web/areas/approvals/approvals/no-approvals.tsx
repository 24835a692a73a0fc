import { Link } from '@tanstack/react-router'

import type { ApprovalsSearch } from '#web/areas/approvals/approvals/approvals-search.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

type Props = { asked: ApprovalsSearch; isOff: boolean; onClear(): void }

/** Why the list is empty: nothing fits, nothing has this state, or no call needs an approval. */
export function NoApprovals({ asked, isOff, onClear }: Props) {
  if (asked.search)
    return (
      <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Clear the search</Button>}>
        No call fits “<span className="break-words">{asked.search}</span>”. The name of an operation or of an agent
        finds one.
      </EmptyState>
    )
  if (asked.tab) return <EmptyState title="Nothing here">{nothingIn[asked.tab]}</EmptyState>
  if (isOff)
    return (
      <EmptyState
        title="Agents need no approval here"
        action={
          <Link
            to="/o/$orgSlug/settings/publishing"
            from="/o/$orgSlug/approvals"
            hash="agents"
            className={buttonLook('ink')}
          >
            Choose what needs a person
          </Link>
        }
      >
        An agent’s own confirmation is enough. You can have publishing, outside effects or deletions wait for a person
        first: they appear here then.
      </EmptyState>
    )
  return (
    <EmptyState title="Nothing waits for you">
      A call that needs a person appears here the moment an agent makes it.
    </EmptyState>
  )
}

const nothingIn: Record<NonNullable<ApprovalsSearch['tab']>, string> = {
  approved: 'No approved call waits for its agent to repeat it.',
  used: 'No approved call has run yet.',
  declined: 'Nothing was declined.',
  expired: 'No call waited in vain.',
  outdated: 'No approval was overtaken by a change.',
  all: 'No agent has asked for an approval yet.',
}
