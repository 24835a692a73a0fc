import type { OtherEditor } from '#web/areas/content/article/use-editors.ts'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import { Initials, Who } from '#web/parts/who.tsx'

/** Who else has the article open or works on it, and who has changes of it that are not public. */
export default function WhoIsHere({ others }: { others: readonly OtherEditor[] }) {
  const people = usePeople()
  return (
    <ul aria-label="Who is here" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {others.map((other) => {
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
    </ul>
  )
}

function nameOf({ kind, userId, name }: OtherEditor, people: ReadonlyMap<string, string>): string {
  if (kind === 'agent') return name ?? 'An agent'
  return people.get(userId ?? '') ?? 'Somebody'
}

function stateOf({ isHere, draftAt }: OtherEditor): string {
  if (draftAt === null) return 'is here'
  return isHere ? 'is here, and has unpublished changes' : 'has unpublished changes'
}
