import { useState } from 'react'

import type { Competitor } from '#web/areas/visibility/set-up/set-up-types.ts'
import { followJob } from '#web/jobs-under-way.ts'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { brand: Competitor | null; domain?: string | undefined; onClose(): void }

/** The names and websites of a competitor. */
export default function CompetitorForm({ brand, domain, onClose }: Props) {
  const create = useAction('createAsvCompetitor')
  const update = useAction('updateAsvCompetitor')
  const [matchCase, setMatchCase] = useState(brand?.matchCase ?? false)
  const error = create.error ?? update.error

  async function submit(form: FormData) {
    const fields = {
      name: textIn(form, 'name'),
      aliases: listIn(form, 'aliases'),
      domains: listIn(form, 'domains'),
      excludeTerms: listIn(form, 'excludeTerms'),
      matchCase,
    }
    const done =
      brand === null
        ? await create.run(fields)
        : await update.run({ id: brand.id, ...fields, ifVersion: brand.version })
    if (done === null) return
    if (done.jobId !== null)
      followJob({ id: done.jobId, doing: 'Reading answers again', done: 'Stored answers were read again.' })
    toast(`${fields.name} is tracked${done.jobId === null ? '.' : '. Stored answers are read again.'}`)
    onClose()
  }

  return (
    <Dialog title={brand === null ? 'New competitor' : `Change ${brand.name}`} onDismiss={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          required
          maxLength={120}
          defaultValue={brand?.name ?? nameOf(domain)}
          error={error?.fieldMessage('name')}
        />
        <TextField
          label="Other names"
          name="aliases"
          isOptional
          defaultValue={brand?.aliases.join(', ') ?? ''}
          hint="With commas between them."
          error={error?.fieldMessage('aliases')}
        />
        <TextField
          label="Websites"
          name="domains"
          isOptional
          spellCheck={false}
          defaultValue={brand?.domains.join(', ') ?? domain ?? ''}
          hint="Hosts such as example.com; those below them are included."
          error={error?.fieldMessage('domains')}
        />
        <TextField
          label="Not meant, when nearby"
          name="excludeTerms"
          isOptional
          defaultValue={brand?.excludeTerms.join(', ') ?? ''}
          hint="Words that say something else is meant, such as “river” for Amazon."
          error={error?.fieldMessage('excludeTerms')}
        />
        <CheckField
          label="Only as it is written"
          hint="For names that are common words: “Bolt”, not “bolt”."
          isChecked={matchCase}
          onChange={setMatchCase}
        />
        {error?.fieldProblems.length === 0 && <DialogProblem error={error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ink" isBusy={create.isPending || update.isPending}>
            {brand === null ? 'Track competitor' : 'Save competitor'}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const listIn = (form: FormData, name: string) =>
  textIn(form, name)
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** A first idea of a name, from a host. */
function nameOf(domain: string | undefined): string {
  const [word = ''] = (domain ?? '').split('.').slice(-2)
  return word.charAt(0).toUpperCase() + word.slice(1)
}
