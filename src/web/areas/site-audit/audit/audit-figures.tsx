import type { ReactNode } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { Sparkline } from '#web/parts/sparkline.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { status: OutputOf<'getSiteAuditStatus'>; runId: string }

/** The score with the earlier ones, and how the issues differ from those of the run before. */
export function AuditFigures({ status: { trend }, runId }: Props) {
  const { data } = useOperation('getSiteAuditRun', { runId })
  const [before, now] = [trend.at(-2)?.healthScore, trend.at(-1)?.healthScore ?? 0]
  const isKnown = data !== undefined && data.run.id === runId
  const isFirst = before === undefined
  return (
    <section aria-label="Figures" className="mb-4 grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
      <div className="min-w-0">
        <p className="t-fig">{now}</p>
        <p>health of 100{!isFirst && <span className="text-muted">, {differenceOf(now, before)}</span>}</p>
        <Sparkline values={trend.map(({ healthScore }) => healthScore)} className="mt-1.5" />
      </div>
      <Figure value={isKnown ? data.run.pages.withErrors : null}>
        of {isKnown ? data.run.pages.counted.toLocaleString('en') : '…'} pages have errors
        {isKnown && data.run.truncated && <span className="text-muted">; there are more than were read</span>}
      </Figure>
      <Figure value={isKnown ? data.new + data.regressed : null}>
        {isFirst ? 'issues found by the first audit' : 'new issues'}
        {isKnown && data.regressed > 0 && (
          <span className="text-muted">, {data.regressed.toLocaleString('en')} of them came back</span>
        )}
      </Figure>
      {!isFirst && (
        <Figure value={isKnown ? data.fixed : null}>
          fixed since the audit before
          {isKnown && <span className="text-muted">, {data.still.toLocaleString('en')} still there</span>}
        </Figure>
      )}
    </section>
  )
}

function Figure({ value, children }: { value: number | null; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="t-fig">{value?.toLocaleString('en') ?? '…'}</p>
      <p>{children}</p>
    </div>
  )
}

function differenceOf(now: number, before: number): string {
  if (now === before) return 'as before'
  return `${Math.abs(now - before)} ${now > before ? 'more' : 'less'} than before`
}
