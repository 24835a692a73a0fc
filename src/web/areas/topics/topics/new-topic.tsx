import { useState } from 'react'

import { TopicFields, type TopicWords } from '#web/areas/topics/topics/topic-fields.tsx'
import { useClash } from '#web/areas/topics/topics/use-clash.ts'
import { useOrganization, usePersonId } from '#web/context.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { toast } from '#web/parts/toast.tsx'
import { createStore, useStore } from '#web/store.ts'
import { useAction } from '#web/use-operation.ts'
import { useCollections } from '#web/whole-list.ts'

const nothing: TopicWords = { topic: '', primaryKeyword: '', angle: '' }

/** What somebody typed and did not propose, in which organization: the dialog opens with it again. */
const unproposed = createStore({ of: '', words: nothing })

/** Proposes a topic in one of the enabled collections. */
export function NewTopic({ onClose }: { onClose(): void }) {
  const create = useAction('createBlogTopic')
  const collections = useCollections()
  const enabled = collections.items ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const collectionPresetId = (enabled.find(({ id }) => id === chosen) ?? enabled[0])?.id
  const of = `${useOrganization().id} ${usePersonId()}`
  const kept = useStore(unproposed)
  const words = kept.of === of ? kept.words : nothing
  const typed = trimmed(words)
  const clash = useClash({ ...typed, collectionPresetId })

  async function submit() {
    if (collectionPresetId === undefined) return
    const made = await create.run({ ...typed, collectionPresetId })
    if (!made) return
    unproposed.set({ of, words: nothing })
    onClose()
    toast(made.duplicateOf ? 'The topic is proposed. There is already one about the same.' : 'The topic is proposed.')
  }

  return (
    <FormDialog
      title="New topic"
      verb="Propose topic"
      call={create}
      isKeptWhileBusy
      disabled={collectionPresetId === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TopicFields
        words={words}
        error={create.error}
        clash={clash}
        onChange={(next) => unproposed.set({ of, words: next })}
      />
      <LabelledSelect
        label="Collection"
        value={collectionPresetId ?? ''}
        options={enabled.map(({ id, name }) => [id, name] as const)}
        onChange={setChosen}
      />
    </FormDialog>
  )
}

function trimmed({ topic, primaryKeyword, angle }: TopicWords): TopicWords {
  return { topic: topic.trim(), primaryKeyword: primaryKeyword.trim(), angle: angle.trim() }
}
