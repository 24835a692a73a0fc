import type { Run } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { changeWords, counted, modeWords, shareWords } from '#web/areas/visibility/ai-answers/finding.ts'
import { dollars } from '#web/areas/visibility/ai-answers/money.ts'
import { faultWords, runStates } from '#web/areas/visibility/set-up/run-words.ts'
import { Fact } from '#web/parts/fact.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { run: Run; name: string; before: Run | undefined; onClose(): void }

/** One run: what it asked, what came and failed, what it cost, and what changed since the run before. */
export default function RunDetails({ run, name, before, onClose }: Props) {
  const { data, error, refetch } = useOperation('getAsvRun', {
    runId: run.id,
    ...(before !== undefined && { compareTo: before.id }),
  })
  const { counts, attempts, unconfirmedCalls, cost, costComplete, maxCost, credits } = run
  const faults = faultWords(run)
  return (
    <Sheet
      title={name}
      lead={
        <>
          <Status tone={runStates[run.state].tone}>{runStates[run.state].words}</Status>, <Time at={run.createdAt} />
        </>
      }
      onClose={onClose}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular-nums">
        <Fact name="Answers">
          {counted(counts.ok, 'answer')} of {counts.planned.toLocaleString('en')}
          {counts.refused > 0 && `, ${counts.refused} refused to answer`}
        </Fact>
        {counts.error + counts.skipped > 0 && (
          <Fact name="Missing">
            {counts.error} failed, {counts.skipped} were not asked
            {faults !== '' && <span className="block text-muted">{faults}</span>}
          </Fact>
        )}
        {!run.imported && (
          <>
            <Fact name="Cost">
              {dollars(cost)}
              {!costComplete && ', and what models cost whose price is not known'}
              {maxCost !== null && `, at most ${dollars(maxCost)}`}; {counted(credits, 'credit')}
            </Fact>
            <Fact name="Calls">
              {attempts.toLocaleString('en')}
              {unconfirmedCalls > 0 && `, ${unconfirmedCalls} of them again after a crash`}
            </Fact>
          </>
        )}
      </dl>
      <h3 className="t-head mt-6">Engines</h3>
      <ul>
        {run.engineSnapshots.map(({ engineId, label, mode, servedModels, model, samples, country }) => (
          <li key={engineId} className="border-b border-line py-2">
            {label}, {modeWords[mode].toLowerCase()}, {counted(samples, 'answer')} each
            {country !== null && `, from ${country}`}
            <span className="mono block text-muted">
              {servedModels.length > 0 ? servedModels.join(', ') : (model ?? 'the usual model')}
            </span>
          </li>
        ))}
      </ul>
      <h3 className="t-head mt-6">Named</h3>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-32 w-full" />}
      <ul>
        {data?.metrics.map(({ brandId, brandName, mode, metrics }) => {
          const change = data.changes.find(
            (one) => one.brandId === brandId && one.mode === mode && one.metric === 'visibility',
          )
          return (
            <li key={`${brandId} ${mode}`} className="flex flex-wrap gap-x-3 border-b border-line py-2 tabular-nums">
              <span className="min-w-28 flex-1 wrap-anywhere">{brandName}</span>
              <span>{shareWords(metrics.visibility)}</span>
              <span className="w-full text-muted">
                {modeWords[mode]}
                {before !== undefined && `; since the run before: ${changeWords(change, 'points').words}`}
              </span>
            </li>
          )
        })}
      </ul>
      {data?.metrics.length === 0 && <p className="text-muted">No answer to a question that does not name you.</p>}
    </Sheet>
  )
}
