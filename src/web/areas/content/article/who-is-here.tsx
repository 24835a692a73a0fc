import { useState } from 'react'

import type { OtherEditor } from '#web/areas/content/article/use-editors.ts'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import { Button } from '#web/parts/button.tsx'
import { Initials, Who } from '#web/parts/who.tsx'

/** Who else has the article open or works on it, and who has changes of it that are not public. Of many, the first three. */
export default function WhoIsHere({ others }: { others: readonly OtherEditor[] }) {
  const people = usePeople()
  const [isOpen, setOpen] = useState(false)
  const folds = others.length > shown + 1
  const rest = others.length - shown
  return (
    <ul aria-label="Who is here" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {(folds && !isOpen ? others.slice(0, shown) : others).map((other) => {
        const name = nameOf(other, people)
        return (
          <li key={`${other.kind} ${other.userId} ${other.name}`} className="flex items-center gap-1.5">
            {other.kind === 'person' && <Initials name={name} />}
            <span>
              <Who isAgent={other.kind === 'agent'}>{name}</Who>
              <span className="text-muted"> {stateOf(other)}</span>
            </span>
          </li>
        )
      })}
      {folds && (
        <li>
          <Button
            size="small"
            look="quiet"
            aria-expanded={isOpen}
            title={
              isOpen
                ? undefined
                : others
                    .slice(shown)
                    .map((other) => nameOf(other, people))
                    .join(', ')
            }
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show fewer' : `and ${rest} others`}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** How many are named while the others are folded; one more than that is named too. */
const shown = 3

function nameOf({ kind, userId, name }: OtherEditor, people: ReadonlyMap<string, string>): string {
  if (kind === 'agent') return name ?? 'An agent'
  return people.get(userId ?? '') ?? 'Somebody'
}

function stateOf({ isHere, draftAt }: OtherEditor): string {
  if (draftAt === null) return 'is here'
  return isHere ? 'is here, and has unpublished changes' : 'has unpublished changes'
}
