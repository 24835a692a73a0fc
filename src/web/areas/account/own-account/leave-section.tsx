import { useState } from 'react'

import { useOwnAccount } from '#web/areas/account/own-account/use-own-account.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Section } from '#web/parts/section.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

/** Ends every session, including this one; optionally also the access of this person's agents. */
export function LeaveSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Sign out everywhere"
      lead="For a lost device, or when you are not sure who else is signed in. It ends this session, too."
      actions={<Button onClick={() => setOpen(true)}>Sign out everywhere</Button>}
    >
      {isOpen && <Leave onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Leave({ onClose }: { onClose(): void }) {
  const out = usePersonAction('signOutEverywhere')
  const { leave } = useOwnAccount()
  const [disconnects, setDisconnects] = useState(false)

  async function go() {
    if (await out.run({ disconnectAgents: disconnects }, { confirm: true })) await leave()
  }

  return (
    <AlertDialog
      title="Sign out everywhere?"
      action={disconnects ? 'Sign out and disconnect' : 'Sign out everywhere'}
      onAction={go}
      onCancel={onClose}
      isBusy={out.isPending}
    >
      <p className="mb-5">Every session ends, this one too. You sign in again with your password.</p>
      <CheckField
        label="Disconnect all agents too"
        hint="Revokes all of your API keys and connected agents, in every organization. They cannot be brought back."
        isChecked={disconnects}
        onChange={setDisconnects}
      />
      <DialogProblem error={out.error} />
    </AlertDialog>
  )
}
