import { useId, useState } from 'react'

import { useOwnAccount } from '#web/areas/account/own-account/use-own-account.ts'
import type { Profile } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { Section } from '#web/parts/section.tsx'
import { useAction } from '#web/use-operation.ts'

/** Name, language and time zone of the person, the same in every organization. */
export function ProfileSection({ profile }: { profile: Profile }) {
  const save = useAction('updateProfile')
  const { renew } = useOwnAccount()
  const [isSaved, setSaved] = useState(false)
  const zones = useId()
  const { error } = save

  async function submit(form: FormData) {
    setSaved(false)
    const done = await save.run({
      displayName: textIn(form, 'displayName'),
      locale: textIn(form, 'locale') || null,
      timezone: textIn(form, 'timezone') || null,
      ifVersion: profile.version,
    })
    if (!done) return
    setSaved(true)
    await renew()
  }

  const form = (
    <Form onSubmit={submit} onChange={() => setSaved(false)} className="gap-4">
      <FormProblem error={error} />
      <TextField
        label="Name"
        name="displayName"
        autoComplete="name"
        defaultValue={profile.displayName}
        maxLength={80}
        required
        error={error?.fieldMessage('displayName')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Language"
          name="locale"
          defaultValue={profile.locale ?? ''}
          maxLength={35}
          isOptional
          hint="A tag such as en-GB. Empty: as the organization."
          error={error?.fieldMessage('locale')}
        />
        <TextField
          label="Time zone"
          name="timezone"
          list={zones}
          defaultValue={profile.timezone ?? ''}
          maxLength={100}
          isOptional
          hint="Such as Europe/Berlin. Empty: as the organization."
          error={error?.fieldMessage('timezone')}
        />
        <datalist id={zones}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </div>
      <div className="flex items-center gap-3">
        <Button type="submit" isBusy={save.isPending}>
          Save profile
        </Button>
        <p role="status" className="text-muted">
          {isSaved && 'Saved.'}
        </p>
      </div>
    </Form>
  )
  return <Section title="Profile" lead="What others see of you, and your language and time zone." body={form} />
}
