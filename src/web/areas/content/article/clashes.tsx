import { nameInCalls, type Values, type WrittenField } from '#web/areas/content/article/draft.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { Button } from '#web/parts/button.tsx'
import { fieldWords } from '#web/parts/field-words.ts'
import { Notice } from '#web/parts/notice.tsx'

type Props = { writing: Writing; stored: Values }

/** Fields that somebody else changed while this person did: what they say now, and whose words stay. */
export function Clashes({ writing, stored }: Props) {
  if (writing.clashing.length === 0) return null
  return (
    <div className="mb-4 flex flex-col gap-2">
      {writing.clashing.map((field) => (
        <Notice key={field} tone="warn" role="alert">
          <p className="font-medium">
            Somebody else changed the {wordsOf(field)} while you did. Yours is not saved yet.
          </p>
          <details className="mt-1">
            <summary>What it says now</summary>
            <p className="mt-1 whitespace-pre-wrap">{said(stored[field])}</p>
          </details>
          <p className="mt-2 flex flex-wrap gap-2">
            <Button onClick={() => writing.keepMine(field)}>Keep mine</Button>
            <Button onClick={() => writing.discard(field)}>Take theirs</Button>
          </p>
        </Notice>
      ))}
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
