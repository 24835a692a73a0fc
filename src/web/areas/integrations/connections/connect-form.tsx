import type { Available } from '#web/areas/integrations/integration-words.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = {
  service: Pick<Available, 'provider' | 'label' | 'fields'>
  /** The integration whose credential is replaced. */
  integrationId?: string
  /** What is known of the fields that are no secret. */
  settings?: Readonly<Record<string, unknown>>
  verb: string
  onDone(done: OutputOf<'setConnectorSecret'>): void
}

/** The fields of a service, as its connector declares them. The secret lives in this form only, until it is sent. */
export function ConnectForm({ service: { provider, label, fields }, integrationId, settings, verb, onDone }: Props) {
  // Its input holds a secret: without a key, nothing of it is kept for a replay.
  const connect = useAction('setConnectorSecret', { keyed: false })

  async function submit(form: FormData) {
    const of = (place: 'settings' | 'secret') =>
      Object.fromEntries(
        fields
          .filter((field) => field.in === place)
          .map(({ name }) => [name, textIn(form, name)] as const)
          .filter(([, value]) => value !== ''),
      )
    const input = {
      provider,
      settings: of('settings'),
      secret: of('secret'),
      ...(integrationId === undefined ? {} : { integrationId }),
    } as InputOf<'setConnectorSecret'>
    const done = await connect.run(input, { confirm: true })
    if (done !== null) onDone(done)
  }

  const problemOf = (place: string, name: string) =>
    connect.error?.fieldProblems.find(({ path }) => path === `/input/${place}/${name}`)?.message ?? null

  return (
    <Form onSubmit={submit} className="max-w-xl gap-5">
      <FormProblem error={connect.error} />
      {fields.map(({ name, in: place, label: fieldLabel, hint, required }) => {
        const shared = {
          name,
          label: fieldLabel,
          hint,
          required,
          isOptional: !required,
          autoComplete: 'off',
          spellCheck: false,
          error: problemOf(place, name),
        }
        return place === 'secret' && /password|secret|token|key/i.test(name) ? (
          <PasswordField {...shared} key={name} autoComplete="off" />
        ) : (
          <TextField {...shared} key={name} defaultValue={String(settings?.[name] ?? '')} />
        )
      })}
      <p className="max-w-lg text-muted">
        {label} is asked whether this works before anything is stored. What you enter is sealed, and nobody is shown it
        again.
      </p>
      <div>
        <Button type="submit" look="ink" isBusy={connect.isPending}>
          {verb}
        </Button>
      </div>
    </Form>
  )
}
