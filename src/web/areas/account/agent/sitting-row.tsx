import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { visibleText } from '#std/visible-text.ts'
import { type Part, partsOf, restOf, type Sitting } from '#web/areas/account/agent/sittings.ts'
import { stillWaits } from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { late, preloading } from '#web/parts/late.ts'
import { Status } from '#web/parts/status.tsx'

const TakeBack = late(async () => ({ default: (await import('#web/areas/agent-audit/take-back.tsx')).TakeBack }))

type Props = { sitting: Sitting; credentialId: string; mayRevert: boolean }

/** One sitting: when, what changed in one sentence, what came of it, and the way back. */
export function SittingRow({ sitting, credentialId, mayRevert }: Props) {
  const [isReverting, setReverting] = useState(false)
  const open = sitting.changes.filter(({ revertedBy }) => revertedBy === undefined)
  return (
    <li className="border-b border-line">
      <div className="grid items-baseline gap-x-3 gap-y-1 py-2.5 sm:grid-cols-[92px_minmax(0,1fr)_auto]">
        <time dateTime={sitting.from} title={exact.format(new Date(sitting.from))} className="mono text-muted">
          {span(sitting)}
        </time>
        <p className="min-w-0 wrap-anywhere">
          <Sentence sitting={sitting} />
        </p>
        <div className="flex flex-wrap items-baseline gap-x-1.5 text-muted tabular-nums sm:justify-end">
          <Outcome sitting={sitting} />
          {open.length > 0 && mayRevert && (
            <>
              <span aria-hidden className="max-sm:hidden">
                ·
              </span>
              <Button
                size="small"
                look="quiet"
                className="-my-3 -mr-3 max-sm:ml-auto md:-mx-1 md:-my-1 md:px-1! md:text-base!"
                aria-expanded={isReverting}
                {...preloading(TakeBack)}
                onClick={() => setReverting(!isReverting)}
              >
                Revert…
              </Button>
            </>
          )}
        </div>
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

/** What a person has to know of it: that it waits, or was taken back; else how many calls it had. */
function Outcome({ sitting: { records, changes, calls } }: { sitting: Sitting }) {
  if (records.some(stillWaits)) return <Status tone="warn">Waits for approval</Status>
  if (changes.length > 0 && changes.every(({ revertedBy }) => revertedBy !== undefined)) return <span>Taken back</span>
  return <span>{calls === 1 ? '1 call' : `${calls.toLocaleString('en')} calls`}</span>
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
          {typeof part === 'string' ? (
            begun(part, at)
          ) : isOfSame(part, all[at - 1]) ? (
            `${part.deed} it`
          ) : (
            <Deed part={{ ...part, deed: begun(part.deed, at) }} />
          )}
        </span>
      ))}
    </>
  )
}

/** Whether a part tells of the one record that the part before named. */
const isOfSame = ({ title, count }: Part, before: Part | string | undefined) =>
  typeof before === 'object' &&
  title !== undefined &&
  count === undefined &&
  before.count === undefined &&
  before.title?.id === title.id

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
