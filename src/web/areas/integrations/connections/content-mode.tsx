import { useState } from 'react'

import { modeOf } from '#web/areas/integrations/integration-words.ts'
import { followJob } from '#web/jobs-under-way.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { Section } from '#web/parts/section.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

type Integration = OutputOf<'getIntegration'>['integration']
type Mode = InputOf<'setContentMode'>['mode']

/** Where published articles go, and the switch, with its plan. */
export function ContentMode({ integration, contentMode }: { integration: Integration; contentMode: string }) {
  const mode = modeOf(integration.provider) as Mode | undefined
  const isTarget = contentMode === mode
  const maySwitch = useCatalogEntry('setContentMode')?.allowed ?? false
  const [asking, setAsking] = useState(false)
  const isUsable = integration.state === 'connected' || integration.state === 'degraded'
  return (
    <Section
      title="Where articles go"
      lead={
        isTarget
          ? `Published articles go to ${integration.displayName}. Websites cannot read them here meanwhile.`
          : `Websites read articles here. ${integration.displayName} gets nothing yet.`
      }
      actions={
        maySwitch &&
        mode !== undefined &&
        (isTarget || isUsable) && (
          <Button look="to-press" onClick={() => setAsking(true)}>
            {isTarget ? 'Let websites read here again…' : 'Send articles there…'}
          </Button>
        )
      }
    >
      {asking && mode !== undefined && (
        <SwitchDialog
          name={integration.displayName}
          mode={isTarget ? 'headless' : mode}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

function SwitchDialog({ name, mode, onClose }: { name: string; mode: Mode; onClose(): void }) {
  const change = useAction('setContentMode')
  const [migrate, setMigrate] = useState<'push_published' | 'none'>('push_published')
  const input = mode === 'headless' ? { mode } : { mode, migrate }
  const plan = useRehearsal(change, mode === 'headless' ? { mode } : { mode, migrate: 'push_published' })?.plan ?? null
  const isToCms = mode !== 'headless'

  async function go() {
    const done = await change.run(input, { confirm: true })
    if (done === null) return
    onClose()
    if (done.jobId !== null) {
      followJob({ id: done.jobId, doing: `Sending articles to ${name}`, done: `Articles go to ${name} now.` })
      return
    }
    toast(isToCms ? `Articles go to ${name} from now on.` : 'Websites read articles here again.')
  }

  return (
    <AlertDialog
      title={isToCms ? `Send articles to ${name}?` : 'Let websites read articles here again?'}
      action={isToCms ? 'Send articles there' : 'Let websites read here'}
      isPublic
      disabled={plan === null}
      isBusy={plan !== null && change.isPending}
      onAction={() => void go()}
      onCancel={onClose}
    >
      {plan === null ? (
        <p>Looking at what would happen…</p>
      ) : isToCms ? (
        <div className="flex flex-col gap-4">
          <RadioGroup
            label="What is published already"
            value={migrate}
            onChange={setMigrate}
            options={[
              {
                value: 'push_published',
                label: 'Goes there first',
                hint: `${plan.create} new, ${plan.update} changed, ${plan.unchanged} as they are. Websites read here until it is done.`,
              },
              { value: 'none', label: 'Goes there when it next changes', hint: 'The switch happens at once.' },
            ]}
          />
          <ul className="list-disc pl-5">
            <li>Websites that read here no longer get an answer once the switch has happened.</li>
            <li>It can be switched back at any time; copies stay as they are then.</li>
          </ul>
        </div>
      ) : (
        <p>Copies in {name} stay as they are. Later changes are not sent there.</p>
      )}
      <DialogProblem error={change.error} />
    </AlertDialog>
  )
}
