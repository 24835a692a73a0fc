import { useState } from 'react'

import { ChooseTarget } from '#web/areas/integrations/connections/choose-target.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { Section } from '#web/parts/section.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Integration = OutputOf<'getIntegration'>['integration']
type Props = {
  integration: Integration
  /** Whether its messages go to a channel that is chosen. */
  hasChannels: boolean
}

/** What can be done with a team chat: choose its channel, and write a message. */
export function ChatSections({ integration, hasChannels }: Props) {
  return (
    <>
      {hasChannels && <Channel integration={integration} />}
      {integration.state !== 'pending' && <Message integration={integration} />}
    </>
  )
}

function Channel({ integration }: { integration: Integration }) {
  const [isChoosing, setChoosing] = useState(integration.target === null)
  return (
    <Section
      title="Channel"
      lead={
        integration.target === null ? 'Choose where messages arrive.' : `Messages arrive in ${integration.target.name}.`
      }
      actions={!isChoosing && <Button onClick={() => setChoosing(true)}>Choose another channel…</Button>}
      body={
        isChoosing && (
          <ChooseTarget
            id={integration.id}
            type="channel"
            none="No channel matches."
            onDone={(name) => {
              toast(`Messages arrive in ${name} from now on.`)
              setChoosing(false)
            }}
          />
        )
      }
    />
  )
}

function Message({ integration }: { integration: Integration }) {
  const send = useAction('sendChatMessage')
  const id = integration.id as `int_${string}`

  async function submit(form: FormData) {
    if ((await send.run({ id, text: textIn(form, 'text') }, { confirm: true })) !== null) toast('The message was sent.')
  }
  const digest = async () => {
    if ((await send.run({ id, template: 'digest' }, { confirm: true })) !== null) toast('The digest was sent.')
  }

  return (
    <Section
      title="Write a message"
      lead="Everybody in the channel reads it at once."
      body={
        <Form onSubmit={submit} className="max-w-xl gap-4">
          <TextField label="Message" name="text" required maxLength={3000} error={send.error?.fieldMessage('text')} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="ink" isBusy={send.isPending}>
              Send message
            </Button>
            <Button disabled={send.isPending} onClick={() => void digest()}>
              Send the digest of the week
            </Button>
          </div>
          <DialogProblem error={send.error} />
        </Form>
      }
    />
  )
}
