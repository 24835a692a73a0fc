import { Button, buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

type Props = { isNarrowed: boolean; isAdmin: boolean; onClear(): void }

/** Why the list is empty: nothing matches, or there is nothing yet. */
export function NoAgents({ isNarrowed, isAdmin, onClear }: Props) {
  if (isNarrowed)
    return (
      <EmptyState title="No such agents" action={<Button onClick={onClear}>Show all</Button>}>
        No key and no app here fits what you chose.
      </EmptyState>
    )
  return (
    <EmptyState
      isBare
      title={isAdmin ? 'No agents yet' : 'You have no agents yet'}
      action={
        <a href="#connect" className={buttonLook('ink')}>
          Connect an agent
        </a>
      }
    >
      An agent works here in your name, as far as you let it: it signs in on a page of Masthead, or uses an API key. You
      see here what it does, and can end it at any time.
    </EmptyState>
  )
}
