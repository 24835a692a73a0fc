import { useState } from 'react'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { Section } from '#web/parts/section.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

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
      body={isChoosing && <ChooseChannel integration={integration} onDone={() => setChoosing(false)} />}
    />
  )
}

function ChooseChannel({ integration, onDone }: { integration: Integration; onDone(): void }) {
  const id = integration.id as `int_${string}`
  const [search, setSearch] = useState('')
  const found = useOperation('listIntegrationTargets', { id, type: 'channel', search, pageSize: 20 })
  const select = useAction('selectIntegrationTarget')

  async function choose(externalId: string, name: string) {
    if ((await select.run({ id, type: 'channel', externalId }, { confirm: true })) === null) return
    toast(`Messages arrive in ${name} from now on.`)
    onDone()
  }

  return (
    <div className="flex max-w-xl flex-col gap-3">
      <TextField label="Search" value={search} autoComplete="off" onChange={({ target }) => setSearch(target.value)} />
      {found.data === undefined ? (
        found.error === null && <Skeleton className="h-40 w-full" />
      ) : (
        <ul>
          {found.data.items.map(({ externalId, name }) => (
            <li key={externalId} className="flex items-center justify-between gap-3 border-b border-line py-1.5">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <Button size="small" isBusy={select.isPending} onClick={() => void choose(externalId, name)}>
                Choose<span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
          {found.data.items.length === 0 && <li className="py-2 text-muted">No channel matches.</li>}
        </ul>
      )}
      <DialogProblem error={found.error ?? select.error} />
    </div>
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
            <Button type="submit" look="press" isBusy={send.isPending}>
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
