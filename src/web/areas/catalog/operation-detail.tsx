import { useState } from 'react'

import { callsOf } from '#web/areas/catalog/call-texts.ts'
import { skeletonOf } from '#web/areas/catalog/schema-rows.ts'
import { SchemaTable } from '#web/areas/catalog/schema-table.tsx'
import { TryIt } from '#web/areas/catalog/try-it.tsx'
import type { WholeEntry } from '#web/areas/catalog/whole-entry.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Fact } from '#web/parts/fact.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Tabs } from '#web/parts/tabs.tsx'
import { useOperation } from '#web/use-operation.ts'

/** One operation: what it does, what it needs, what it takes and answers, how it is called, and a place to try it. */
export function OperationDetail({ name }: { name: string }) {
  const { data, error, refetch } = useOperation('listOperations', { name } as never, { staleTime: 300_000 })
  const entry = data?.operations.find((one) => one.name === name) as WholeEntry | undefined
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
  if (data === undefined || (entry !== undefined && entry.inputSchema === undefined))
    return <Skeleton className="h-96 w-full" />
  if (entry === undefined) return <p className="text-muted">There is no operation {name}.</p>
  return (
    <article aria-label={name} className="flex min-w-0 flex-col gap-7">
      <header>
        <h2 className="flex flex-wrap items-center gap-x-2 text-lg font-semibold">
          <span className="font-mono wrap-anywhere">{name}</span>
          <CopyButton text={name} label="Copy" look="quiet" />
        </h2>
        <p className="mt-1 max-w-2xl">{entry.description}</p>
        {entry.deprecated && (
          <Notice tone="warn">
            Deprecated since {entry.deprecated.since}. Use {entry.deprecated.use}.
          </Notice>
        )}
        {!entry.allowed && <Notice tone="info">{entry.notAllowedBecause ?? 'You may not call it.'}</Notice>}
      </header>
      <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Fact name="Scope">{entry.scope === null ? 'None' : <code>{entry.scope}</code>}</Fact>
        <Fact name="Risk">{entry.riskLevel}</Fact>
        <Fact name="Confirmation">
          {entry.confirmation}
          {entry.confirmationRule && <span className="text-muted">. {entry.confirmationRule}</span>}
        </Fact>
        <Fact name="Idempotency key">{entry.idempotency}</Fact>
        <Fact name="Job">{entry.startsJob ? 'May start one: the answer has its id' : 'No'}</Fact>
      </dl>
      <Calls entry={entry} />
      <SchemaTable title="Input" schema={entry.inputSchema} />
      <TryIt entry={entry} />
      <SchemaTable title="Result" schema={entry.outputSchema} />
      <section aria-label="Errors">
        <h3 className="t-head mb-1.5">Errors</h3>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {entry.errors.map(({ code, status }) => (
            <li key={code}>
              <span className="text-muted tabular-nums">{status}</span> <code>{code}</code>
            </li>
          ))}
        </ul>
      </section>
    </article>
  )
}

const doors = [
  { value: 'rest', label: 'REST' },
  { value: 'mcp', label: 'MCP' },
  { value: 'client', label: 'Typed client' },
] as const

function Calls({ entry }: { entry: WholeEntry }) {
  const [door, setDoor] = useState<(typeof doors)[number]['value']>('rest')
  const text = callsOf(entry, { origin: location.origin, input: skeletonOf(entry.inputSchema) })[door]
  return (
    <Tabs label="How it is called" tabs={doors} value={door} onChange={setDoor}>
      <div className="flex items-start gap-2 rounded-lg border border-line bg-surface">
        <pre tabIndex={0} role="region" aria-label="Call" className="min-w-0 flex-1 overflow-x-auto px-4 py-3 text-sm">
          <code>{text}</code>
        </pre>
        <CopyButton text={text} label="Copy" look="quiet" />
      </div>
    </Tabs>
  )
}
