import { countOf } from '#web/areas/content/item-words.tsx'
import { changesOf } from '#web/areas/site-audit/audit/mend-calls.ts'
import { besides, type Issue, ruleWords } from '#web/areas/site-audit/audit/rule-words.ts'
import { type Planned, useWriting } from '#web/areas/site-audit/audit/use-writing.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'

type Props = { issues: readonly [Issue, ...Issue[]]; onClose(): void }

/** Has a model propose what mends issues of one kind, shows every text and what the public sees, and writes it when the person presses the button. */
export function WriteIssues({ issues, onClose }: Props) {
  const { isAsking, look, looked, planned, refused, live, isBusy, done, error, make } = useWriting(issues, onClose)
  const title = `Mend “${ruleWords[issues[0].ruleCode]}”?`
  const some = countOf(issues.length, 'article')
  if (isAsking)
    return (
      <AlertDialog title={title} action={`Ask for ${some}`} onAction={look} onCancel={onClose}>
        <p>
          The model that your organization uses proposes texts for {some}. You see each of them before anything is
          changed.
        </p>
      </AlertDialog>
    )
  const able = planned?.length ?? issues.length
  return (
    <AlertDialog
      title={title}
      action={isBusy ? `${done} of ${able}` : `Change ${countOf(able, 'article')}`}
      isPublic={live > 0}
      disabled={planned === null || able === 0}
      isBusy={isBusy}
      onAction={() => void make()}
      onCancel={onClose}
    >
      {planned !== null && able > 0 && (
        <ul className="mb-3 max-h-72 overflow-y-auto" tabIndex={0} role="list" aria-label="What is written">
          {planned.map((one) => (
            <PlannedRow key={one.issue.id} planned={one} />
          ))}
        </ul>
      )}
      <p role="status">
        {planned === null
          ? `Looking at what would happen… ${looked.toLocaleString('en')} of ${issues.length.toLocaleString('en')}`
          : whatHappens({ able, live, refused })}
      </p>
      <DialogProblem error={error} />
    </AlertDialog>
  )
}

function PlannedRow({ planned: { issue, input, title } }: { planned: Planned }) {
  return (
    <li className="border-t border-line py-2">
      <span className="t-row block wrap-anywhere">{title}</span>
      {changesOf(input).map(({ what, becomes }) => (
        <span key={what} className="block text-sm wrap-anywhere">
          <span className="text-muted">{besides(issue.url, what)} becomes </span>
          <ins className="bg-ok-soft text-ok-ink">{besides(issue.url, becomes)}</ins>
        </span>
      ))}
    </li>
  )
}

function whatHappens({ able, live, refused }: { able: number; live: number; refused: number }): string {
  const left = refused === 0 ? '' : ` ${countOf(refused, 'article')} cannot be changed like that.`
  if (able === 0) return `There is nothing to change.${left}`
  const seen =
    live === 0
      ? 'None of them is live.'
      : `${countOf(live, 'of them is', 'of them are')} live: the public sees the change at once.`
  return `${seen} It can be undone.${left}`
}
