import type { KeyWarnings } from '#web/areas/account/api-access/key-warnings.ts'
import type { ApiKey } from '#web/operations.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Time } from '#web/parts/time.tsx'

/** What the person should know about keys before reading the list. */
export function KeyNotices({ expiring, taken }: KeyWarnings) {
  if (expiring.length === 0 && taken.length === 0) return null
  const isUrgent = expiring.some(({ expiryNotice }) => expiryNotice === 1)
  return (
    <div className="mb-4 flex flex-col gap-2">
      {expiring.length > 0 && (
        <Notice tone={isUrgent ? 'bad' : 'warn'}>
          <p className="font-medium">
            {expiring.length === 1 ? 'A key expires soon.' : `${expiring.length} keys expire soon.`} Rotate it before
            its programs are refused.
          </p>
          <KeyLines keys={expiring} word="expires" at={({ expiresAt }) => expiresAt} />
        </Notice>
      )}
      {taken.length > 0 && (
        <Notice tone="info">
          <p className="font-medium">
            {taken.length === 1 ? 'A key of yours was revoked.' : 'Keys of yours were revoked.'}
          </p>
          <KeyLines
            keys={taken}
            word={({ revokedBy }) => `by ${revokedBy?.name ?? 'a former member'}`}
            at={({ revokedAt, createdAt }) => revokedAt ?? createdAt}
          />
        </Notice>
      )}
    </div>
  )
}

type LinesProps = { keys: readonly ApiKey[]; word: string | ((key: ApiKey) => string); at(key: ApiKey): string }

function KeyLines({ keys, word, at }: LinesProps) {
  return (
    <ul className="mt-1 text-sm">
      {keys.map((key) => (
        <li key={key.id} className="break-words">
          {key.name} <code>{`${key.prefix}…${key.last4}`}</code> {typeof word === 'string' ? word : word(key)}{' '}
          <Time at={at(key)} />
        </li>
      ))}
    </ul>
  )
}
