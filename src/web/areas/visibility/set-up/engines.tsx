import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { modeWords } from '#web/areas/visibility/ai-answers/finding.ts'
import { dollars } from '#web/areas/visibility/ai-answers/money.ts'
import { MonthCost } from '#web/areas/visibility/set-up/month-cost.tsx'
import type { Engine } from '#web/areas/visibility/set-up/set-up-types.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { type Column, DataTable, TableSkeleton } from '#web/parts/data-table.tsx'
import { late } from '#web/parts/late.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

const ChangeEngine = late(() => import('#web/areas/visibility/set-up/change-engine.tsx'))

/** Who is asked, in which way, and what an answer costs. */
export default function Engines() {
  const list = useOperation('listAsvEngines', { pageSize: 100 })
  const mayWrite = useCatalogEntry('updateAsvEngine')?.allowed ?? false
  const update = useAction('updateAsvEngine')
  const { slug: orgSlug } = useOrganization()
  const [changing, setChanging] = useState<Engine | null>(null)

  async function put({ id, label }: Engine, enabled: boolean) {
    const done = await update.run({ engineId: id, enabled })
    if (done === null) return toast(`${label} could not be turned on: it needs a key, under Settings, Models.`)
    toast(`${label} is ${enabled ? 'asked from the next run on' : 'no longer asked'}.`, {
      label: 'Undo',
      run: () => void update.run({ engineId: id, enabled: !enabled }),
    })
  }

  return (
    <>
      <div className="mb-2">
        <MonthCost />
        <p className="text-muted">
          Engines are asked through their APIs with your keys. What an app answers may differ: bring such answers by
          hand.
        </p>
      </div>
      {list.error && !list.data && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {!list.data && !list.error && <TableSkeleton label="Reading the engines" rows={5} rowHeight="h-[57px]" />}
      {list.data && (
        <DataTable
          label="Engines"
          columns={engineColumns({
            orgSlug,
            mayWrite,
            onTurn: (engine, enabled) => void put(engine, enabled),
            onChange: setChanging,
          })}
          rows={list.data.items}
          keyOf={({ id }) => id}
        />
      )}
      <Suspense>{changing && <ChangeEngine engine={changing} onClose={() => setChanging(null)} />}</Suspense>
    </>
  )
}

type Actions = {
  orgSlug: string
  mayWrite: boolean
  onTurn(engine: Engine, enabled: boolean): void
  onChange(engine: Engine): void
}

function engineColumns({ orgSlug, mayWrite, onTurn, onChange }: Actions): Column<Engine>[] {
  return [
    {
      title: 'Engine',
      className: 'max-sm:w-full!',
      cell: ({ label, model, defaultModel }) => (
        <>
          <span className="t-row wrap-anywhere">{label}</span>
          {(model ?? defaultModel) !== null && <span className="mono block text-muted">{model ?? defaultModel}</span>}
        </>
      ),
    },
    {
      title: 'State',
      className: 'w-40',
      cell: (engine) =>
        engine.status === 'not_configured' ? (
          <>
            <Status tone="neutral">No key</Status>
            <Link
              to="/o/$orgSlug/settings/models"
              params={{ orgSlug }}
              className="block text-sm text-muted underline underline-offset-3"
            >
              Add one<span className="sr-only"> for {engine.label}</span>
            </Link>
          </>
        ) : (
          <Status tone={toneOf(engine)}>{stateOf(engine)}</Status>
        ),
    },
    {
      title: 'How',
      className: 'w-48 max-md:hidden',
      cellClass: 'text-muted',
      cell: ({ mode, samplesPerPrompt, country }) =>
        mode === 'manual'
          ? modeWords[mode]
          : `${modeWords[mode]}, ${samplesPerPrompt} answers to each question${country === null ? '' : `, from ${country}`}`,
    },
    {
      title: 'An answer',
      className: 'w-28 max-md:hidden',
      cellClass: 'tabular-nums',
      cell: ({ pricePerAnswer, mode }) =>
        mode === 'manual' || pricePerAnswer === 0
          ? 'free'
          : pricePerAnswer === null
            ? 'price unknown'
            : `about ${dollars(pricePerAnswer)}`,
    },
    {
      title: 'Last answer',
      className: 'w-32 max-lg:hidden',
      cellClass: 'text-muted',
      cell: ({ lastOkAt }) => (lastOkAt === null ? 'never' : <Time at={lastOkAt} />),
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-44 max-sm:ml-auto max-sm:w-auto!',
      cell: (engine) =>
        mayWrite &&
        engine.provider !== 'manual' && (
          <div className="flex justify-end gap-1">
            {(engine.enabled || engine.status !== 'not_configured') && (
              <Button size="small" onClick={() => onTurn(engine, !engine.enabled)}>
                Turn {engine.enabled ? 'off' : 'on'}
                <span className="sr-only"> {engine.label}</span>
              </Button>
            )}
            <Button size="small" look="quiet" onClick={() => onChange(engine)}>
              Change…<span className="sr-only"> {engine.label}</span>
            </Button>
          </div>
        ),
    },
  ]
}

function stateOf({ status, enabled, provider }: Engine): string {
  if (provider === 'manual') return 'By hand'
  if (status === 'error') return 'Key refused or used up'
  return enabled ? 'Asked' : 'Off'
}

function toneOf({ status, enabled }: Engine) {
  if (status === 'error') return 'bad'
  return enabled ? 'ok' : 'neutral'
}
