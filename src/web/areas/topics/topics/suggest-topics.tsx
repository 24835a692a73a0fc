import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { useOrganization } from '#web/context.ts'
import type { InputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, listIn } from '#web/parts/form.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'
import { useCollections } from '#web/whole-list.ts'

type Source = NonNullable<InputOf<'generateTopics'>['sources']>[number]

const sourceWords: Record<Source, string> = {
  context: 'The Library',
  gsc: 'Searches without an article',
  asv_gaps: 'Gaps in AI answers',
}
const silentWords: Record<Source, string> = {
  context: 'the Library',
  gsc: 'searches',
  asv_gaps: 'gaps in AI answers',
}
const counts = ['3', '5', '10', '20'] as const

type Props = { hasWriter: boolean; onStarted(jobId: string): void; onClose(): void }

/** Asks what a model is to propose topics from, and says what that costs before it does. */
export function SuggestTopics({ hasWriter, onStarted, onClose }: Props) {
  return (
    <Dialog title="Suggest topics" onDismiss={onClose}>
      {hasWriter ? <Wish onStarted={onStarted} onClose={onClose} /> : <WithoutModel onClose={onClose} />}
    </Dialog>
  )
}

function Wish({ onStarted, onClose }: Omit<Props, 'hasWriter'>) {
  const generate = useAction('generateTopics')
  const collections = useCollections()
  const options = useOperation('listGenerationOptions', {})
  const enabled = collections.items ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [count, setCount] = useState('5')
  const [sources, setSources] = useState<readonly Source[]>(['context'])
  const collectionId = (enabled.find(({ id }) => id === chosen) ?? enabled[0])?.id
  const price = options.data?.creditPrices.find(({ operation }) => operation === 'generateTopics')?.credits

  async function submit(form: FormData) {
    if (collectionId === undefined) return
    const seeds = listIn(form, 'seeds')
    const started = await generate.run({ collectionId, count: Number(count), seeds, sources: [...sources] })
    if (started === null) return
    onStarted(started.jobId)
    onClose()
    const silent = started.withoutData.map((source) => silentWords[source])
    toast(
      silent.length === 0
        ? 'The model is thinking.'
        : `The model is thinking, without data from ${silent.join(' and ')}.`,
    )
  }

  return (
    <Form onSubmit={submit}>
      <LabelledSelect
        label="How many"
        value={count}
        options={counts.map((one) => [one, one] as const)}
        onChange={setCount}
      />
      <LabelledSelect
        label="Collection"
        value={collectionId ?? ''}
        options={enabled.map(({ id, name }) => [id, name] as const)}
        onChange={setChosen}
      />
      <TextField label="Words to begin with" name="seeds" isOptional maxLength={500} hint="Separated by commas." />
      <fieldset className="flex flex-col gap-2">
        <legend className="t-label mb-1">From</legend>
        {Object.entries(sourceWords).map(([name, words]) => {
          const source = name as Source
          return (
            <CheckField
              key={name}
              label={words}
              isChecked={sources.includes(source)}
              onChange={(isOn) => setSources(isOn ? [...sources, source] : sources.filter((one) => one !== source))}
            />
          )
        })}
      </fieldset>
      <DialogProblem error={generate.error} />
      <p className="text-muted">
        {price !== undefined && `${Number(count) * price} credits at most: one for each topic that is new. `}
        They wait as proposals; nothing is written.
      </p>
      <SubmitButtons isBusy={generate.isPending} disabled={collectionId === undefined} onCancel={onClose}>
        Suggest topics
      </SubmitButtons>
    </Form>
  )
}

function WithoutModel({ onClose }: { onClose(): void }) {
  const { slug } = useOrganization()
  return (
    <div className="flex flex-col gap-4">
      <p>
        No model is set that could do this. An agent can: it asks for a brief for topics, and proposes them with its own
        model.
      </p>
      <p>
        <Link to="/o/$orgSlug/settings/models" params={{ orgSlug: slug }} className="underline">
          Set the key of a model
        </Link>
      </p>
      <div>
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}
