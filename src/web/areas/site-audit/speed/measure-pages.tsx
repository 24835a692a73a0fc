import { LinesField, linesIn } from '#web/areas/site-audit/audit/lines-field.tsx'
import { refusalAt } from '#web/areas/site-audit/audit/refusal-at.ts'
import type { Device } from '#web/areas/site-audit/speed/speed-words.ts'
import { followJob } from '#web/jobs-under-way.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Form } from '#web/parts/form.tsx'
import { SelectField } from '#web/parts/select.tsx'
import { useAction } from '#web/use-operation.ts'

const devices = [
  ['mobile', 'A phone on a slow network'],
  ['desktop', 'A computer on a fast one'],
] as const satisfies readonly (readonly [Device, string])[]
const times = [
  ['1', 'Once'],
  ['3', 'Three times; the one in the middle counts'],
  ['5', 'Five times; the one in the middle counts'],
] as const

type Props = {
  device: Device
  /** What is proposed: the pages that were measured before, else the start. */
  urls: readonly string[]
  onClose(): void
}

/** Measures pages in the browser of the installation. */
export function MeasurePages({ device, urls, onClose }: Props) {
  const start = useAction('startPerformanceRun')
  const atUrls = refusalAt(start.error, 'urls')

  async function begin(form: FormData) {
    const chosen = devices.find(([name]) => name === form.get('device'))?.[0] ?? device
    const input = { urls: linesIn(form, 'urls'), device: chosen, runs: Number(form.get('runs')) }
    const started = await start.run(input, { confirm: true })
    if (started === null) return
    const done = 'The pages were measured. What could not be measured is in the list of jobs.'
    followJob({ id: started.jobId, doing: 'Measuring pages', done })
    onClose()
  }

  return (
    <Dialog title="Measure the speed of pages" onDismiss={onClose}>
      <Form onSubmit={begin}>
        <LinesField
          label="Pages"
          name="urls"
          lines={urls}
          hint="Up to 20 addresses of your website, one in each line. A page takes about 20 seconds."
          error={atUrls}
          isRequired
        />
        <SelectField label="As" name="device" defaultValue={device} options={devices} />
        <SelectField label="How often" name="runs" defaultValue="1" options={times} />
        {atUrls === null && <DialogProblem error={start.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ink" isBusy={start.isPending}>
            Measure pages
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
