import type { ReactNode } from 'react'
import { namedAccess } from '#web/areas/account/api-access/scope-words.ts'
import type { ApiKey, KeyStatus } from '#web/operations.ts'
import { Pill, type Tone } from '#web/parts/pill.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'

type Props = {
  keys: ApiKey[]
  actions(key: ApiKey): ReactNode
  /** The ids of the marked keys and how a key is marked or not; null: none can be. */
  marks: { marked: ReadonlySet<string>; onMark(id: string): void } | null
}

/** The keys as a table; under 640 px every row is a card. */
export function KeyTable({ keys, actions, marks }: Props) {
  return (
    <table className="w-full text-left max-sm:block">
      <thead className="border-b border-line text-sm text-muted max-sm:hidden">
        <tr>
          {marks && <td />}
          {['Key', 'Access', 'Last used', 'Expires', 'Status'].map((title) => (
            <th key={title} scope="col" className="px-4 py-2.5 font-medium">
              {title}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {keys.map((key) => (
          <tr key={key.id} className={row}>
            {marks && (
              <td className={`${cell} w-px sm:pr-0`}>
                {key.status !== 'revoked' && (
                  <input
                    type="checkbox"
                    aria-label={`Mark ${key.name}`}
                    checked={marks.marked.has(key.id)}
                    onChange={() => marks.onMark(key.id)}
                    className="size-6 accent-accent md:size-4"
                  />
                )}
              </td>
            )}
            <td className={cell}>
              <p className="font-medium break-words">{key.name}</p>
              <p className="text-sm text-muted">
                <code>
                  {key.prefix}…{key.last4}
                </code>
              </p>
              <p className="text-sm text-muted">
                {key.createdBy.name ?? 'A former member'}, <Time at={key.createdAt} />
              </p>
            </td>
            <td className={cell}>
              <details>
                <summary className="w-fit underline decoration-line underline-offset-4">
                  {namedAccess(key.scopes)}
                </summary>
                <p className="mt-1 text-sm text-muted">{key.scopes.join(', ')}</p>
              </details>
            </td>
            <td className={`${cell} text-muted`}>
              <span className="sm:hidden">Last used: </span>
              <LastUsed apiKey={key} />
            </td>
            <td className={cell}>
              <span className="text-muted sm:hidden">Expires: </span>
              <Expiry apiKey={key} />
            </td>
            <td className={`${cell} max-sm:order-first`}>
              <Pill tone={statuses[key.status].tone}>{statuses[key.status].label}</Pill>
            </td>
            <td className={`${cell} text-right`}>{actions(key)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function KeyTableSkeleton() {
  return (
    <div role="status" aria-label="Reading the keys">
      {Array.from({ length: 3 }, (_, index) => (
        <div
          key={index}
          className="flex h-[85px] items-center gap-6 border-b border-line px-4 last:border-0 max-sm:h-[210px]"
        >
          <span className="flex-1">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="mt-2 h-3 w-28" />
          </span>
          <Skeleton className="h-5 w-20 rounded-full" />
        </div>
      ))}
    </div>
  )
}

const row =
  'border-b border-line last:border-0 max-sm:flex max-sm:flex-col max-sm:items-start max-sm:gap-2 max-sm:px-4 max-sm:py-4'
const cell = 'px-4 py-3 align-top max-sm:p-0'

function LastUsed({ apiKey: { lastUsedAt, lastUsedFrom } }: { apiKey: ApiKey }) {
  if (!lastUsedAt) return 'Never'
  return (
    <>
      <Time at={lastUsedAt} />
      {lastUsedFrom && <span className="block text-sm">from {lastUsedFrom}</span>}
    </>
  )
}

const twoWeeks = 14 * 86_400_000

function Expiry({ apiKey: { expiresAt, status } }: { apiKey: ApiKey }) {
  const isSoon = status === 'active' && Date.parse(expiresAt) - Date.now() < twoWeeks
  return (
    <span className={isSoon ? 'font-medium text-warn-ink' : 'text-muted'}>
      <Time at={expiresAt} />
    </span>
  )
}

const statuses: Record<KeyStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'ok' },
  expired: { label: 'Expired', tone: 'warn' },
  disabled: { label: 'Disabled', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'bad' },
}
