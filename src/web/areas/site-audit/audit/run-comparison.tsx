import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { ruleWords } from '#web/areas/site-audit/audit/rule-words.ts'
import { runLabel, type Run } from '#web/areas/site-audit/audit/run-words.ts'
import { Problem } from '#web/parts/problem.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { run: Run; runs: readonly Run[]; to: string | undefined }

/** What differs between two audits: issues that are new, fixed or still there, and each kind before and after. */
export function RunComparison({ run, runs, to }: Props) {
  const navigate = useNavigate({ from: '/o/$orgSlug/audit' })
  const earlier = runs.filter(({ id, createdAt }) => id !== run.id && createdAt < run.createdAt)
  const base = earlier.find(({ id }) => id === to) ?? earlier.find(({ scope }) => scope === 'full')
  const compared = useOperation('getSiteAuditRun', { runId: run.id, ...(base && { compareTo: base.id }) })
  const { data, error } = compared
  // How often a kind was wrong can only be compared where both have read the whole website.
  const areWhole = run.scope === 'full' && base?.scope === 'full'
  const before = useOperation('getSiteAuditRun', { runId: base?.id ?? run.id }, { enabled: areWhole })
  return (
    <section aria-label="Comparison" className="min-w-0 rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 className="t-sub mb-3 wrap-anywhere">{runLabel(run)}</h2>
      {base === undefined ? (
        <p className="mb-3 text-muted">There is no audit before it to compare with.</p>
      ) : (
        <LabelledSelect
          label="Compared with"
          value={base.id}
          options={earlier.map((one) => [one.id, runLabel(one)] as const)}
          onChange={(id) => void navigate({ search: { tab: 'runs', run: run.id, to: id }, resetScroll: false })}
        />
      )}
      {error && !data && <Problem error={error} onRetry={() => void compared.refetch()} />}
      {!data && !error && <Skeleton className="h-60" />}
      {data && base && (
        <dl className="mt-4 mb-4 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
          <Count value={data.new} words="new" tone={data.new > 0 ? 'bad' : undefined} />
          <Count value={data.regressed} words="came back" tone={data.regressed > 0 ? 'bad' : undefined} />
          <Count value={data.fixed} words="fixed" tone={data.fixed > 0 ? 'ok' : undefined} />
          <Count value={data.still} words="still there" />
        </dl>
      )}
      {base && !areWhole && (
        <p className="mb-3 text-muted">Not all pages were read: issues of the others are not compared.</p>
      )}
      {data && <Kinds now={data.totalsByRule} before={areWhole ? before.data?.totalsByRule : undefined} />}
    </section>
  )
}

function Count({ value, words, tone }: { value: number; words: string; tone?: 'bad' | 'ok' | undefined }) {
  return (
    <div className="flex flex-col-reverse">
      <dt>{words}</dt>
      <dd className={clsx('t-fig', tone === 'bad' && 'text-press-ink', tone === 'ok' && 'text-ok-ink')}>
        {value.toLocaleString('en')}
      </dd>
    </div>
  )
}

type Totals = readonly { ruleCode: keyof typeof ruleWords; count: number }[]

function Kinds({ now, before }: { now: Totals; before: Totals | undefined }) {
  const rules = [...new Set([...now, ...(before ?? [])].map(({ ruleCode }) => ruleCode))]
  const countIn = (totals: Totals, rule: string) => totals.find(({ ruleCode }) => ruleCode === rule)?.count ?? 0
  if (rules.length === 0) return <p className="text-muted">Nothing was wrong.</p>
  return (
    <table className="w-full tabular-nums">
      <thead>
        <tr className="border-b border-edge text-left text-sm text-muted">
          <th scope="col" className="py-1.5 font-normal">
            What was wrong
          </th>
          {before && (
            <th scope="col" className="py-1.5 pl-3 text-right font-normal">
              Before
            </th>
          )}
          <th scope="col" className="py-1.5 pl-3 text-right font-normal">
            Then
          </th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={rule} className="border-b border-line align-baseline">
            <td className="py-1.5 wrap-anywhere">{ruleWords[rule]}</td>
            {before && (
              <td className="py-1.5 pl-3 text-right text-muted">{countIn(before, rule).toLocaleString('en')}</td>
            )}
            <td className="py-1.5 pl-3 text-right">{countIn(now, rule).toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
