import { Lock } from 'lucide-react'

import { CopyButton } from '#web/parts/copy-button.tsx'

/** Replaces a value that is not kept. */
export const redacted = Symbol('redacted')

export type JsonValue = unknown

/** A JSON value as a collapsible tree, with its text to copy. Values that are not kept show a lock. */
export function JsonTree({ label, value, copied }: { label: string; value: JsonValue; copied: unknown }) {
  const text = JSON.stringify(copied, null, 2)
  return (
    <section aria-label={label} className="rounded-xl border border-line">
      <div className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1.5 pl-4">
        <h3 className="font-medium">{label}</h3>
        <CopyButton text={text} label="Copy" look="quiet" />
      </div>
      <div className="overflow-x-auto px-4 py-3 font-mono text-sm">
        {isEmpty(value) ? <p className="font-sans text-muted">Nothing</p> : <Entries value={value} />}
      </div>
    </section>
  )
}

function Entries({ value }: { value: JsonValue }) {
  return (
    <ul className="flex flex-col gap-1">
      {entriesOf(value).map(([name, entry]) => (
        <li key={name}>
          <Entry name={name} value={entry} />
        </li>
      ))}
    </ul>
  )
}

function Entry({ name, value }: { name: string; value: JsonValue }) {
  if (isBranch(value) && !isEmpty(value))
    return (
      <details open>
        <summary className="w-fit rounded marker:text-muted">
          <Name text={name} /> <span className="text-muted">{sizeOf(value)}</span>
        </summary>
        <div className="mt-1 ml-1.5 border-l border-line pl-4">
          <Entries value={value} />
        </div>
      </details>
    )
  return (
    <p className="flex items-baseline gap-1.5 pl-4">
      <Name text={name} /> <Leaf value={value} />
    </p>
  )
}

function Name({ text }: { text: string }) {
  return <span className="text-muted">{text}:</span>
}

function Leaf({ value }: { value: JsonValue }) {
  if (value === redacted)
    return (
      <span className="inline-flex items-center gap-1 self-center rounded-full bg-raised px-2 py-px font-sans text-xs text-muted">
        <Lock aria-hidden size={12} strokeWidth={1.75} /> not kept
      </span>
    )
  if (typeof value === 'string') return <span className="break-all text-ok-ink">{JSON.stringify(value)}</span>
  if (isBranch(value)) return <span className="text-muted">{Array.isArray(value) ? '[]' : '{}'}</span>
  return <span className="text-ink">{String(value)}</span>
}

function entriesOf(value: JsonValue): [string, JsonValue][] {
  return isBranch(value) ? Object.entries(value) : [['value', value]]
}

function isBranch(value: JsonValue): value is object {
  return typeof value === 'object' && value !== null
}

function isEmpty(value: JsonValue): boolean {
  return isBranch(value) && Object.keys(value).length === 0
}

function sizeOf(value: object): string {
  const size = Object.keys(value).length
  const word = Array.isArray(value) ? ['entry', 'entries'] : ['field', 'fields']
  return `${size} ${size === 1 ? word[0] : word[1]}`
}
