import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { PictureArticle } from '#web/areas/media/generate/picture-article.tsx'
import { useOrganization } from '#web/context.ts'
import type { InputOf } from '#web/operations.ts'
import { inputLook } from '#web/parts/control-look.ts'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Field } from '#web/parts/field.tsx'
import { Form } from '#web/parts/form.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Aspect = NonNullable<InputOf<'generateImage'>['aspect']>
export type Wish = { prompt: string; aspect: Aspect }

const shapes: readonly (readonly [Aspect, string])[] = [
  ['16:9', 'Wide, 16:9'],
  ['3:2', 'Landscape, 3:2'],
  ['1:1', 'Square'],
  ['2:3', 'Portrait, 2:3'],
  ['9:16', 'Tall, 9:16'],
]

type Props = {
  articleId: string | undefined
  wish: Wish
  onWish(wish: Wish): void
  onStarted(jobId: string): void
  onClose(): void
}

/** What a picture is to show, in which shape and for which article, and what it costs. */
export function PictureWish({ articleId, wish, onWish, onStarted, onClose }: Props) {
  const generate = useAction('generateImage')
  const { slug } = useOrganization()
  const [chosen, setChosen] = useState<string | undefined>(articleId)
  const options = useOperation('listGenerationOptions', {}, { staleTime: 300_000 })
  const price = options.data?.creditPrices.find(({ operation }) => operation === 'generateImage')?.credits
  const prompt = wish.prompt.trim()

  async function submit() {
    if (chosen === undefined) return
    const purpose = articleId === undefined ? 'inline' : 'featured'
    const started = await generate.run({ itemId: chosen as never, prompt, purpose, aspect: wish.aspect })
    if (started !== null) onStarted(started.jobId)
  }

  return (
    <Form onSubmit={submit}>
      <Field
        label="What it shows"
        hint="Its first 300 characters are the alt text until you write a better one."
        error={generate.error?.fieldMessage('prompt')}
      >
        {(linked) => (
          <textarea
            {...linked}
            data-autofocus
            rows={4}
            required
            maxLength={2000}
            value={wish.prompt}
            onChange={({ target }) => onWish({ ...wish, prompt: target.value })}
            className={`${inputLook} min-h-24 py-2`}
          />
        )}
      </Field>
      <LabelledSelect
        label="Shape"
        value={wish.aspect}
        options={shapes}
        onChange={(aspect) => onWish({ ...wish, aspect })}
      />
      {articleId === undefined && <PictureArticle chosen={chosen} onChoose={setChosen} />}
      <DialogProblem error={generate.error} />
      {generate.error?.code === 'provider_not_configured' && (
        <p>
          <Link to="/o/$orgSlug/settings/models" params={{ orgSlug: slug }} className="underline">
            Set the key of a model that draws
          </Link>
        </p>
      )}
      <p className="text-muted">
        {price !== undefined && `${price} credits. `}
        It comes to Media. Nothing shows it until somebody chooses it.
      </p>
      <SubmitButtons isBusy={generate.isPending} disabled={chosen === undefined || prompt === ''} onCancel={onClose}>
        Generate picture
      </SubmitButtons>
    </Form>
  )
}
