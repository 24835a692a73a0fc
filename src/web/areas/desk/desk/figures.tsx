import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { useOrganization } from '#web/context.ts'
import type { Dashboard } from '#web/operations.ts'
import { Sparkline } from '#web/parts/sparkline.tsx'

/** Four figures. One without a source says what would give it one, and shows no number. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { slug } = useOrganization()
  const { asvMetrics, auditScore } = dashboard
  return (
    <section aria-label="Figures" className="mb-7 grid grid-cols-2 gap-x-6 gap-y-6 xl:grid-cols-4">
      <AiAnswers answers={asvMetrics} />
      <Readers dashboard={dashboard} />
      <Link to="/o/$orgSlug/audit" params={{ orgSlug: slug }} className="hover:underline">
        <Figure
          value={auditScore?.toString() ?? null}
          label="site health of 100"
          without="The website has not been read yet."
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

/** Clicks from search with the views besides; without a search console only the views, once there are any. */
function Readers({ dashboard: { gscTotals, views, previous } }: { dashboard: Dashboard }) {
  const { slug } = useOrganization()
  const { human, aiBots, days } = views
  const bots = `${short.format(aiBots)} by AI bots`
  if (gscTotals === null && human + aiBots === 0)
    return <Figure value={null} label="clicks from search" without="Search Console is not connected." />
  const [value, label, more] =
    gscTotals === null
      ? [human, human === 1 ? 'view by a person' : 'views by people', `${change(human, previous?.views.human)}${bots}`]
      : [
          gscTotals.clicks,
          'clicks from search',
          `${change(gscTotals.clicks, previous?.gscTotals?.clicks)}${short.format(human)} views, ${bots}`,
        ]
  return (
    <Link
      to={gscTotals === null ? '/o/$orgSlug/content' : '/o/$orgSlug/search'}
      params={{ orgSlug: slug }}
      className="group block min-w-0"
    >
      <span className="t-fig block group-hover:underline">{short.format(value)}</span>
      <span className="block">{label}</span>
      <span className="block text-muted">{more}</span>
      <Sparkline values={days.map((day) => day.human)} className="mt-2" />
    </Link>
  )
}

/** How often AI answers name the brand: counted where they are too few for a share. */
function AiAnswers({ answers }: { answers: Dashboard['asvMetrics'] }) {
  const { slug } = useOrganization()
  const share = answers?.visibility
  const isShare = share?.tooFewSamples === false
  const value = share && (isShare ? `${Math.round(share.value ?? 0)} %` : `${share.numerator} of ${share.n}`)
  return (
    <Link to="/o/$orgSlug/ai-answers" params={{ orgSlug: slug }} className="group block min-w-0">
      <Figure
        value={value ?? null}
        label={isShare || !share ? 'of AI answers name you' : 'AI answers name you'}
        without="No questions are asked of AI engines yet."
      >
        {answers && <ChangeOfShare answers={answers} />}
      </Figure>
    </Link>
  )
}

/** A change is only called one where it is more than chance, and no share stands without its interval. */
function ChangeOfShare({ answers: { visibility, change, days } }: { answers: NonNullable<Dashboard['asvMetrics']> }) {
  const { n, ci95, tooFewSamples } = visibility
  if (tooFewSamples || ci95 === null) return <span className="block text-muted">Too few to say more</span>
  const [from = 0, to = 0] = ci95.map(Math.round)
  const isUp = (change?.delta ?? 0) > 0
  return (
    <>
      {change?.significant && (
        <span className={clsx('block', isUp ? 'text-ok-ink' : 'text-press-ink')}>{pointsOf(change)}</span>
      )}
      <span className="block text-muted">
        {change?.comparable && !change.significant && 'No change beyond chance · '}
        {`${from} to ${to} %, ${n.toLocaleString('en')} answers`}
      </span>
      <Sparkline values={days.map((day) => (100 * day.named) / day.n)} className="mt-2" />
    </>
  )
}

function pointsOf({ delta, ci95 }: NonNullable<NonNullable<Dashboard['asvMetrics']>['change']>): string {
  const [low = 0, high = 0] = ci95 ?? []
  const points = Math.round(delta ?? 0)
  return `${points > 0 ? '+' : '−'}${Math.abs(points)} points, ± ${Math.round((high - low) / 2)}`
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
