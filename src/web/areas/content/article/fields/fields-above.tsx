import { PictureField } from '#web/areas/content/article/fields/picture-field.tsx'
import { SlugField } from '#web/areas/content/article/fields/slug-field.tsx'
import { TermsField } from '#web/areas/content/article/fields/terms-field.tsx'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'

type Props = { item: OutputOf<'getItem'>['item']; writing: Writing; mayChange: boolean }

/** What stands between title and text: the address, who wrote it, where it belongs, its picture. */
export function FieldsAbove({ item, writing, mayChange }: Props) {
  const isArticle = item.collectionSlug === 'articles'
  const common = { item, writing, mayChange }
  return (
    <div className="flex flex-col border-b border-line pb-3">
      <SlugField {...common} />
      <TermsField field="authors" {...common} />
      {isArticle && <TermsField field="categories" {...common} />}
      {isArticle && <TermsField field="tags" {...common} />}
      <PictureField {...common} />
    </div>
  )
}
