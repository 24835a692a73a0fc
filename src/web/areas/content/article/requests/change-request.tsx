import { useState } from 'react'

import { AgentChoice, anyAgent } from '#web/areas/content/article/requests/agent-choice.tsx'
import type { EditRequest } from '#web/areas/content/article/requests/use-asking.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { LongTextField } from '#web/parts/long-text-field.tsx'
import { useAction } from '#web/use-operation.ts'

/** Changes what a request asks for, and whom. */
export function ChangeRequest({ request: known, onClose }: { request: EditRequest; onClose(): void }) {
  // What the fields are filled with: what others save meanwhile is not overwritten.
  const [request] = useState(known)
  const change = useAction('updateEditRequest')
  const before = request.agent?.id ?? anyAgent
  const [agent, setAgent] = useState(before)

  async function send(text: string) {
    const changed = await change.run({
      id: request.id,
      request: text,
      ...(agent === before ? {} : { agentId: agent === anyAgent ? null : agent }),
      ifVersion: request.version,
    })
    if (changed !== null) onClose()
  }

  return (
    <FormDialog
      title="Change the request"
      verb="Save"
      call={change}
      fields={null}
      className="gap-4"
      onSubmit={(form) => send(textIn(form, 'request'))}
      onClose={onClose}
    >
      <LongTextField
        label="What should it do?"
        name="request"
        required
        maxLength={2000}
        defaultValue={request.request}
        error={change.error?.fieldMessage('request')}
      />
      <AgentChoice value={agent} known={request.agent} onChange={setAgent} />
    </FormDialog>
  )
}
