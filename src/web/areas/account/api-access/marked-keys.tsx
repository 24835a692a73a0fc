import { Button } from '#web/parts/button.tsx'

type Props = { count: number; onUnmark(): void; onRevoke(): void }

/** What can be done with the keys that are marked, where there are any. */
export function MarkedKeys({ count, onUnmark, onRevoke }: Props) {
  if (count === 0) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 border-b border-line bg-raised px-4 py-2">
      <p className="flex-1">{count === 1 ? 'One key is marked.' : `${count} keys are marked.`}</p>
      <Button onClick={onUnmark}>Unmark</Button>
      <Button look="ink" onClick={onRevoke}>
        Revoke…
      </Button>
    </div>
  )
}
