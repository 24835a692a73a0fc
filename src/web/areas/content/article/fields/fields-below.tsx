import { CustomFields } from '#web/areas/content/article/fields/custom-fields.tsx'
import { Questions } from '#web/areas/content/article/fields/questions.tsx'
import { WrittenField } from '#web/areas/content/article/fields/written-field.tsx'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'

type Props = { item: OutputOf<'getItem'>['item']; writing: Writing; mayChange: boolean }

/** What stands with the text: its short forms, questions and answers, and what the collection adds. */
export function FieldsBelow({ item, writing, mayChange }: Props) {
  const common = { writing, mayChange }
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-5">
      <WrittenField field="excerpt" label="Excerpt" rows={2} hint="In lists and feeds." {...common} />
      <WrittenField
        field="tldr"
        label="In short"
        rows={2}
        hint="The answer in two sentences, above the text."
        {...common}
      />
      <Questions {...common} />
      <CustomFields item={item} {...common} />
    </div>
  )
}
