import type { BulkResults } from '#web/areas/content/content-list/use-bulk-rehearsal.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import type { ManagerItem } from '#web/operations.ts'
import { inPlainWords } from '#web/parts/plain-words.ts'

type Props = { items: readonly ManagerItem[]; results: BulkResults; becomes: string }

const shown = 5

/** What becomes of each article, from a rehearsal: which change, and which stay as they are and why. */
export function BulkEffects({ items, results, becomes }: Props) {
  const stay = results.filter(({ ok, changed }) => !ok || changed?.length === 0)
  const titles = new Map<string, string>(items.map(({ id, title }) => [id, title]))
  const unseen = items.length - results.length
  return (
    <div className="mt-3">
      <p>
        {results.length - stay.length} of {countOf(results.length, 'article')} {becomes}
        {stay.length > 0 && `; ${stay.length} ${stay.length === 1 ? 'stays as it is' : 'stay as they are'}`}.
        {unseen > 0 && ` The other ${unseen} are looked at when their turn comes.`}
      </p>
      {stay.length > 0 && (
        <ul aria-label="What stays as it is" className="mt-2">
          {stay.slice(0, shown).map(({ id, error }) => (
            <li key={id} className="border-t border-line py-1 wrap-anywhere">
              <span className="t-row">{titles.get(id)}</span>{' '}
              <span className="text-muted">{error ? inPlainWords(error.message) : 'It is like this already.'}</span>
            </li>
          ))}
          {stay.length > shown && (
            <li className="border-t border-line py-1 text-muted">and {stay.length - shown} more</li>
          )}
        </ul>
      )}
    </div>
  )
}
