import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOrganization } from '#web/context.ts'
import type { Dashboard } from '#web/operations.ts'
import { Sparkline } from '#web/parts/sparkline.tsx'

/** Four figures. One without a source says what would give it one, and shows no number. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { slug } = useOrganization()
  const { gscTotals, asvMetrics, auditScore } = dashboard
  return (
    <section aria-label="Figures" className="mb-7 grid grid-cols-2 gap-x-6 gap-y-6 xl:grid-cols-4">
      <Figure
        value={asvMetrics && `${Math.round(asvMetrics.named * 100)} %`}
        label="of AI answers name you"
        without="No questions are asked of AI engines yet."
      />
      <Figure
        value={gscTotals && short.format(gscTotals.clicks)}
        label="clicks from search"
        without="Search Console is not connected."
      />
      <Link to="/o/$orgSlug/audit" params={{ orgSlug: slug }} className="hover:underline">
        <Figure
          value={auditScore?.toString() ?? null}
          label="site health of 100"
          without="The website was not read yet."
        />
      </Link>
      <AgentCalls dashboard={dashboard} />
    </section>
  )
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

type Props = { value: string | null; label: string; without: string; children?: ReactNode }

function Figure({ value, label, without, children }: Props) {
  return (
    <div className="min-w-0">
      <p className="t-fig">{value ?? <NoFigure />}</p>
      <p>{label}</p>
      {value === null ? <p className="text-muted">{without}</p> : children}
    </div>
  )
}

/** In the place of a number that nobody knows: never 0. */
function NoFigure() {
  return (
    <>
      <span aria-hidden className="text-muted">
        —
      </span>
      <span className="sr-only">No figure yet:</span>
    </>
  )
}

function AgentCalls({ dashboard: { agentCalls, previous } }: { dashboard: Dashboard }) {
  const { slug } = useOrganization()
  const { total, refused, waiting, days } = agentCalls
  return (
    <div className="min-w-0">
      {total === 0 ? (
        <>
          <p className="t-fig">
            <NoFigure />
          </p>
          <p>calls by agents</p>
          <Link to="/o/$orgSlug/settings/api" params={{ orgSlug: slug }} className="text-muted underline">
            Connect an agent
          </Link>
        </>
      ) : (
        <Link to="/o/$orgSlug/settings/audit-log" params={{ orgSlug: slug }} className="group block">
          <span className="t-fig block group-hover:underline">{short.format(total)}</span>
          <span className="block">calls by agents</span>
          <span className="block text-muted">
            {change(total, previous?.agentCalls.total)}
            {refused.toLocaleString('en')} refused, {waiting.toLocaleString('en')} waiting
          </span>
          <Sparkline values={days.map(({ calls }) => calls)} className="mt-2 text-agent" />
        </Link>
      )}
    </div>
  )
}

function change(now: number, before: number | undefined): string {
  if (!before) return ''
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent >= 0 ? '+' : '−'}${Math.abs(percent)} % · `
}
