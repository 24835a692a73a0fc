import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Provider = OutputOf<'listLlmProviders'>['providers'][number]

/** The key of a provider, and the address of a server. The key lives in this form only, until it is sent. */
export function KeyForm({ provider, title, onDone }: { provider: Provider; title: string; onDone(): void }) {
  // Its input holds a secret: without a key, nothing of it is kept for a replay.
  const set = useAction('setLlmProviderKey', { keyed: false })
  const isServer = provider.provider === 'openai_compatible'

  async function submit(form: FormData) {
    const key = textIn(form, 'key')
    const baseUrl = textIn(form, 'baseUrl')
    const input = { provider: provider.provider, key: key === '' ? null : key, ...(baseUrl === '' ? {} : { baseUrl }) }
    if ((await set.run(input, { confirm: true })) === null) return
    onDone()
    toast(`${title} works, and is used from now on.`)
  }

  return (
    <Form onSubmit={submit} className="gap-5">
      <FormProblem error={set.error} />
      {isServer && (
        <TextField
          label="Address"
          name="baseUrl"
          required
          autoComplete="off"
          spellCheck={false}
          defaultValue={provider.baseUrl ?? ''}
          hint="Such as http://127.0.0.1:11434"
          error={set.error?.fieldMessage('baseUrl')}
        />
      )}
      <PasswordField
        label="Key"
        name="key"
        required={!isServer}
        isOptional={isServer}
        autoComplete="off"
        error={set.error?.fieldMessage('key')}
      />
      <p className="text-muted">
        {title} is asked whether it works before anything is stored. The key is sealed, and nobody is shown it again.
      </p>
      <div>
        <Button type="submit" look="ink" isBusy={set.isPending}>
          Store key
        </Button>
      </div>
    </Form>
  )
}
