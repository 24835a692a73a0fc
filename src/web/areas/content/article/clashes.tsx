import { Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { nameInCalls, type Values, type WrittenField } from '#web/areas/content/article/draft.ts'
import { focusField } from '#web/areas/content/article/field-places.ts'
import { mergeBodies } from '#web/areas/content/article/merge-bodies.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { writerName } from '#web/areas/content/article/writer-name.ts'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import { Button } from '#web/parts/button.tsx'
import { fieldWords } from '#web/parts/field-words.ts'
import { late } from '#web/parts/late.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Who } from '#web/parts/who.tsx'
import { useOperation } from '#web/use-operation.ts'

const ComparedVersions = late(() => import('#web/areas/content/article/compared-versions.tsx'))

type Props = { itemId: string; writing: Writing; stored: Values }

/** What somebody else changed while this person did: who, what it says now, and whose words stay. Of the body each place by itself. */
export default function Clashes({ itemId, writing, stored }: Props) {
  const writerOf = useWriters(itemId)
  const place = useRef<HTMLDivElement>(null)
  // What was pressed is gone: the next decision has the focus, after the last one the field.
  const decide = (field: WrittenField, decision: () => void) => {
    flushSync(decision)
    const next = place.current?.querySelector('button')
    if (next) next.focus()
    else if (!focusField(field)) focusField('title')
  }
  return (
    <div ref={place} className="mb-4 flex flex-col gap-2">
      {writing.clashing.map((field) =>
        field === 'content' ? (
          <BodyClashes key={field} writer={writerOf(field)} writing={writing} theirs={stored.content} decide={decide} />
        ) : (
          <Clash
            key={field}
            writer={writerOf(field)}
            what={`the ${wordsOf(field)}`}
            theirs={said(stored[field])}
            mine={said(writing.valueOf(field))}
            onMine={() => decide(field, () => writing.keepMine(field))}
            onTheirs={() => decide(field, () => writing.discard(field))}
          />
        ),
      )}
    </div>
  )
}

type Writer = { isAgent: boolean; name: string }

type BodyProps = {
  writer: Writer
  writing: Writing
  theirs: string
  decide(field: WrittenField, decision: () => void): void
}

function BodyClashes({ writer, writing, theirs, decide }: BodyProps) {
  const own = writing.draft.content
  if (own === undefined) return null
  const { clashes } = mergeBodies({ ...own, theirs })
  return clashes.map((clash, at) => (
    <Clash
      key={clash.mine + clash.theirs}
      writer={writer}
      what={clashes.length === 1 ? 'a part of the body' : `part ${at + 1} of ${clashes.length} of the body`}
      theirs={clash.theirs || 'Removed'}
      mine={clash.mine || 'Removed'}
      onMine={() => decide('content', () => writing.settle(at, 'mine'))}
      onTheirs={() => decide('content', () => writing.settle(at, 'theirs'))}
    />
  ))
}

type ClashProps = {
  writer: Writer
  what: string
  theirs: string
  mine: string
  onMine(): void
  onTheirs(): void
}

function Clash({ writer: { isAgent, name }, what, theirs, mine, onMine, onTheirs }: ClashProps) {
  const [isCompared, setCompared] = useState(false)
  return (
    <div role="group" aria-label={`Changed by ${name}`}>
      <Notice tone={isAgent ? 'agent' : 'warn'} role="alert">
        <p className="font-medium">
          Changed by <Who isAgent={isAgent}>{name}</Who>: {what}, while you wrote it. Yours is not saved yet.
        </p>
        {isCompared && (
          <Suspense>
            <ComparedVersions theirs={theirs} mine={mine} />
          </Suspense>
        )}
        <p className="mt-2 flex flex-wrap gap-2">
          <Button onClick={onMine}>Keep mine</Button>
          <Button onClick={onTheirs}>Take theirs</Button>
          <Button look="quiet" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)}>
            Compare
          </Button>
        </p>
      </Notice>
    </div>
  )
}

/** Who wrote a field last, by the revisions of the article. */
function useWriters(itemId: string): (field: WrittenField) => Writer {
  const revisions = useOperation('listItemRevisions', { id: itemId, page: 1, pageSize: 30 }).data?.items ?? []
  const people = usePeople()
  return (field) => {
    const found = revisions.find(({ changed }) => changed.includes(nameInCalls(field)))
    if (found === undefined || found.authorType === 'system') return { isAgent: false, name: 'somebody else' }
    if (found.authorType === 'agent')
      return { isAgent: true, name: writerName(found, people).replace(/^An agent/, 'an agent') }
    return { isAgent: false, name: people.get(found.userId ?? '') ?? 'a former member' }
  }
}

function wordsOf(field: WrittenField): string {
  const words = fieldWords(nameInCalls(field))
  return /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1)
}

function said(value: Values[WrittenField]): string {
  if (Array.isArray(value) && value.every((one) => 'name' in one))
    return value.map(({ name }) => name).join(', ') || 'Nothing'
  if (typeof value === 'string' || value === null) return value || 'Nothing'
  return JSON.stringify(value, null, 2)
}
