import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { visibleText } from '#std/visible-text.ts'
import { type Part, partsOf, restOf, type Sitting } from '#web/areas/account/agent/sittings.ts'
import { stillWaits } from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { Status } from '#web/parts/status.tsx'

const TakeBack = late(async () => ({ default: (await import('#web/areas/agent-audit/take-back.tsx')).TakeBack }))

type Props = { sitting: Sitting; credentialId: string; mayRevert: boolean }

/** One sitting: when, what changed in one sentence, how many calls, and the way back. */
export function SittingRow({ sitting, credentialId, mayRevert }: Props) {
  const [isReverting, setReverting] = useState(false)
  const isWaiting = sitting.records.some(stillWaits)
  const open = sitting.changes.filter(({ revertedBy }) => revertedBy === undefined)
  const isTakenBack = sitting.changes.length > 0 && open.length === 0
  return (
    <li className="border-b border-line">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2.5 sm:flex-nowrap">
        <time
          dateTime={sitting.from}
          title={exact.format(new Date(sitting.from))}
          className="mono shrink-0 text-muted max-sm:basis-full sm:w-24"
        >
          {span(sitting)}
        </time>
        <p className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">
          <Sentence sitting={sitting} />
        </p>
        {isWaiting && <Status tone="warn">Waits for approval</Status>}
        {isTakenBack && <span className="text-muted">Taken back</span>}
        <span className="shrink-0 text-muted tabular-nums">
          {sitting.calls === 1 ? '1 call' : `${sitting.calls.toLocaleString('en')} calls`}
        </span>
        {open.length > 0 && mayRevert && (
          <Button
            size="small"
            look="quiet"
            className="max-sm:-my-3 max-sm:-mr-3 max-sm:ml-auto"
            aria-expanded={isReverting}
            onClick={() => setReverting(!isReverting)}
          >
            Revert…
          </Button>
        )}
      </div>
      {isReverting && (
        <Suspense>
          <TakeBack
            named={{ sitting: { credentialId, from: sitting.from, to: sitting.to } }}
            what="sitting"
            isByAgent
            onClose={() => setReverting(false)}
          />
        </Suspense>
      )}
    </li>
  )
}

/** "Wrote Tides, changed 2 articles, and was refused once". */
function Sentence({ sitting }: { sitting: Sitting }) {
  const parts = partsOf(sitting)
  const rest = restOf(sitting)
  const ends = parts.length === 0 ? rest : rest.filter((one) => one.startsWith('was'))
  const all = [...parts, ...ends]
  if (all.length === 0) return <span className="text-muted">Nothing that changed anything</span>
  return (
    <>
      {all.map((part, at) => (
        // The parts of a sentence keep their order.
        <span key={at}>
          {at > 0 && (at === all.length - 1 ? ' and ' : ', ')}
          {typeof part === 'string' ? begun(part, at) : <Deed part={{ ...part, deed: begun(part.deed, at) }} />}
        </span>
      ))}
    </>
  )
}

/** The first words of a sentence begin with a capital. */
const begun = (words: string, at: number) => (at === 0 ? words.charAt(0).toUpperCase() + words.slice(1) : words)

function Deed({ part: { deed, title, count } }: { part: Part }) {
  const { slug } = useOrganization()
  const look = 'font-serif text-[15px] leading-5 font-medium'
  return (
    <>
      {deed}{' '}
      {count ??
        (title === undefined ? null : title.type === 'item' ? (
          <Link
            to="/o/$orgSlug/content/$itemId"
            params={{ orgSlug: slug, itemId: title.id }}
            className={`${look} hover:underline`}
          >
            {visibleText(title.title)}
          </Link>
        ) : (
          <span className={look}>{visibleText(title.title)}</span>
        ))}
    </>
  )
}

function span({ from, to }: Sitting): string {
  const [first, last] = [clock.format(new Date(from)), clock.format(new Date(to))]
  return first === last ? first : `${first}–${last}`
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
