import { X } from 'lucide-react'
import { useState } from 'react'

import { filterCount } from '#web/areas/agent-audit/audit-log/audit-query.ts'
import {
  type AuditSearch,
  credentials,
  risks,
  type Span,
  statuses,
} from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { credentialWords, riskWords, statusWords } from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import type { AuditChange } from '#web/areas/agent-audit/audit-log/use-audit-search.ts'
import { Button } from '#web/parts/button.tsx'
import { controlLook } from '#web/parts/control-look.ts'
import { FoldedFilters } from '#web/parts/folded-filters.tsx'
import { Select } from '#web/parts/select.tsx'

/** An operation and its title. */
export type Kind = readonly [name: string, title: string]

type Props = {
  asked: AuditSearch
  kinds: readonly Kind[]
  people: ReadonlyMap<string, string>
  onChange(change: AuditChange): void
  onClear(): void
}

/** What the list is narrowed by; on a phone it collapses. */
export function AuditFilters({ asked, kinds, people, onChange, onClear }: Props) {
  return (
    <div className="pb-3">
      <FoldedFilters count={filterCount(asked)} className="max-md:mt-3 max-md:flex-col" onClear={onClear}>
        <span className="w-44 max-md:w-full [&>select]:w-full">
          <Select
            label="Kind of change"
            value={asked.operation ?? ''}
            options={[['', 'Any kind of change'], ...unknownOf(asked, kinds), ...kinds]}
            onChange={(operation) => onChange({ operation })}
          />
        </span>
        <Select
          label="State"
          value={asked.status ?? ''}
          options={[['', 'Any state'], ...statuses.map((name) => [name, statusWords[name].label] as const)]}
          onChange={(status) => onChange({ status })}
        />
        <Select
          label="Effect"
          value={asked.changes ? 'changes' : ''}
          options={effects}
          onChange={(effect) => onChange({ changes: effect === 'changes' ? true : undefined })}
        />
        <Select
          label="Risk"
          value={asked.risk ?? ''}
          options={[['', 'Any risk'], ...risks.map((name) => [name, riskWords[name]] as const)]}
          onChange={(risk) => onChange({ risk })}
        />
        <Select
          label="Credential"
          value={asked.credential ?? ''}
          options={[['', 'Any credential'], ...credentials.map((name) => [name, credentialLabels[name]] as const)]}
          onChange={(credential) => onChange({ credential })}
        />
        {/* Equally wide for all members: they come after the list. */}
        <span className="w-36 max-md:w-full [&>select]:w-full">
          <Select
            label="Person"
            value={asked.person ?? ''}
            options={[['', 'Anybody'], ...strangerOf(asked, people), ...people]}
            onChange={(person) => onChange({ person })}
          />
        </span>
        {asked.agent && (
          <Button onClick={() => onChange({ agent: undefined })} title="Show the calls of every agent">
            Only one agent <X aria-hidden strokeWidth={1.75} />
          </Button>
        )}
        <TimeFilter asked={asked} onChange={onChange} />
      </FoldedFilters>
    </div>
  )
}

const effects = [
  ['', 'All calls'],
  ['changes', 'Only changes'],
] as const

const credentialLabels = { ...labels(), session: 'Web session' }

function labels() {
  const { api_key, oauth, system } = credentialWords
  return { api_key: api_key.label, oauth: oauth.label, system: system.label }
}

// What no longer exists, or only reads, can still be in the address.
function unknownOf({ operation }: AuditSearch, kinds: readonly Kind[]): Kind[] {
  return operation && kinds.every(([name]) => name !== operation) ? [[operation, operation]] : []
}

// Somebody who left is not among the members, but can still be in the address.
function strangerOf({ person }: AuditSearch, people: ReadonlyMap<string, string>): [string, string][] {
  return person && !people.has(person) ? [[person, 'A former member']] : []
}

const times: readonly (readonly [Span | '' | 'own', string])[] = [
  ['', 'Any time'],
  ['1h', 'Last hour'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['own', 'Between two times'],
]

function TimeFilter({ asked: { time, from, to }, onChange }: Pick<Props, 'asked' | 'onChange'>) {
  const [isOwn, setOwn] = useState(false)
  const isShown = isOwn || from !== undefined || to !== undefined
  return (
    <>
      <Select
        label="Time"
        value={isShown ? 'own' : (time ?? '')}
        options={times}
        onChange={(chosen) => {
          setOwn(chosen === 'own')
          onChange({ time: chosen === 'own' ? undefined : chosen, from: undefined, to: undefined })
        }}
      />
      {isShown && (
        <>
          <Moment label="From" value={from} onChange={(value) => onChange({ from: value, time: undefined })} />
          <Moment label="To" value={to} onChange={(value) => onChange({ to: value, time: undefined })} />
        </>
      )}
    </>
  )
}

type MomentProps = { label: string; value: string | undefined; onChange(value: string | undefined): void }

function Moment({ label, value, onChange }: MomentProps) {
  return (
    <input
      key={value}
      type="datetime-local"
      aria-label={label}
      title={`${label}, in the time zone of this browser`}
      defaultValue={value ? localOf(value) : ''}
      onBlur={(event) => {
        const time = Date.parse(event.target.value)
        const next = Number.isNaN(time) ? undefined : new Date(time).toISOString()
        if (next !== value) onChange(next)
      }}
      className={`${controlLook} max-md:w-full`}
    />
  )
}

/** `2026-05-01T14:00` in the time zone of the browser, as the field takes it. */
function localOf(moment: string): string {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
