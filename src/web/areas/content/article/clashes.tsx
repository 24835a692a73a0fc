import { nameInCalls, type Values, type WrittenField } from '#web/areas/content/article/draft.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import { Button } from '#web/parts/button.tsx'
import { fieldWords } from '#web/parts/field-words.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Who } from '#web/parts/who.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { itemId: string; writing: Writing; stored: Values }

/** Fields that somebody else changed while this person did: who, what they say now, and whose words stay. */
export function Clashes(props: Props) {
  return props.writing.clashing.length === 0 ? null : <Clashing {...props} />
}

function Clashing({ itemId, writing, stored }: Props) {
  const revisions = useOperation('listItemRevisions', { id: itemId, page: 1, pageSize: 30 }).data?.items ?? []
  const people = usePeople()
  const writerOf = (field: WrittenField) => {
    const found = revisions.find(({ changed }) => changed.includes(nameInCalls(field)))
    if (found === undefined || found.authorType === 'system') return { isAgent: false, name: 'somebody else' }
    const name = people.get(found.userId ?? '')
    if (found.authorType === 'agent')
      return { isAgent: true, name: name === undefined ? 'an agent' : `an agent of ${name}` }
    return { isAgent: false, name: name ?? 'a former member' }
  }
  return (
    <div className="mb-4 flex flex-col gap-2">
      {writing.clashing.map((field) => {
        const { isAgent, name } = writerOf(field)
        return (
          <Notice key={field} tone={isAgent ? 'agent' : 'warn'} role="alert">
            <p className="font-medium">
              Changed by <Who isAgent={isAgent}>{name}</Who>: the {wordsOf(field)}, while you wrote it. Yours is not
              saved yet.
            </p>
            <details className="mt-1">
              <summary>Compare</summary>
              <p className="mt-1 text-sm text-muted">Theirs</p>
              <p className="whitespace-pre-wrap">{said(stored[field])}</p>
              <p className="mt-1 text-sm text-muted">Yours</p>
              <p className="whitespace-pre-wrap">{said(writing.valueOf(field))}</p>
            </details>
            <p className="mt-2 flex flex-wrap gap-2">
              <Button onClick={() => writing.keepMine(field)}>Keep mine</Button>
              <Button onClick={() => writing.discard(field)}>Take theirs</Button>
            </p>
          </Notice>
        )
      })}
    </div>
  )
}

function wordsOf(field: WrittenField): string {
  if (field === 'content') return 'body'
  const words = fieldWords(nameInCalls(field))
  return /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1)
}

function said(value: Values[WrittenField]): string {
  if (Array.isArray(value) && value.every((one) => 'name' in one))
    return value.map(({ name }) => name).join(', ') || 'Nothing'
  if (typeof value === 'string' || value === null) return value || 'Nothing'
  return JSON.stringify(value, null, 2)
}
