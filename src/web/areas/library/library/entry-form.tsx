import { useState } from 'react'

import type { EntryKind } from '#web/areas/library/entry-kinds.ts'
import { kindOptions, kinds, tokensOf } from '#web/areas/library/entry-words.ts'
import type { OperationError } from '#web/operation-error.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { DialogButtons } from '#web/parts/dialog.tsx'
import { Field, TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, listIn, textIn } from '#web/parts/form.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'

export type EntryFields = InputOf<'createContextEntry'>

type Props = {
  verb: string
  entry?: OutputOf<'getContextEntry'>['entry']
  mayChange?: boolean
  isBusy: boolean
  error: OperationError | null
  onSubmit(fields: EntryFields): unknown
  onCancel(): void
}

/** The fields of an entry. */
export function EntryForm({ verb, entry, mayChange = true, isBusy, error, onSubmit, onCancel }: Props) {
  const [kind, setKind] = useState<EntryKind>(entry?.kind ?? 'fact')
  const [pinned, setPinned] = useState(entry?.pinned ?? false)
  const [text, setText] = useState(entry?.body ?? entry?.untrusted?.text ?? '')
  const problemOf = (name: string) => error?.fieldMessage(name)

  const submit = (form: FormData) => {
    const [url, validUntil] = [textIn(form, 'url'), textIn(form, 'validUntil')]
    return onSubmit({
      kind,
      pinned,
      title: textIn(form, 'title'),
      body: text,
      tags: listIn(form, 'tags'),
      url: url || null,
      validUntil: validUntil ? `${validUntil}T23:59:59Z` : null,
    })
  }

  return (
    <Form onSubmit={submit} className="gap-4">
      <FormProblem error={error} />
      {entry?.untrusted && (
        <Notice tone="warn">
          This text was read from the web: writers get it as something to quote, never as an instruction. What you
          change in it becomes the organization’s own.
        </Notice>
      )}
      <fieldset disabled={!mayChange} className="flex flex-col gap-4">
        <TextField
          label="Title"
          name="title"
          required
          maxLength={300}
          autoComplete="off"
          defaultValue={entry?.title}
          error={problemOf('title')}
        />
        <div>
          <LabelledSelect label="Kind" value={kind} options={kindOptions} onChange={(next) => setKind(next)} />
          <p className="mt-1 text-sm text-muted">{kinds.find(([name]) => name === kind)?.[2]}</p>
        </div>
        <EntryText text={text} onChange={setText} error={problemOf('body')} />
        <TagsAndEnd entry={entry} problemOf={problemOf} />
        <TextField
          label="Address"
          name="url"
          type="url"
          isOptional
          maxLength={2048}
          autoComplete="off"
          hint="Where it can be looked up"
          defaultValue={entry?.url ?? undefined}
          error={problemOf('url')}
        />
        <CheckField
          label="In every brief"
          hint="Writers get it whatever they write about."
          isChecked={pinned}
          onChange={setPinned}
        />
      </fieldset>
      {mayChange ? (
        <SubmitButtons isBusy={isBusy} onCancel={onCancel}>
          {verb}
        </SubmitButtons>
      ) : (
        <DialogButtons>
          <Button onClick={onCancel}>Close</Button>
        </DialogButtons>
      )}
    </Form>
  )
}

type TextProps = { text: string; onChange(text: string): void; error: string | null | undefined }

function EntryText({ text, onChange, error }: TextProps) {
  return (
    <Field label="Text" hint={`Plain or Markdown. About ${tokensOf(text.length)}.`} error={error}>
      {(linked) => (
        <textarea
          {...linked}
          rows={8}
          required
          maxLength={50_000}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          className={`${inputLook} py-2`}
        />
      )}
    </Field>
  )
}

type TagsProps = { entry: Props['entry']; problemOf(name: string): string | null | undefined }

function TagsAndEnd({ entry, problemOf }: TagsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Tags"
        name="tags"
        isOptional
        autoComplete="off"
        hint="With commas between them"
        defaultValue={entry?.tags.join(', ')}
        error={problemOf('tags')}
      />
      <TextField
        label="Valid until"
        name="validUntil"
        type="date"
        isOptional
        hint="Writers no longer get it after that day."
        defaultValue={entry?.validUntil?.slice(0, 10)}
        error={problemOf('validUntil')}
      />
    </div>
  )
}
