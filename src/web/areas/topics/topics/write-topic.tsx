import { useState } from 'react'

import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import type { Writing } from '#web/areas/topics/topics/use-writing.ts'
import { CheckField } from '#web/parts/check-field.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { Form } from '#web/parts/form.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { topic: Topic; writing: Pick<Writing, 'write' | 'error' | 'isPending'>; onClose(): void }

/** Asks whether the article of a topic gets a picture, and says what it costs before a model writes it. */
export function WriteTopic({ topic, writing: { write, error, isPending }, onClose }: Props) {
  const [withImages, setWithImages] = useState(false)
  const prices = useOperation('listGenerationOptions', {}).data?.creditPrices
  const priceOf = (name: string) => prices?.find(({ operation }) => operation === name)?.credits ?? 0
  const price = priceOf('generateArticle') + (withImages ? priceOf('generateImage') : 0)

  async function submit() {
    if (await write?.(topic, { withImages })) onClose()
  }

  return (
    <Dialog title={`Write “${topic.topic}” with AI`} onDismiss={onClose}>
      <Form onSubmit={submit}>
        <CheckField
          label="With a picture"
          hint="A model draws the featured picture by the title of the article."
          isChecked={withImages}
          onChange={setWithImages}
        />
        <DialogProblem error={error} />
        <p className="text-muted" role="status">
          {prices !== undefined && `${price} credits. `}
          The article is a draft; nothing is published.
        </p>
        <SubmitButtons isBusy={isPending} disabled={write === null} onCancel={onClose}>
          Write article
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}
