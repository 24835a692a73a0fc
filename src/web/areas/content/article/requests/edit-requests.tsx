import { useState } from 'react'

import { RequestRow } from '#web/areas/content/article/requests/request-row.tsx'
import type { Asking, EditRequest } from '#web/areas/content/article/requests/use-asking.ts'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import { Button } from '#web/parts/button.tsx'

type Props = {
  asking: Asking
  /** Leads to what the rail may cover. */
  onText(show: () => void): void
}

/** What agents were asked to do with the article, and what came of it. What is closed is folded. It is above the checks where something was asked. */
export default function EditRequests({ asking, onText }: Props) {
  const { requests, mayAsk, ask } = asking
  const people = usePeople()
  const [isUnfolded, setUnfolded] = useState(false)
  const open = requests.filter(({ state }) => state === 'open')
  const closed = requests.filter(({ state }) => state === 'closed')
  const shown = requests.filter(({ state }) => isUnfolded || state !== 'closed')
  return (
    <section aria-label="Asked of agents" className={requests.length === 0 ? 'mt-6' : 'mb-6'}>
      <h2 className="t-head mb-1">Asked of agents</h2>
      <p role="status" className="text-muted">
        {stateOf(requests, open.length)}
      </p>
      {shown.length > 0 && (
        <ul aria-label="Requests">
          {shown.map((request) => (
            <RequestRow key={request.id} request={request} people={people} asking={asking} onText={onText} />
          ))}
        </ul>
      )}
      <p className="mt-2 flex flex-wrap gap-2">
        {mayAsk && (
          <Button size="small" onClick={() => ask('whole')}>
            Ask an agent…
          </Button>
        )}
        {closed.length > 0 && (
          <Button size="small" look="quiet" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? 'Hide closed ones' : `Show ${closed.length} closed`}
          </Button>
        )}
      </p>
    </section>
  )
}

function stateOf(requests: readonly EditRequest[], open: number): string {
  if (requests.length === 0) return 'Nothing is asked of an agent here.'
  if (open === 0) return 'Nothing waits for an agent.'
  return open === 1 ? '1 request waits for an agent.' : `${open} requests wait for an agent.`
}
