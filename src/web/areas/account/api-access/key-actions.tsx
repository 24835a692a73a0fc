import type { ApiKey } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'

type Props = {
  apiKey: ApiKey
  isOwn: boolean
  isAdmin: boolean
  onRotate(): void
  onSwitch(): void
  onRevoke(): void
}

/** What the person can do with a key: rotate own ones, switch and revoke own ones or, as an administrator, any. */
export function KeyActions({ apiKey, isOwn, isAdmin, onRotate, onSwitch, onRevoke }: Props) {
  const { name, status, disabledAt, rotatedTo } = apiKey
  if (status === 'revoked' || !(isOwn || isAdmin)) return null
  const isOff = disabledAt !== null
  return (
    <div className="flex flex-wrap justify-end gap-1 max-sm:justify-start max-sm:gap-2 sm:-my-1.5">
      {isOwn && status === 'active' && rotatedTo === null && (
        <Button look="quiet" onClick={onRotate} aria-label={`Rotate ${name}`}>
          Rotate
        </Button>
      )}
      {(status === 'active' || (status === 'disabled' && isOff)) && (
        <Button look="quiet" onClick={onSwitch} aria-label={`${isOff ? 'Enable' : 'Disable'} ${name}`}>
          {isOff ? 'Enable' : 'Disable'}
        </Button>
      )}
      <Button look="quiet" onClick={onRevoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </div>
  )
}
