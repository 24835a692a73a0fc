import type { ReactNode } from 'react'

import type { ManagerItem } from '#web/operations.ts'
import { Status, type Tone } from '#web/parts/status.tsx'
import { absolute, yearOf } from '#web/parts/time.tsx'

type Stated = Pick<ManagerItem, 'status' | 'publishAt' | 'reviewState' | 'publishError' | 'deletedAt'> &
  Partial<Pick<ManagerItem, 'isWaiting'>>

/** The state of an item as a mark and words: "Live", "Mon 23 Nov, 10:00", "In review". */
export function ItemState({ item }: { item: Stated }) {
  const { tone, words } = stateOf(item)
  return <Status tone={tone}>{words}</Status>
}

function stateOf({ status, publishAt, reviewState, publishError, deletedAt, isWaiting }: Stated): {
  tone: Tone
  words: ReactNode
} {
  if (deletedAt) return { tone: 'neutral', words: 'In the trash' }
  if (publishError) return { tone: 'bad', words: status === 'published' ? 'Copy failed' : 'Not published' }
  if (status === 'published') return { tone: 'ok', words: 'Live' }
  if (isWaiting && status === 'draft') return { tone: 'warn', words: 'Waiting' }
  if (reviewState === 'requested') return { tone: 'warn', words: 'In review' }
  if (status === 'scheduled') return { tone: 'info', words: publishAt ? <Due at={publishAt} /> : 'Scheduled' }
  return { tone: 'neutral', words: reviewState === 'changes_requested' ? 'Changes asked' : 'Draft' }
}

/** When it goes live, in the zone of the browser; which one that is, its title says. */
const Due = ({ at }: { at: string }) => (
  <time dateTime={at} title={absolute.format(new Date(at))}>
    {(yearOf(at).year ? dueLater : due).format(new Date(at))}
  </time>
)

const parts = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const due = new Intl.DateTimeFormat('en-GB', parts)
const dueLater = new Intl.DateTimeFormat('en-GB', { ...parts, year: 'numeric' })

/** What the checks of an item found, in a word. */
export function ChecksFound({ checks: { errors, warnings, unchecked } }: Pick<ManagerItem, 'checks'>) {
  const title = unchecked ? 'Something changed since: it is looked at again' : undefined
  const look = errors > 0 ? 'text-press-ink' : warnings > 0 ? 'text-warn-ink' : 'text-muted'
  return (
    <span className={look} title={title}>
      {errors > 0
        ? countOf(errors, 'error')
        : warnings > 0
          ? countOf(warnings, 'warning')
          : unchecked
            ? 'being read'
            : 'ok'}
    </span>
  )
}

/** "1 article", "3 articles". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
