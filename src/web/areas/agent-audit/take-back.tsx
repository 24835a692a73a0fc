import { clsx } from 'clsx'
import { useState } from 'react'

import { visibleText } from '#std/visible-text.ts'
import { actionWords, fieldsOf, mergeWords, skipWords } from '#web/areas/agent-audit/revert-words.ts'
import { followJob } from '#web/jobs-under-way.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

type Plan = OutputOf<'revertChanges'>
type Props = {
  /** Whose changes: of a sitting, or of some calls. */
  named: Pick<InputOf<'revertChanges'>, 'sitting' | 'requestIds'>
  /** What the named calls are, as in "Take this sitting back". */
  what: 'sitting' | 'change'
  isByAgent: boolean
  onClose(): void
}

/** What taking changes back would do, record by record; each can be left out before the press. */
export function TakeBack({ named, what, isByAgent, onClose }: Props) {
  const revert = useAction('revertChanges')
  const plan = useRehearsal(revert, named)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const taken = (plan?.records ?? []).filter(({ id }) => !left.has(id))
  const live = taken.filter((record) => record.live).length

  async function takeBack() {
    const input: InputOf<'revertChanges'> = {
      ...named,
      ...(left.size === 0 ? {} : { recordIds: taken.map(({ id }) => id) }),
    }
    const done = await revert.run(input, { confirm: true })
    if (done === null) return
    onClose()
    if (done.jobId !== null) {
      followJob({ id: done.jobId, doing: 'Taking back', done: `The ${what} is taken back.` })
      return
    }
    const rest = done.skipped.length
    toast(`${changes(done.reverted)} taken back${rest > 0 ? `, ${rest} could not be` : ''}.`)
  }

  return (
    <section
      aria-label={`Take this ${what} back`}
      className={clsx('mb-3 border-l-[3px] bg-surface px-4 py-3', isByAgent ? 'border-agent' : 'border-ok')}
    >
      <p className="t-head">{`Take this ${what} back?`}</p>
      {plan === null ? (
        revert.error === null && <Skeleton className="mt-3 h-24 w-full" />
      ) : (
        <>
          <p className="mt-1 text-muted">
            {plan.records.length} of {plan.records.length + plan.skipped.length} can be taken back. Nothing is deleted
            from the history.
          </p>
          <ul className="mt-2">
            {unitsOf(plan.records).map(([first, ...others]) => (
              <UnitRow
                key={`${first.type} ${first.id}`}
                records={[first, ...others]}
                isTaken={!left.has(first.id)}
                onToggle={() => setLeft(toggled(left, [first, ...others]))}
              />
            ))}
            {plan.skipped.map(({ id, title, code }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-2 border-b border-line py-2 text-muted">
                <span className="min-w-0 flex-1 font-serif text-[15px] wrap-anywhere">{visibleText(title || id)}</span>
                <span>{skipWords[code]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogProblem error={revert.error} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button
          look={live > 0 ? 'press' : 'ink'}
          disabled={taken.length === 0}
          isBusy={plan !== null && revert.isPending}
          onClick={() => void takeBack()}
        >
          {`Take back ${changes(taken.length)}`}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        {live > 0 && (
          <span className="text-muted">
            {live} of them {live === 1 ? 'is' : 'are'} public.
          </span>
        )}
      </div>
    </section>
  )
}

type Planned = Plan['records'][number]
/** What is taken back together, or not at all: a record, or all of a merge. */
type Unit = [Planned, ...Planned[]]
type RowProps = { records: Unit; isTaken: boolean; onToggle(): void }

function UnitRow({ records, isTaken, onToggle }: RowProps) {
  const [first] = records
  return (
    <li className="border-b border-line py-2">
      <label className="flex items-start gap-2.5">
        <input type="checkbox" checked={isTaken} onChange={onToggle} className="mt-0.5" />
        <span className={clsx('min-w-0 wrap-anywhere', !isTaken && 'text-muted')}>
          {first.merge === undefined ? <WhatBecomes record={first} /> : mergeWords(records)}
        </span>
      </label>
      {first.merge === undefined ? (
        <div className="ml-7">
          <BeforeAndAfter record={first} />
        </div>
      ) : (
        <ul aria-label="All of the merge" className="mt-1 ml-7">
          {records.map((record) => (
            <li key={record.id} className="border-t border-line py-1.5 wrap-anywhere first:border-t-0">
              <WhatBecomes record={record} />
              <BeforeAndAfter record={record} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function WhatBecomes({ record }: { record: Planned }) {
  return (
    <>
      <span className="font-serif text-[15px] leading-5 font-medium">{visibleText(record.title || record.id)}</span>{' '}
      {actionWords(record)}
      {record.live && <span className="text-press-ink"> · live, public at once</span>}
    </>
  )
}

function BeforeAndAfter({ record }: { record: Planned }) {
  const values = fieldsOf(record)
  if (values.length === 0) return null
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-sm text-muted">Before and after</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {values.map(({ field, now, before }) => (
          <div key={field} className="contents">
            <dt className="text-muted">{field}</dt>
            <dd className="min-w-0 wrap-anywhere">
              <del className="text-press-ink">{now}</del> <ins className="text-ok-ink">{before}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The records in their order, those of a merge where its first one is. */
function unitsOf(records: readonly Planned[]): Unit[] {
  const units = new Map<string, Unit>()
  for (const record of records) {
    const key = record.merge ?? `${record.type} ${record.id}`
    const unit = units.get(key)
    if (unit === undefined) units.set(key, [record])
    else unit.push(record)
  }
  return [...units.values()]
}

const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`)

function toggled(ids: ReadonlySet<string>, records: readonly Planned[]): ReadonlySet<string> {
  const next = new Set(ids)
  for (const { id } of records) if (!next.delete(id)) next.add(id)
  return next
}
