import { useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import type { InputOf } from '#web/operations.ts'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { textIn } from '#web/parts/form.tsx'
import { SavedForm, useUnsaved } from '#web/parts/saved-form.tsx'
import { Section } from '#web/parts/section.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

type Found = OutputOf<'listLlmProviders'>
type Writer = NonNullable<InputOf<'setDefaultModel'>['provider']>

/** Which model writes where nobody says otherwise. */
export function DefaultWriter({ found }: { found: Found }) {
  const set = useAction('setDefaultModel')
  const mayChange = useCatalogEntry('setDefaultModel')?.allowed ?? false
  const stored = found.default?.provider ?? ''
  const [provider, setProvider] = useState<string>(stored)
  const unsaved = useUnsaved()
  const writers = found.providers.filter(({ writes, configured }) => writes && configured)
  if (writers.length === 0) return null
  const usual = writers.find((one) => one.provider === provider)?.defaultModel ?? null

  async function submit(form: FormData) {
    const model = textIn(form, 'model')
    const input =
      provider === '' ? { provider: null } : { provider: provider as Writer, ...(model === '' ? {} : { model }) }
    const saved = unsaved.saving()
    if ((await set.run(input)) === null) return
    saved()
    toast('This writes from now on.')
  }

  return (
    <Section
      title="What writes"
      lead="Drafts, rewrites, topics and alt texts, where nobody asks for another model."
      body={
        <div className="max-w-sm">
          <SavedForm
            isDirty={unsaved.isDirty}
            isBusy={set.isPending}
            mayChange={mayChange}
            onChange={unsaved.change}
            onSubmit={submit}
          >
            <FormProblem error={set.error} />
            <LabelledSelect
              label="Provider"
              value={provider}
              options={[
                ['', 'The first that has a key'],
                ...writers.map(({ provider: name, label }) => [name, label] as const),
              ]}
              onChange={setProvider}
            />
            {provider !== '' && (
              <TextField
                key={provider}
                label="Model"
                name="model"
                isOptional
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                className="mono"
                defaultValue={provider === stored ? (found.default?.model ?? '') : ''}
                hint={usual === null ? 'Left empty: the first that the server names.' : `Left empty: ${usual}.`}
                error={set.error?.fieldMessage('model')}
              />
            )}
          </SavedForm>
        </div>
      }
    />
  )
}
