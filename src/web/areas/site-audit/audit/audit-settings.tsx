import { useState } from 'react'

import { budgetsIn, SpeedBudgets } from '#web/areas/site-audit/audit/speed-budgets.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { NumberField } from '#web/parts/number-field.tsx'
import { SelectField } from '#web/parts/select.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Settings = OutputOf<'getSiteAuditStatus'>['settings']

const schedules = [
  ['none', 'Only when somebody starts it'],
  ['daily', 'Every day'],
  ['weekly', 'Every Monday'],
  ['monthly', 'On the first of each month'],
] as const satisfies readonly (readonly [Settings['schedule'], string])[]

/** Where audits begin, how far they go, and when they run by themselves. */
export function AuditSettings({ settings, onClose }: { settings: Settings; onClose(): void }) {
  const save = useAction('updateSiteAuditSettings')
  const [externalLinks, setExternalLinks] = useState(settings.externalLinks)

  async function put(form: FormData) {
    const startUrl = textIn(form, 'startUrl')
    const schedule = schedules.find(([name]) => name === form.get('schedule'))?.[0] ?? 'none'
    const saved = await save.run(
      {
        ...(startUrl === (settings.startUrl ?? '') ? {} : { startUrl: startUrl === '' ? null : startUrl }),
        maxPages: Number(textIn(form, 'maxPages')),
        externalLinks,
        schedule,
        performanceSample: Number(textIn(form, 'performanceSample')),
        performanceBudgets: budgetsIn(form),
        ifVersion: settings.version,
      },
      { confirm: true },
    )
    if (saved === null) return
    toast('The settings are saved.')
    onClose()
  }

  return (
    <Dialog title="Settings of site audits" onDismiss={onClose}>
      <Form onSubmit={put}>
        <TextField
          label="Begin at"
          name="startUrl"
          defaultValue={settings.startUrl ?? ''}
          hint="Empty: the address of your website."
          error={save.error?.fieldMessage('startUrl')}
        />
        <NumberField
          label="Pages at most"
          name="maxPages"
          min={1}
          max={10_000}
          value={settings.maxPages}
          refusal={save.error}
          field="maxPages"
        />
        <SelectField label="By itself" name="schedule" defaultValue={settings.schedule} options={schedules} />
        <CheckField
          label="Try links to other websites"
          hint="Each is asked for once in an audit."
          isChecked={externalLinks}
          onChange={setExternalLinks}
        />
        <p className="text-muted">
          With a time of its own, an audit asks for your pages at 3 in the morning, without a question.
        </p>
        <SpeedBudgets settings={settings} />
        {save.error?.fieldProblems.length === 0 && <DialogProblem error={save.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ink" isBusy={save.isPending}>
            Save settings
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
