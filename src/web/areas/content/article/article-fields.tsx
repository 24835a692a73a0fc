import type { TextareaHTMLAttributes } from 'react'
import type { WrittenField } from '#web/areas/content/article/draft.ts'
import type { useDraft } from '#web/areas/content/article/use-draft.ts'
import { Field, inputLook, TextField } from '#web/parts/field.tsx'

type Props = { writing: ReturnType<typeof useDraft>; format: 'markdown' | 'html'; mayChange: boolean }

const grows = '[field-sizing:content] resize-none'

/** What is written: title and body as a reader meets them, then what search engines and cards say. */
export function ArticleFields({ writing, format, mayChange }: Props) {
  const bound = (field: WrittenField) => ({
    value: writing.textOf(field),
    readOnly: !mayChange,
    onChange: (event: { target: { value: string } }) => writing.write(field, event.target.value),
  })
  const errorOf = (field: WrittenField) => writing.error?.fieldMessage(field)
  const words = writing.textOf('content').split(/\s+/u).filter(Boolean).length
  return (
    <div className="flex flex-col gap-5">
      <Field label="Title" error={errorOf('title')}>
        {(linked) => <Area {...linked} {...bound('title')} rows={1} className={`t-art ${bare} ${grows}`} />}
      </Field>
      <Field
        label={format === 'html' ? 'Body, as HTML' : 'Body'}
        hint={`${words.toLocaleString('en')} words${format === 'html' ? '' : ', written in Markdown'}`}
        error={errorOf('content')}
      >
        {(linked) => (
          <Area
            {...linked}
            {...bound('content')}
            rows={16}
            spellCheck
            className={`prose ${bare} min-h-96 max-w-none py-2 ${grows}`}
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
        <legend className="t-sub float-left mb-3">Search &amp; social</legend>
        <TextField label="SEO title" isOptional error={errorOf('seoTitle')} {...bound('seoTitle')} />
        <Field label="Meta description" isOptional error={errorOf('metaDescription')}>
          {(linked) => (
            <Area {...linked} {...bound('metaDescription')} rows={2} className={`${inputLook} py-1.5 ${grows}`} />
          )}
        </Field>
        <Field label="Excerpt" isOptional error={errorOf('excerpt')}>
          {(linked) => <Area {...linked} {...bound('excerpt')} rows={2} className={`${inputLook} py-1.5 ${grows}`} />}
        </Field>
        <TextField label="Primary keyword" isOptional error={errorOf('primaryKeyword')} {...bound('primaryKeyword')} />
        <TextField
          label="Slug"
          hint="The last part of its address. Where a published article moves, its old address leads on."
          className="mono"
          error={errorOf('slug')}
          {...bound('slug')}
        />
      </fieldset>
    </div>
  )
}

const bare =
  'block w-full rounded-lg border border-transparent bg-transparent px-2 -mx-2 hover:border-line focus:border-edge aria-invalid:border-press'

function Area(props: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...props} />
}
