import type { WrittenField } from '#web/areas/content/article/draft.ts'
import type { useDraft } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'

type Props = { writing: ReturnType<typeof useDraft>; item: OutputOf<'getItem'>['item'] }

const names: Record<WrittenField, string> = {
  title: 'title',
  content: 'body',
  slug: 'slug',
  excerpt: 'excerpt',
  seoTitle: 'SEO title',
  metaDescription: 'meta description',
  primaryKeyword: 'primary keyword',
}

/** Fields that somebody else changed while this person did: what they say now, and whose words stay. */
export function Clashes({ writing, item }: Props) {
  if (writing.clashing.length === 0) return null
  return (
    <div className="mb-4 flex flex-col gap-2">
      {writing.clashing.map((field) => (
        <Notice key={field} tone="warn" role="alert">
          <p className="font-medium">Somebody else changed the {names[field]} while you did. Yours is not saved yet.</p>
          <details className="mt-1">
            <summary>What it says now</summary>
            <p className="mt-1 whitespace-pre-wrap">{item[field] ?? 'Nothing'}</p>
          </details>
          <p className="mt-2 flex flex-wrap gap-2">
            <Button onClick={() => writing.keepMine(field)}>Keep mine</Button>
            <Button onClick={() => writing.discard(field)}>Take theirs</Button>
          </p>
        </Notice>
      ))}
    </div>
  )
}
