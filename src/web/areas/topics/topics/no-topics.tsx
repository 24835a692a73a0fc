import type { ReactNode } from 'react'

import type { TopicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

/** Why the list is empty: nothing fits, nothing has this state, or nothing was proposed. */
export function NoTopics({ asked, onClear }: { asked: TopicsSearch; onClear(): void }) {
  if (asked.search)
    return (
      <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Clear the search</Button>}>
        No topic of this state fits “<span className="break-words">{asked.search}</span>”.
      </EmptyState>
    )
  if (asked.tab) return <EmptyState title="Nothing here">{nothingIn[asked.tab]}</EmptyState>
  return (
    <EmptyState title="No topic waits for a decision">
      What a person or an agent proposes appears here, to be approved or rejected.
    </EmptyState>
  )
}

/** Nobody has proposed anything yet. */
export function NothingProposed({ ways }: { ways: ReactNode }) {
  return (
    <EmptyState title="No topic has been proposed yet" isBare action={ways}>
      A topic says what could be written, for which keyword and from which angle. You propose one, or an agent does; a
      person says yes or no.
    </EmptyState>
  )
}

const nothingIn: Record<NonNullable<TopicsSearch['tab']>, string> = {
  approved: 'No approved topic waits to be written.',
  generating: 'No article is being written at the moment.',
  drafted: 'No topic has become an article yet.',
  rejected: 'No topic was rejected.',
  failed: 'No article failed while it was written.',
}
