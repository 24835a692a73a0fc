import { useId } from 'react'

import { countOf, ItemState } from '#web/areas/content/item-words.tsx'
import { ColumnTitle } from '#web/areas/seo/merge/column-title.tsx'
import type { ManagerItem } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Time } from '#web/parts/time.tsx'

type Props = {
  items: readonly ManagerItem[]
  keep: string | undefined
  suggested: string | undefined
  onKeep(id: string): void
  onTakeOut(id: string): void
}

/** Chooses the article that stays; only one that is live can, because the addresses of the others lead to it. */
export function WhichStays({ items, keep, suggested, onKeep, onTakeOut }: Props) {
  const name = useId()
  return (
    <section>
      <ColumnTitle n={1}>Which one stays?</ColumnTitle>
      <fieldset>
        <legend className="sr-only">Which one stays?</legend>
        {items.map((item) => {
          const { id, title, status, publishAt, wordCount } = item
          const facts = `${name}-${id}`
          return (
            <div key={id} className="border-b border-line has-checked:bg-raised">
              <label className="flex items-start gap-3 px-3 py-3 has-disabled:text-muted">
                <input
                  type="radio"
                  name={name}
                  checked={id === keep}
                  disabled={status !== 'published'}
                  aria-labelledby={`${facts}-title`}
                  aria-describedby={facts}
                  onChange={() => onKeep(id)}
                  className="mt-1"
                />
                <span className="min-w-0">
                  <span id={`${facts}-title`} className="t-row block wrap-anywhere">
                    {title}
                  </span>
                  <span id={facts} className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-muted">
                    <ItemState item={item} />
                    {status === 'published' && publishAt && <Time at={publishAt} />}
                    {wordCount !== null && <span>{countOf(wordCount, 'word')}</span>}
                    {id === suggested && <span className="text-ok-ink">suggested</span>}
                    {status !== 'published' && <span>cannot stay: nobody can read it</span>}
                  </span>
                </span>
              </label>
              {items.length > 2 && (
                <p className="px-3 pb-3 pl-10">
                  <Button size="small" aria-label={`Take out ${title}`} onClick={() => onTakeOut(id)}>
                    Take out
                  </Button>
                </p>
              )}
            </div>
          )
        })}
      </fieldset>
    </section>
  )
}
