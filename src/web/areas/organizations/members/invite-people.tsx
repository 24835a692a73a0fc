import { useState, type FormEvent } from 'react'
import { addressesIn } from '#web/areas/organizations/members/addresses.ts'
import { InviteResults, type Invited } from '#web/areas/organizations/members/invite-results.tsx'
import { canGive, roleWords } from '#web/areas/organizations/role-words.ts'
import { useClient, useOrganization } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Field, inputLook } from '#web/parts/field.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { useQueryClient } from '@tanstack/react-query'

type Role = InputOf<'inviteMember'>['role']

const most = 50

/** Invites every address of a pasted text with one role, and shows what became of each. */
export function InvitePeople({ onClose }: { onClose(): void }) {
  const organization = useOrganization()
  const { call } = useClient()
  const queries = useQueryClient()
  const [role, setRole] = useState<Role>('author')
  const [problem, setProblem] = useState<string | null>(null)
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null)
  const [results, setResults] = useState<readonly Invited[] | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { addresses, unreadable } = addressesIn(String(form.get('addresses')))
    const fault = faultOf(addresses, unreadable)
    setProblem(fault)
    if (fault !== null) return
    const message = String(form.get('message')).trim()
    const made: Invited[] = []
    // One after the other: each is a record of its own, and no failure affects the others.
    for (const email of addresses) {
      setProgress({ done: made.length, of: addresses.length })
      made.push(await invite({ email, role, ...(message === '' ? {} : { message }) }))
    }
    void queries.invalidateQueries({ queryKey: [organization.id] })
    setProgress(null)
    setResults(made)
  }

  async function invite(input: InputOf<'inviteMember'>): Promise<Invited> {
    try {
      const { result } = await call('inviteMember', input, { organizationId: organization.id })
      return { email: input.email, link: result.acceptUrl ?? null, problem: null }
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      return { email: input.email, link: null, problem: error.message }
    }
  }

  if (results) return <InviteResults results={results} onClose={onClose} />
  return (
    <Dialog title="Invite people" width="wide" onDismiss={progress ? undefined : onClose}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Field
          label="Email addresses"
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
          <Button type="submit" look="primary" isBusy={progress !== null}>
            {progress ? `Inviting ${progress.done + 1} of ${progress.of}…` : 'Invite'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

function faultOf(addresses: string[], unreadable: string[]): string | null {
  if (unreadable.length > 0) return `Not an email address: ${unreadable.slice(0, 3).join(', ')}`
  if (addresses.length === 0) return 'Enter at least one email address.'
  return addresses.length > most ? `At most ${most} addresses at once; these are ${addresses.length}.` : null
}
