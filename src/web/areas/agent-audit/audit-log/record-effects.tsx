import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import type { AuditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { isByAgent } from '#web/areas/agent-audit/by-agent.ts'
import { RecordTitle } from '#web/areas/agent-audit/record-title.tsx'
import type { AuditRecord } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { TextDiff } from '#web/parts/text-diff.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

const TakeBack = late(async () => ({ default: (await import('#web/areas/agent-audit/take-back.tsx')).TakeBack }))

type Effect = AuditRecord['effects'][number]
type Props = { record: AuditRecord; asked: AuditSearch }

/** What a call wrote, record by record, each to be compared; and the way back. */
export function RecordEffects({ record, asked }: Props) {
  const { requestId, effects, revertedBy, status } = record
  const [isReverting, setReverting] = useState(false)
  const mayRevert = useCatalogEntry('revertChanges')?.allowed ?? false
  if (effects.length === 0 || status !== 'succeeded') return null
  return (
    <section aria-label="What it changed">
      <h3 className="t-head border-b border-line pb-2">What it changed</h3>
      <ul>
        {effects.map((effect) => (
          <EffectRow key={`${effect.id} ${effect.to}`} effect={effect} />
        ))}
      </ul>
      {revertedBy !== undefined && (
        <p className="mt-2 text-muted">
          <Link
            to="/o/$orgSlug/settings/audit-log"
            from="/o/$orgSlug/settings/audit-log"
            search={{ ...asked, record: revertedBy }}
            className="underline underline-offset-4"
          >
            Taken back
          </Link>
          , wholly or in part.
        </p>
      )}
      {revertedBy === undefined && !isReverting && (
        <Button className={mayRevert ? 'mt-3' : 'invisible mt-3'} onClick={() => setReverting(true)}>
          Revert…
        </Button>
      )}
      {isReverting && (
        <div className="mt-3">
          <Suspense>
            <TakeBack
              named={{ requestIds: [requestId] }}
              what="change"
              isByAgent={isByAgent(record)}
              onClose={() => setReverting(false)}
            />
          </Suspense>
        </div>
      )}
    </section>
  )
}

function EffectRow({ effect }: { effect: Effect }) {
  const [isCompared, setCompared] = useState(false)
  const { id, type, title, from, to } = effect
  return (
    <li className="border-b border-line py-2">
      <div className="flex items-baseline gap-x-3">
        <p className="min-w-0 flex-1 wrap-anywhere">
          <RecordTitle {...{ id, type, title: title || id }} />{' '}
          <span className="text-muted">{changeWords(effect)}</span>
        </p>
        {type === 'item' && from !== null && to !== null && (
          <Button size="small" look="quiet" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)}>
            Compare
          </Button>
        )}
      </div>
      {isCompared && from !== null && to !== null && <Comparison {...{ id, from, to }} />}
    </li>
  )
}

function changeWords({ from, to }: Effect): string {
  if (from === null) return 'is new'
  return to === null ? 'was removed' : `revision ${from} to ${to}`
}

function Comparison({ id, from, to }: { id: string; from: number; to: number }) {
  const read = useOperation('listItemRevisions', { id, page: 1, pageSize: 1, compare: [from, to] })
  if (read.error !== null) return <Problem error={read.error} onRetry={() => void read.refetch()} />
  if (read.data === undefined) return <Skeleton className="mt-2 h-20 w-full" />
  if (!read.data.diff) return <p className="mt-1 text-muted">The texts are the same.</p>
  return <TextDiff diff={read.data.diff} />
}
