import { Link } from '@tanstack/react-router'

import type { AgentTab } from '#web/areas/account/agent/agent-search.ts'
import { SittingRow } from '#web/areas/account/agent/sitting-row.tsx'
import { wholeSittings } from '#web/areas/account/agent/sittings.ts'
import { useAgentCalls } from '#web/areas/account/agent/use-agent-calls.ts'
import { stateWords } from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import { useOrganization } from '#web/context.ts'
import type { AuditRecord } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'

/** The calls of one agent, told as sittings or one by one. */
export function AgentCalls({ credentialId, tab }: { credentialId: string; tab: AgentTab }) {
  const calls = useAgentCalls(credentialId, tab)
  const mayRevert = useCatalogEntry('revertChanges')?.allowed ?? false
  if (calls.error !== null && calls.records.length === 0) return <Problem error={calls.error} onRetry={calls.retry} />
  // Where the rest of the page is below it, it comes with the calls.
  if (calls.isPending)
    return (
      <div data-waits="">
        <Skeleton className="h-72 w-full max-xl:h-dvh" />
      </div>
    )
  if (calls.records.length === 0) return <p className="py-2 text-muted">{nothing[tab]}</p>
  return (
    <>
      {tab === 'sittings' ? (
        <Sittings records={calls.records} hasMore={calls.hasMore} {...{ credentialId, mayRevert }} />
      ) : (
        <ul>
          {calls.records.map((record) => (
            <CallRow key={record.id} record={record} />
          ))}
        </ul>
      )}
      {calls.hasMore && (
        <div className="pt-3">
          <Button isBusy={calls.isLoadingMore} onClick={calls.loadMore}>
            Show earlier ones
          </Button>
        </div>
      )}
    </>
  )
}

const nothing: Record<AgentTab, string> = {
  sittings: 'It has not called yet.',
  calls: 'It has not called yet.',
  waiting: 'Nothing of it waits for a person.',
  refused: 'Nothing of it was refused.',
}

type SittingsProps = { records: readonly AuditRecord[]; hasMore: boolean; credentialId: string; mayRevert: boolean }

function Sittings({ records, hasMore, credentialId, mayRevert }: SittingsProps) {
  const days = Map.groupBy(wholeSittings(records, hasMore), ({ from }) => day.format(new Date(from)))
  return [...days].map(([name, sittings]) => (
    <section key={name} aria-label={name} className="pb-5">
      <h2 className="t-head border-b border-line pb-2">{name}</h2>
      <ul>
        {sittings.map((sitting) => (
          <SittingRow key={sitting.to} {...{ sitting, credentialId }} mayRevert={mayRevert && sitting.isWhole} />
        ))}
      </ul>
    </section>
  ))
}

function CallRow({ record }: { record: AuditRecord }) {
  const { sentence, startedAt, requestId } = record
  const { tone, label } = stateWords(record)
  const { slug } = useOrganization()
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2">
      <span className="w-24 shrink-0 text-muted">
        <Time at={startedAt} />
      </span>
      <Link
        to="/o/$orgSlug/settings/audit-log"
        params={{ orgSlug: slug }}
        search={{ record: requestId }}
        className="min-w-0 flex-1 wrap-anywhere hover:underline"
      >
        {sentence}
      </Link>
      <Status tone={tone}>{label}</Status>
    </li>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
