import { useState } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import { LinesField, linesIn } from '#web/areas/site-audit/audit/lines-field.tsx'
import { refusalAt } from '#web/areas/site-audit/audit/refusal-at.ts'
import { NoLab } from '#web/areas/site-audit/speed/no-lab.tsx'
import { followJob } from '#web/jobs-under-way.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Form } from '#web/parts/form.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Settings = OutputOf<'getSiteAuditStatus'>['settings']
type Scope = InputOf<'startSiteAudit'>['scope']

/** How many pages are measured where the settings name none. */
const usualSample = 5

const scopeWords: Record<Scope, { verb: string; doing: string; done: string }> = {
  full: { verb: 'Read the website', doing: 'Reading the website', done: 'The website was read.' },
  changed: { verb: 'Read what changed', doing: 'Reading what changed', done: 'What had changed was read.' },
  urls: { verb: 'Read these pages', doing: 'Reading pages', done: 'The pages were read.' },
}

/** Begins to read the website, or some of its pages, when the person presses the button. */
export default function StartAudit({ settings, onClose }: { settings: Settings; onClose(): void }) {
  const start = useAction('startSiteAudit')
  const [scope, setScope] = useState<Scope>('full')
  const [withPerformance, setWithPerformance] = useState(false)
  const { verb, doing, done } = scopeWords[scope]
  const atUrls = scope === 'urls' ? refusalAt(start.error, 'urls') : null

  async function begin(form: FormData) {
    const started = await start.run(
      {
        scope,
        ...(scope === 'urls' && { urls: linesIn(form, 'urls') }),
        ...(withPerformance && { withPerformance }),
      },
      { confirm: true },
    )
    if (started === null) return
    followJob({ id: started.jobId, doing, done })
    onClose()
  }

  return (
    <Dialog title="Read the website now?" onDismiss={onClose}>
      <Form onSubmit={begin}>
        <RadioGroup label="What is read" value={scope} options={optionsOf(settings)} onChange={setScope} />
        {scope === 'urls' && (
          <LinesField
            label="Pages"
            name="urls"
            hint="Up to 500 addresses of your website, one in each line."
            error={atUrls}
            isRequired
          />
        )}
        <Lab
          sample={settings.performanceSample || usualSample}
          isChosen={withPerformance}
          onChoose={setWithPerformance}
        />
        <p className="text-muted">Nothing is changed on your website. A health score needs the whole of it.</p>
        {atUrls === null && <DialogProblem error={start.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ink" isBusy={start.isPending}>
            {verb}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function optionsOf({ startUrl, maxPages, externalLinks }: Settings) {
  const links = externalLinks ? '; links to other websites are tried, too' : ''
  return [
    {
      value: 'full' as const,
      label: 'The whole website',
      hint: (
        <span className="wrap-anywhere">
          Up to {maxPages.toLocaleString('en')} pages are asked for, from {startUrl} on{links}. It takes some minutes.
        </span>
      ),
    },
    {
      value: 'changed' as const,
      label: 'Only what changed',
      hint: 'Articles that changed since the whole website was read, and pages that linked to them then.',
    },
    { value: 'urls' as const, label: 'Some pages', hint: 'Those that you name, and no page that they link to.' },
  ]
}

type LabProps = { sample: number; isChosen: boolean; onChoose(isChosen: boolean): void }

/** Whether the speed of some pages is measured as well, where the installation can. */
function Lab({ sample, isChosen, onChoose }: LabProps) {
  const { data } = useOperation('getSitePerformance', { range: '7d' })
  if (data === undefined) return <Skeleton className="h-11" />
  if (data.installCommand !== null)
    return (
      <div>
        <p className="font-medium">Performance cannot be measured yet</p>
        <NoLab command={data.installCommand} />
      </div>
    )
  return (
    <CheckField
      label="Measure performance, too"
      hint={`Up to ${countOf(sample, 'page')} that matter most, in a browser of this installation. Each takes about 20 seconds.`}
      isChecked={isChosen}
      onChange={onChoose}
    />
  )
}
