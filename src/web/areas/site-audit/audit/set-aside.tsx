import { useState } from 'react'
import { type Issue, pathOf, ruleWords } from '#web/areas/site-audit/audit/rule-words.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Field, inputLook } from '#web/parts/field.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

const longest = 500

/** Sets an issue aside, with the reason for whoever finds it there. */
export function SetAside({ issue, onClose }: { issue: Issue; onClose(): void }) {
  const change = useAction('updateSiteAuditIssue')
  const [note, setNote] = useState('')

  async function put() {
    const given = note.trim()
    const input = { issueIds: [issue.id], state: 'ignored' as const, ...(given === '' ? {} : { note: given }) }
    if (change.isPending || !(await change.run(input))) return
    toast('Set aside. It is no longer counted.')
    onClose()
  }

  return (
    <Dialog title="Set this issue aside?" onDismiss={onClose}>
      <p className="mb-4 wrap-anywhere">
        {ruleWords[issue.ruleCode]}: <span className="mono">{pathOf(issue.url)}</span>
      </p>
      <Field label="Reason" isOptional hint="Why it stays as it is." error={change.error?.fieldMessage('note')}>
        {(linked) => (
          <textarea
            {...linked}
            rows={3}
            maxLength={longest}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className={`${inputLook} py-2`}
          />
        )}
      </Field>
      <DialogProblem error={change.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="ink" isBusy={change.isPending} onClick={() => void put()}>
          Set aside
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
