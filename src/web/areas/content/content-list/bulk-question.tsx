import type { ReactNode } from 'react'

import { BulkEffects } from '#web/areas/content/content-list/bulk-effects.tsx'
import type { BulkRehearsal } from '#web/areas/content/content-list/use-bulk-rehearsal.ts'
import type { ManagerItem } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'

type Props = {
  items: readonly ManagerItem[]
  title: string
  /** The verb and how many: "Publish 3 articles". */
  verb: string
  /** What the rehearsal says that can become of them: "can be published". */
  becomes: string
  rehearsal: BulkRehearsal
  /** Whether it changes what the public sees. */
  isPublic: boolean
  isBusy: boolean
  /** Why it was not begun. */
  error: unknown
  onPress(): void
  onClose(): void
  children: ReactNode
}

/**
 * Asks before something is done with many articles: which ones, what the person chooses, what becomes of each by a rehearsal; its
 * button does something only once that is said (web.md#many-are-rehearsed).
 */
export function BulkQuestion(props: Props) {
  const { items, title, verb, becomes, rehearsal, isPublic, isBusy, error, onPress, onClose, children } = props
  const { results, isOld } = rehearsal
  const isAny = results !== null && (results.some(isChange) || results.length < items.length)
  return (
    <AlertDialog
      title={title}
      action={verb}
      isPublic={isPublic}
      disabled={!isAny || isOld}
      isBusy={isBusy}
      onAction={onPress}
      onCancel={onClose}
    >
      <Titles items={items} />
      {children}
      {results && <BulkEffects items={items} results={results} becomes={becomes} />}
      <DialogProblem error={error ?? rehearsal.error} />
    </AlertDialog>
  )
}

/** Whether an article differs afterwards. */
const isChange = ({ ok, changed }: NonNullable<BulkRehearsal['results']>[number]) => ok && changed?.length !== 0

/** Which ones: all of a few, the first of many. */
function Titles({ items }: { items: readonly ManagerItem[] }) {
  const shown = items.slice(0, 5)
  return (
    <ul className="mb-3">
      {shown.map(({ id, title }) => (
        <li key={id} className="t-row truncate border-t border-line py-1">
          {title}
        </li>
      ))}
      {items.length > shown.length && (
        <li className="border-t border-line py-1 text-muted">and {items.length - shown.length} more</li>
      )}
    </ul>
  )
}
