import { type Issue, pathOf, ruleWords } from '#web/areas/site-audit/audit/rule-words.ts'
import type { InputOf } from '#web/operations.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { issue: Issue; onClose(): void }

/** Whether an issue has a call that corrects it with nothing left to say. */
export function isMendable({ fix }: Issue): boolean {
  return fix !== null && fix.complete && (fix.operation === 'replaceItemLinks' || fix.operation === 'updateItem')
}

/** Makes the call that corrects an issue, when the person presses the button. */
export function MendIssue(props: Props) {
  return props.issue.fix?.operation === 'replaceItemLinks' ? <MendLinks {...props} /> : <MendFields {...props} />
}

function MendLinks({ issue, onClose }: Props) {
  const replace = useAction('replaceItemLinks')
  // What an audit proposes is an input of the operation that it names.
  const input = issue.fix?.input as InputOf<'replaceItemLinks'>
  return (
    <RehearsedDialog
      title={titleOf(issue)}
      verb="Replace links"
      action={replace}
      input={input}
      isPublic
      onClose={onClose}
      onDone={() => end(onClose)}
    >
      {(effects) => (
        <>
          <ul className="mb-3">
            {input.links.map(({ from, to }) => (
              <li key={from} className="border-b border-line py-1.5 wrap-anywhere">
                <span className="mono">{from}</span> becomes <span className="mono">{to ?? 'plain text'}</span>
              </li>
            ))}
          </ul>
          <p>
            {effects === null
              ? 'Looking for them…'
              : `${effects.replaced.toLocaleString('en')} ${effects.replaced === 1 ? 'place changes' : 'places change'} in “${effects.item.title}”. ${visible}`}
          </p>
        </>
      )}
    </RehearsedDialog>
  )
}

function MendFields({ issue, onClose }: Props) {
  const update = useAction('updateItem')
  const input = issue.fix?.input as InputOf<'updateItem'>
  const { id: _, ...fields } = input
  return (
    <RehearsedDialog
      title={titleOf(issue)}
      verb="Change article"
      action={update}
      input={input}
      isPublic
      onClose={onClose}
      onDone={() => end(onClose)}
    >
      {(effects) => (
        <>
          <ul className="mb-3">
            {Object.entries(fields).map(([field, value]) => (
              <li key={field} className="border-b border-line py-1.5 wrap-anywhere">
                {fieldWords(field)} becomes{' '}
                <span className="mono">{typeof value === 'string' ? value : JSON.stringify(value)}</span>
              </li>
            ))}
          </ul>
          <p>{effects !== null && `It changes “${effects.item.title}”. ${visible}`}</p>
        </>
      )}
    </RehearsedDialog>
  )
}

const visible = 'Where the article is live, visitors see it at once.'
const titleOf = ({ ruleCode, url }: Issue) => `Mend “${ruleWords[ruleCode]}” on ${pathOf(url)}?`

function end(close: () => void): void {
  close()
  toast('Mended. The next audit looks at the page again.')
}
