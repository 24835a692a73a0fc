import { useState } from 'react'

import { addressesIn } from '#web/areas/organizations/members/addresses.ts'
import { InviteResults } from '#web/areas/organizations/members/invite-results.tsx'
import { useInvitations } from '#web/areas/organizations/members/use-invitations.ts'
import { canGive, roleWords } from '#web/areas/organizations/role-words.ts'
import { useOrganization } from '#web/context.ts'
import type { InputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Field } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'

type Role = InputOf<'inviteMember'>['role']

const most = 50

/** Invites every address of a pasted text with one role, and shows what became of each. */
export function InvitePeople({ onClose }: { onClose(): void }) {
  const organization = useOrganization()
  const { inviteAll, progress, results } = useInvitations()
  const [role, setRole] = useState<Role>('author')
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(form: FormData) {
    const { addresses, unreadable } = addressesIn(textIn(form, 'addresses'))
    const fault = faultOf(addresses, unreadable)
    setProblem(fault)
    if (fault !== null) return
    const message = textIn(form, 'message')
    await inviteAll(addresses, { role, ...(message === '' ? {} : { message }) })
  }

  if (results) return <InviteResults results={results} onClose={onClose} />
  return (
    <Dialog title="Invite people" width="wide" onDismiss={progress ? undefined : onClose}>
      <Form onSubmit={submit}>
        <Field
          label="E-mail addresses"
          hint="One or many: paste a list with commas, spaces or lines between them."
          error={problem}
        >
          {(linked) => (
            <textarea
              {...linked}
              name="addresses"
              rows={3}
              required
              spellCheck={false}
              autoComplete="off"
              className={`${inputLook} min-h-20 py-2`}
            />
          )}
        </Field>
        <RadioGroup
          label="Role"
          value={role}
          options={roleWords.flatMap(({ role: value, label, allows }) =>
            value === 'owner' ? [] : [{ value, label, hint: allows, disabled: !canGive(organization.role, value) }],
          )}
          onChange={setRole}
        />
        <Field label="Message" isOptional hint="A few words that go into the mail and onto the page of the invitation.">
          {(linked) => <textarea {...linked} name="message" rows={2} maxLength={500} className={`${inputLook} py-2`} />}
        </Field>
        <p className="text-sm text-muted">An invitation is valid for 7 days and works once.</p>
        <DialogButtons>
          <Button onClick={onClose} disabled={progress !== null}>
            Cancel
          </Button>
          <Button type="submit" look="ink" isBusy={progress !== null}>
            {progress ? `Inviting ${progress.done + 1} of ${progress.of}…` : 'Invite'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function faultOf(addresses: string[], unreadable: string[]): string | null {
  if (unreadable.length > 0) return `Not an email address: ${unreadable.slice(0, 3).join(', ')}`
  if (addresses.length === 0) return 'Enter at least one email address.'
  return addresses.length > most ? `At most ${most} addresses at once; these are ${addresses.length}.` : null
}
