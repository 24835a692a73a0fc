import { useState } from 'react'

import {
  type AuditSearch,
  credentials,
  risks,
  type Span,
  statuses,
} from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { credentialWords, riskWords, statusWords } from '#web/areas/agent-audit/audit-log/audit-words.tsx'
import type { AuditChange } from '#web/areas/agent-audit/audit-log/use-audit-search.ts'
import { inputLook } from '#web/parts/control-look.ts'
import { FilterBar, type SetFilter } from '#web/parts/filter-bar.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'

/** An operation and its title. */
export type Kind = readonly [name: string, title: string]

type Props = {
  asked: AuditSearch
  kinds: readonly Kind[]
  people: ReadonlyMap<string, string>
  onChange(change: AuditChange): void
  onClear(): void
}

/** What the list is narrowed by. */
export function AuditFilters({ asked, kinds, people, onChange, onClear }: Props) {
  const fields = [
    { key: 'operation', name: 'Kind of change', options: [...unknownOf(asked, kinds), ...kinds] },
    { key: 'status', name: 'State', options: statuses.map((one) => [one, statusWords[one].label] as const) },
    { key: 'changes', name: 'Effect', options: [['true', 'Only changes']] },
    { key: 'risk', name: 'Risk', options: risks.map((one) => [one, riskWords[one]] as const) },
    { key: 'credential', name: 'Credential', options: credentials.map((one) => [one, credentialLabels[one]] as const) },
    { key: 'person', name: 'Person', options: [...strangerOf(asked, people), ...people] },
  ] as const satisfies readonly Choice[]
  const set = fields.flatMap(({ key, name, options }: Choice): SetFilter[] => {
    const value = asked[key]
    if (value === undefined) return []
    const words = options.find(([option]) => option === String(value))?.[1] ?? '…'
    return [{ name, value: words, clear: () => onChange({ [key]: undefined }) }]
  })
  return (
    <div className="pb-3">
      <FilterBar set={[...set, ...agentSet(asked, onChange), ...timeSet(asked, onChange)]} onClear={onClear}>
        {fields.map(({ key, name, options }: Choice) => (
          <LabelledSelect
            key={key}
            label={name}
            value={String(asked[key] ?? '')}
            options={[['', 'Any'], ...options]}
            onChange={(value) => onChange({ [key]: key === 'changes' ? value === 'true' || undefined : value })}
          />
        ))}
        <TimeFilter asked={asked} onChange={onChange} />
      </FilterBar>
    </div>
  )
}

type Choice = {
  key: 'operation' | 'status' | 'changes' | 'risk' | 'credential' | 'person'
  name: string
  options: readonly (readonly [string, string])[]
}

// It is chosen on the page of an agent.
function agentSet({ agent }: AuditSearch, onChange: Props['onChange']): SetFilter[] {
  return agent ? [{ name: 'Agent', value: 'only one', clear: () => onChange({ agent: undefined }) }] : []
}

function timeSet({ time, from, to }: AuditSearch, onChange: Props['onChange']): SetFilter[] {
  const clear = () => onChange({ time: undefined, from: undefined, to: undefined })
  const words = time ? times.find(([span]) => span === time)?.[1] : spanWords(from, to)
  return words ? [{ name: 'Time', value: words, clear }] : []
}

function spanWords(from: string | undefined, to: string | undefined): string | undefined {
  const ends = [from && `from ${moments.format(new Date(from))}`, to && `to ${moments.format(new Date(to))}`]
  return ends.filter(Boolean).join(' ') || undefined
}

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

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
      <LabelledSelect
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
    <label>
      <span className="t-label mb-1 block">{label}</span>
      <input
        key={value}
        type="datetime-local"
        title={`${label}, in the time zone of this browser`}
        defaultValue={value ? localOf(value) : ''}
        onBlur={(event) => {
          const time = Date.parse(event.target.value)
          const next = Number.isNaN(time) ? undefined : new Date(time).toISOString()
          if (next !== value) onChange(next)
        }}
        className={inputLook}
      />
    </label>
  )
}

/** `2026-05-01T14:00` in the time zone of the browser, as the field takes it. */
function localOf(moment: string): string {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
