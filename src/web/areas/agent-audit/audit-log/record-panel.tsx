import { Link } from '@tanstack/react-router'

import { visibleText } from '#std/visible-text.ts'
import { ActorName } from '#web/areas/agent-audit/actor-name.tsx'
import { type AuditSearch, auditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import {
  actorName,
  credentialWords,
  duration,
  interfaceWords,
  riskWords,
  stateWords,
} from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import { RecordEffects } from '#web/areas/agent-audit/audit-log/record-effects.tsx'
import { repeatInput, summaryTree } from '#web/areas/agent-audit/audit-log/summary-tree.ts'
import { sentenceOf } from '#web/areas/agent-audit/audit-log/what-happened.tsx'
import { personOf } from '#web/areas/organizations/person-of.ts'
import type { AuditRecord } from '#web/operations.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { curlOf } from '#web/parts/curl.ts'
import { Fact } from '#web/parts/fact.tsx'
import { JsonTree } from '#web/parts/json-tree.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { RiskBadge } from '#web/parts/risk-badge.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { requestId: string; asked: AuditSearch; people: ReadonlyMap<string, string>; onClose(): void }

/** Everything that is kept of one call. */
export function RecordPanel({ requestId, asked, people, onClose }: Props) {
  const { data, error, refetch } = useOperation('getAgentAuditRecord', { requestId }, { staleTime: 300_000 })
  const record = data?.record.requestId === requestId ? data.record : undefined
  if (error && !record)
    return (
      <Sheet title="This record could not be read" onClose={onClose}>
        <Problem error={error} onRetry={() => void refetch()} />
      </Sheet>
    )
  if (!record)
    return (
      <Sheet title="Reading the record" onClose={onClose}>
        <Skeleton className="h-40 rounded-xl" />
        <Skeleton className="mt-5 h-32 rounded-xl" />
      </Sheet>
    )
  const shown = record.effectiveRisk ?? record.risk
  return (
    <Sheet
      title={sentenceOf(record, people)}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Status tone={stateWords(record).tone}>{stateWords(record).label}</Status>
          {shown && <RiskBadge risk={shown} label={riskWords[shown]} isRaised={shown !== record.risk} />}
          <span className="text-sm">
            <Time at={record.startedAt} />
          </span>
        </span>
      }
      footer={
        <Link
          to="/o/$orgSlug/settings/audit-log"
          from="/o/$orgSlug/settings/audit-log"
          search={neighbours(record)}
          className={buttonLook('plain')}
        >
          {neighbourWords[record.credentialType]}
        </Link>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-6">
        {record.note && <p className="wrap-anywhere">“{visibleText(record.note)}”</p>}
        <RecordEffects record={record} asked={asked} />
        <Facts record={record} asked={asked} people={people} />
        <JsonTree label="Input" value={summaryTree(record.inputSummary)} copied={record.inputSummary} />
        <JsonTree label="Result" value={summaryTree(record.resultSummary)} copied={record.resultSummary} />
        <p className="-mt-3 text-sm text-muted">
          The log keeps ids, numbers, flags and the beginning of titles. Text, lists and secrets are never in it.
        </p>
        <Repeat record={record} />
      </div>
    </Sheet>
  )
}

const neighbourWords = {
  api_key: 'All calls of this key around this time',
  oauth: 'All calls of this app around this time',
  session: 'All changes of this person around this time',
  system: 'Everything that Masthead did around this time',
}

const around = 15 * 60_000

/** The log narrowed to the caller, a quarter of an hour before and after this call. */
function neighbours({ credentialType, credentialId, actorUserId, startedAt }: AuditRecord): AuditSearch {
  const at = Date.parse(startedAt)
  const isAgent = credentialType === 'api_key' || credentialType === 'oauth'
  return auditSearch({
    who: isAgent ? undefined : 'everyone',
    credential: credentialType,
    person: actorUserId ?? undefined,
    agent: credentialId,
    from: new Date(at - around).toISOString(),
    to: new Date(at + around).toISOString(),
  })
}

type FactsProps = { record: AuditRecord; asked: AuditSearch; people: ReadonlyMap<string, string> }

function Facts({ record, asked, people }: FactsProps) {
  const { label } = credentialWords[record.credentialType]
  const { approvalId } = record.resultSummary
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <Fact name="Operation">
        <code className="text-sm break-all">{record.operation}</code>
      </Fact>
      {record.code && (
        <Fact name="Reason">
          <code className="text-sm font-medium">{record.code}</code>
        </Fact>
      )}
      <Fact name="Actor">
        <ActorName record={record} name={actorName(record, people)} /> <span className="text-muted">({label})</span>
      </Fact>
      {record.clientName && <Fact name="Acts for">{personOf(record.actorUserId, people)}</Fact>}
      <Fact name="Through">{interfaceWords[record.interface]}</Fact>
      <Fact name="Needed scope">
        {record.requiredScope ? <code className="text-sm">{record.requiredScope}</code> : 'None'}
      </Fact>
      {record.object && (
        <Fact name="About">
          {record.object.title ?? record.object.type}{' '}
          <code className="text-sm break-all text-muted">{record.object.id}</code>
        </Fact>
      )}
      {typeof approvalId === 'string' && (
        <Fact name="Approval">
          <Link
            to="/o/$orgSlug/approvals/$approvalId"
            from="/o/$orgSlug/settings/audit-log"
            params={{ approvalId }}
            search={{}}
            className="underline underline-offset-4"
          >
            {record.status === 'waiting' ? 'What waits' : 'What was approved'}
          </Link>
        </Fact>
      )}
      <Fact name="Confirmed">{record.confirmed ? 'Yes' : 'No'}</Fact>
      <Fact name="Began">
        <span className="tabular-nums">{exact.format(new Date(record.startedAt))}</span>
      </Fact>
      <Fact name="Took">{duration(record.durationMs)}</Fact>
      {record.occurrences > 1 && (
        <Fact name="Stands for">{record.occurrences.toLocaleString('en')} throttled calls within a minute</Fact>
      )}
      <Fact name="Request id">
        <Id text={record.requestId} />
      </Fact>
      {record.clientRequestId && (
        <Fact name="Id of the client">
          <code className="text-sm break-all">{record.clientRequestId}</code>
        </Fact>
      )}
      {record.replayOf && (
        <Fact name="Answer of">
          <Link
            to="/o/$orgSlug/settings/audit-log"
            from="/o/$orgSlug/settings/audit-log"
            search={{ ...asked, record: record.replayOf }}
            className="font-mono text-sm break-all underline underline-offset-4"
          >
            {record.replayOf}
          </Link>
        </Fact>
      )}
      {record.idempotencyKeyHash && (
        <Fact name="Idempotency key">
          <code className="text-sm break-all" title={record.idempotencyKeyHash}>
            SHA-256 {record.idempotencyKeyHash.slice(0, 16)}…
          </code>
        </Fact>
      )}
    </dl>
  )
}

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

function Id({ text }: { text: string }) {
  return (
    <span className="-my-1.5 flex flex-wrap items-center gap-x-1">
      <code className="text-sm break-all">{text}</code>
      <CopyButton text={text} label="Copy" look="quiet" />
    </span>
  )
}

function Repeat({ record }: { record: AuditRecord }) {
  if (!record.risk) return null
  const { input, dryRun } = repeatInput(record.inputSummary)
  const text = curlOf({
    origin: location.origin,
    name: record.operation,
    input,
    ...(dryRun ? { dryRun } : {}),
    ...(record.risk === 'read' || dryRun ? {} : { idempotencyKey: '<NEW_KEY>' }),
  })
  return (
    <section aria-label="Repeat as curl" className="rounded-xl border border-line">
      <div className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1.5 pl-4">
        <h3 className="font-medium">Repeat as curl</h3>
        <CopyButton text={text} label="Copy" look="quiet" />
      </div>
      <pre tabIndex={0} role="region" aria-label="The call as curl" className="overflow-x-auto px-4 py-3 text-sm">
        <code>{text}</code>
      </pre>
      <p className="border-t border-line px-4 py-2 text-sm text-muted">
        Put your own values where the log keeps none. A confirmation is not repeated: the answer says what it would do.
      </p>
    </section>
  )
}
