import { useState } from 'react'

import { AgentChoice, anyAgent } from '#web/areas/content/article/requests/agent-choice.tsx'
import { selectedPassage } from '#web/areas/content/article/requests/passage-places.ts'
import type { Asking } from '#web/areas/content/article/requests/use-asking.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { LongTextField } from '#web/parts/long-text-field.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { item: OutputOf<'getItem'>['item']; asking: Asking; writing: Writing }

/**
 * Leaves a request for an agent, at what was selected when one began, or about the whole article. What the agent reads is what is
 * stored: a draft is saved first.
 */
export function AskAgent({ item, asking, writing }: Props) {
  const { about, view, close: onClose } = asking
  const [passage] = useState(() => (about === 'passage' && view !== null ? selectedPassage(view.state) : null))
  const ask = useAction('requestEdit')
  const [agent, setAgent] = useState(anyAgent)
  const isLive = item.status === 'published'

  async function send(request: string) {
    if (!isLive && writing.hasChanges) await writing.save()
    const asked = await ask.run({
      itemId: item.id,
      request,
      ...(passage === null ? {} : { passage }),
      ...(agent === anyAgent ? {} : { agentId: agent }),
    })
    if (asked === null) return
    onClose()
    toast('The request waits for an agent. Its answer is shown beside the text.')
  }

  return (
    <FormDialog
      title="Ask an agent"
      verb="Ask"
      call={ask}
      fields={null}
      className="gap-4"
      onSubmit={(form) => send(textIn(form, 'request'))}
      onClose={onClose}
    >
      {passage === null ? (
        <p className="text-muted">About the whole article.</p>
      ) : (
        <blockquote className="t-row max-h-24 overflow-y-auto border-l-2 border-edge pl-3 wrap-anywhere" tabIndex={0}>
          {passage.quote}
        </blockquote>
      )}
      <LongTextField
        label="What should it do?"
        name="request"
        required
        maxLength={2000}
        error={ask.error?.fieldMessage('request')}
      />
      <AgentChoice value={agent} onChange={setAgent} />
      {isLive && writing.hasChanges && (
        <p className="text-muted">An agent reads what is live. What you have not made public is not part of it.</p>
      )}
    </FormDialog>
  )
}
