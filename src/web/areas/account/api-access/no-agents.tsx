import { Bot, SearchX } from 'lucide-react'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { NoSuchPage } from '#web/parts/no-such-page.tsx'

type Props = { reason: 'none' | 'narrowed' | 'beyond'; isAdmin: boolean; onClear(): void; onFirst(): void }

/** Why the list is empty: there is nothing yet, nothing matches, or the page is beyond the end. */
export function NoAgents({ reason, isAdmin, onClear, onFirst }: Props) {
  if (reason === 'beyond') return <NoSuchPage onFirst={onFirst} />
  if (reason === 'narrowed')
    return (
      <EmptyState
        icon={<SearchX strokeWidth={1.75} />}
        title="No such agents"
        action={<Button onClick={onClear}>Show all</Button>}
      >
        No key and no app here fits what you chose.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<Bot strokeWidth={1.75} />}
      title={isAdmin ? 'No agents yet' : 'You have no agents yet'}
      action={
        <a href="#connect" className={buttonLook('primary')}>
          Connect an agent
        </a>
      }
    >
      An agent works here in your name, as far as you let it: it signs in on a page of Masthead, or uses an API key. You
      see here what it does, and can end it at any time.
    </EmptyState>
  )
}
