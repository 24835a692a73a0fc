import { useState } from 'react'

import { SecretOnce } from '#web/areas/integrations/your-website/secret-once.tsx'
import type { Range } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { SharedReports } from '#web/areas/visibility/ai-answers/shared-reports.tsx'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { useAction } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

const lasting = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const

const times: Record<Range, string> = {
  '7d': 'the last 7 days',
  '28d': 'the last 28 days',
  '90d': 'the last 90 days',
  '365d': 'the last year',
}

/** Makes a link to a frozen report that anybody with it can read, and lists the links that were made, each with its end. */
export default function ShareReport({ range, onClose }: { range: Range; onClose(): void }) {
  const [days, setDays] = useState<(typeof lasting)[number][0]>('30')
  const [withPrompts, setWithPrompts] = useState(false)
  // Only here: the address is never shown again, and no list keeps it.
  const [url, setUrl] = useState<string | null>(null)
  if (url !== null) return <SecretOnce title="The link to your report" what="link" secret={url} onStored={onClose} />
  const input = { range, expiresInDays: Number(days), includePrompts: withPrompts }
  return (
    <Dialog title="Share a report" width="wide" onDismiss={onClose}>
      <div className="flex flex-col gap-4">
        <LabelledSelect label="Ends after" value={days} options={lasting} onChange={(chosen) => setDays(chosen)} />
        <CheckField
          label="Show the questions and gaps"
          hint="Without them a reader sees figures, engines and sources."
          isChecked={withPrompts}
          onChange={setWithPrompts}
        />
        <p>
          Anybody with the link reads the figures of {times[range]} as they are now: no answer is in it, and it does not
          change. Search engines are told to leave it out. You can end it at any time.
        </p>
      </div>
      <Create key={JSON.stringify(input)} input={input} onMade={setUrl} onClose={onClose} />
      <SharedReports />
    </Dialog>
  )
}

type CreateProps = {
  input: { range: Range; expiresInDays: number; includePrompts: boolean }
  onMade(url: string): void
  onClose(): void
}

function Create({ input, onMade, onClose }: CreateProps) {
  const share = useAction('shareAsvReport', { keyed: false })
  const effects = useRehearsal(share, input)

  async function make() {
    const made = await share.run(input, { confirm: true })
    if (made !== null) onMade(made.url)
  }

  return (
    <>
      <DialogProblem error={share.error} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="press"
          disabled={effects === null}
          isBusy={effects !== null && share.isPending}
          onClick={() => void make()}
        >
          Create link
        </Button>
      </DialogButtons>
    </>
  )
}
