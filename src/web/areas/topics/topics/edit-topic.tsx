import { useState } from 'react'

import { TopicFields } from '#web/areas/topics/topics/topic-fields.tsx'
import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useTakeBack } from '#web/use-take-back.ts'

/** Corrects the words of a topic that nobody has begun to write. */
export function EditTopic({ topic, onClose }: { topic: Topic; onClose(): void }) {
  const change = useAction('updateTopic')
  const takeBack = useTakeBack()
  const [words, setWords] = useState({
    topic: topic.topic,
    primaryKeyword: topic.primaryKeyword,
    angle: topic.angle,
  })

  async function submit() {
    const undo = { label: 'Undo', run: () => {} }
    const onChanged = (requestId: string) => Object.assign(undo, { run: () => void takeBack(requestId) })
    if (!(await change.run({ topicId: topic.id, ...words, ifVersion: topic.version }, { onChanged }))) return
    onClose()
    toast('The topic is changed.', undo)
  }

  return (
    <FormDialog title="Edit the topic" verb="Save" call={change} isKeptWhileBusy onSubmit={submit} onClose={onClose}>
      <TopicFields words={words} error={change.error} clash={null} onChange={setWords} />
    </FormDialog>
  )
}
