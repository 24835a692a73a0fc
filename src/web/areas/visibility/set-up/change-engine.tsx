import { useState } from 'react'

import type { Engine } from '#web/areas/visibility/set-up/set-up-types.ts'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { NumberField } from '#web/parts/number-field.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** How an engine is asked. */
export default function ChangeEngine({ engine, onClose }: { engine: Engine; onClose(): void }) {
  const update = useAction('updateAsvEngine')
  const [webSearch, setWebSearch] = useState(engine.webSearch)
  const canSearch = engine.provider !== 'openai_compatible'

  async function submit(form: FormData) {
    const [model, country] = [textIn(form, 'model'), textIn(form, 'country').toUpperCase()]
    const done = await update.run({
      engineId: engine.id,
      model: model === '' ? null : model,
      samplesPerPrompt: Number(textIn(form, 'samples')),
      ...(canSearch && { webSearch, country: country === '' ? null : country }),
      ifVersion: engine.version,
    })
    if (done === null) return
    toast(`${engine.label} is changed.`)
    onClose()
  }

  return (
    <Dialog title={`How ${engine.label} is asked`} onDismiss={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label="Model"
          name="model"
          isOptional
          maxLength={120}
          spellCheck={false}
          defaultValue={engine.model ?? ''}
          hint={`Empty: ${engine.defaultModel ?? 'the first that the server names'}. Answers of different models are not compared.`}
          error={update.error?.fieldMessage('model')}
        />
        <NumberField
          label="Answers to each question"
          name="samples"
          min={1}
          max={10}
          value={engine.samplesPerPrompt}
          hint="Engines answer differently each time: several answers say how often."
          refusal={update.error}
          field="samplesPerPrompt"
        />
        {canSearch && (
          <>
            <CheckField
              label="Let it search the web"
              hint="Without it, it answers from memory, and cites nothing. The two are never counted together."
              isChecked={webSearch}
              onChange={setWebSearch}
            />
            <TextField
              label="Country"
              name="country"
              isOptional
              maxLength={2}
              defaultValue={engine.country ?? ''}
              hint="Two letters, such as DE: where its searches are made from."
              error={update.error?.fieldMessage('country')}
            />
          </>
        )}
        {update.error?.fieldProblems.length === 0 && <DialogProblem error={update.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ink" isBusy={update.isPending}>
            Save engine
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
