import { useState } from 'react'

import { dayAndTimeIn } from '#web/areas/publishing/calendar/entry-words.ts'
import { moreFields, moreIn, MoreSettings } from '#web/areas/site-audit/audit/more-settings.tsx'
import { refusalAt } from '#web/areas/site-audit/audit/refusal-at.ts'
import { budgetsIn, SpeedBudgets } from '#web/areas/site-audit/audit/speed-budgets.tsx'
import { useFaultFocus } from '#web/areas/site-audit/audit/use-fault-focus.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Settings = OutputOf<'getSiteAuditStatus'>['settings']

const schedules = [
  ['none', 'Only when somebody starts it'],
  ['daily', 'Every day'],
  ['weekly', 'Every Monday'],
  ['monthly', 'On the first of each month'],
] as const satisfies readonly (readonly [Settings['schedule'], string])[]

type Props = {
  settings: Settings
  /** Whether audits begin at a host that is not the organization's. */
  isStartForeign: boolean
  onClose(): void
}

/** Where audits begin, how far they go, and when they run by themselves. */
export default function AuditSettings({ settings: known, isStartForeign, onClose }: Props) {
  // What the fields are filled with: what others save meanwhile is not in them, so it is not overwritten either.
  const [settings] = useState(known)
  const save = useAction('updateSiteAuditSettings')
  const [externalLinks, setExternalLinks] = useState(settings.externalLinks)
  const [respectRobots, setRespectRobots] = useState(settings.respectRobots)
  const [schedule, setSchedule] = useState(settings.schedule)
  const fields = useFaultFocus(save.error)
  const hasPlace = ['startUrl', 'maxPages', ...moreFields].some((field) => refusalAt(save.error, field) !== null)

  async function put(form: FormData) {
    const chosen = { externalLinks, schedule, respectRobots }
    const saved = await save.run({ ...writtenIn(form, settings), ...chosen }, { confirm: true })
    if (saved === null) return
    toast('The settings are saved.')
    onClose()
  }

  return (
    <Dialog title="Settings of site audits" onDismiss={onClose}>
      <Form onSubmit={put}>
        <div ref={fields} className="flex flex-col gap-5">
          <TextField
            label="Begin at"
            name="startUrl"
            defaultValue={settings.startUrl ?? ''}
            hint="Empty: the address of your website."
            error={refusalAt(save.error, 'startUrl') ?? (isStartForeign ? foreignStart : null)}
          />
          <TextField
            label="Pages at most"
            name="maxPages"
            type="number"
            min={1}
            max={10_000}
            required
            defaultValue={settings.maxPages}
            error={refusalAt(save.error, 'maxPages')}
          />
          <div>
            <LabelledSelect
              label="By itself"
              value={schedule}
              options={schedules}
              onChange={(next) => setSchedule(next)}
            />
            <NextRun nextRunAt={schedule === settings.schedule ? settings.nextRunAt : null} />
          </div>
          <CheckField
            label="Try links to other websites"
            hint="Each is asked for once in an audit."
            isChecked={externalLinks}
            onChange={setExternalLinks}
          />
          <MoreSettings
            settings={settings}
            respectsRobots={respectRobots}
            onRespect={setRespectRobots}
            refusal={save.error}
          />
          <SpeedBudgets settings={settings} />
        </div>
        {!hasPlace && <DialogProblem error={save.error} />}
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

function writtenIn(form: FormData, settings: Settings) {
  const startUrl = textIn(form, 'startUrl')
  return {
    ...(startUrl === (settings.startUrl ?? '') ? {} : { startUrl: startUrl === '' ? null : startUrl }),
    maxPages: Number(textIn(form, 'maxPages')),
    ...moreIn(form, settings),
    performanceSample: Number(textIn(form, 'performanceSample')),
    performanceBudgets: budgetsIn(form),
    ifVersion: settings.version,
  }
}

const foreignStart = 'This is not on a host of your website, so nothing can be read. Correct it, or leave it empty.'

/** When the next audit begins by itself; without one, when it would. */
function NextRun({ nextRunAt }: { nextRunAt: string | null }) {
  const zone = useOperation('getOrganizationSettings', {}, { staleTime: 300_000 }).data?.timezone
  const next =
    nextRunAt === null || zone === undefined ? '' : `The next one begins ${dayAndTimeIn(zone, nextRunAt)} (${zone}). `
  return (
    <p className="mt-1 text-sm text-muted">
      {next}With a time of its own, an audit asks for your pages at 3 in the morning, without a question.
    </p>
  )
}
