import type { Warning } from '#web/areas/checks/fix-list/fix-list-search.ts'
import { changesIn } from '#web/areas/checks/fix-list/ready-fix.ts'
import { useFixes } from '#web/areas/checks/fix-list/use-fixes.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'

type Props = { warnings: readonly Warning[]; onClose(): void }

/** Rehearses ready fixes, says what they write and what the public sees, and makes them when the person presses the button. */
export function FixAll({ warnings, onClose }: Props) {
  const { rehearsed, refused, live, isBusy, done, error, make } = useFixes(warnings, onClose)
  const articles = countOf(rehearsed?.length ?? warnings.length, 'article')
  return (
    <AlertDialog
      title={`Fix ${articles}?`}
      action={isBusy ? `${done} of ${rehearsed?.length ?? 0}` : `Fix ${articles}`}
      isPublic={live > 0}
      disabled={rehearsed === null || rehearsed.length === 0}
      isBusy={isBusy}
      onAction={() => void make()}
      onCancel={onClose}
    >
      <ul className="mb-3 max-h-72 overflow-y-auto" tabIndex={0} role="list" aria-label="What is written">
        {warnings.map((warning) => (
          <li key={warning.itemId} className="border-t border-line py-2">
            <span className="t-row block wrap-anywhere">{warning.title}</span>
            {changesIn(warning).map(({ field, value }) => (
              <span key={field} className="block text-sm wrap-anywhere">
                <span className="text-muted">{field}: </span>
                <ins className="bg-ok-soft text-ok-ink">{value}</ins>
              </span>
            ))}
          </li>
        ))}
      </ul>
      <p role="status">
        {rehearsed === null
          ? 'Looking at what would happen…'
          : live > 0
            ? `${countOf(live, 'of them is', 'of them are')} live: the public sees the change at once. It can be undone.`
            : 'None of them is live. It can be undone.'}
        {refused > 0 &&
          ` ${countOf(refused, 'article')} cannot be changed and ${refused === 1 ? 'is' : 'are'} left out.`}
      </p>
      <DialogProblem error={error} />
    </AlertDialog>
  )
}
