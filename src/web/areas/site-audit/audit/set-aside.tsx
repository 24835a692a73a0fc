import { useState } from 'react'

import { type Issue, pathOf, ruleWords } from '#web/areas/site-audit/audit/rule-words.ts'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Field } from '#web/parts/field.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

const longest = 500

type Props = { issues: readonly [Issue, ...Issue[]]; onClose(): void }

/** Sets issues of one kind aside, with the reason for the person who finds them there. */
export function SetAside({ issues, onClose }: Props) {
  const [first] = issues
  const isOne = issues.length === 1
  const change = useAction('updateSiteAuditIssue')
  const [note, setNote] = useState('')

  async function put() {
    const given = note.trim()
    const input = {
      issueIds: issues.map(({ id }) => id),
      state: 'ignored' as const,
      ...(given === '' ? {} : { note: given }),
    }
    if (change.isPending || !(await change.run(input))) return
    toast(isOne ? 'Set aside. It is no longer counted.' : `${issues.length} are set aside and no longer counted.`, {
      label: 'Undo',
      run: () => void change.run({ issueIds: input.issueIds, state: 'open' }),
    })
    onClose()
  }

  return (
    <Dialog title={isOne ? 'Set this issue aside?' : `Set ${issues.length} issues aside?`} onDismiss={onClose}>
      <p className="mb-4 wrap-anywhere">
        {ruleWords[first.ruleCode]}
        {isOne && (
          <>
            : <span className="mono">{pathOf(first.url)}</span>
          </>
        )}
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
