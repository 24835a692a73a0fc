import { countOf } from '#web/areas/content/item-words.tsx'
import { FailedPictures } from '#web/areas/exchange/import/failed-pictures.tsx'
import type { ImportResult } from '#web/areas/exchange/import/import-words.ts'
import { KeepAddresses } from '#web/areas/exchange/import/keep-addresses.tsx'

/** What an import would do, or did. */
export function ImportFound({ result, isPreview }: { result: ImportResult; isPreview: boolean }) {
  const { created, matched, updated, media, redirects, skipped, skippedTotal, notes, urlTemplates } = result
  const shownNotes = notes.reduce((sum, { count }) => sum + count, 0)
  const facts = [
    [countOf(created, 'new draft', 'new drafts'), isPreview ? 'will be made' : created === 1 ? 'is made' : 'are made'],
    matched > 0 && [countOf(matched, 'article'), `from an earlier import, ${updated} of them changed at the source`],
    media.created + media.matched > 0 && [
      countOf(media.created + media.matched, 'picture'),
      media.created + media.matched === 1 ? 'comes along' : 'come along',
    ],
    media.failedTotal > 0 && [
      countOf(media.failedTotal, 'picture'),
      'could not be fetched: where a text shows it, its old address is kept',
    ],
    redirects.created > 0 && [
      countOf(redirects.created, 'old address', 'old addresses'),
      isPreview
        ? 'will lead on to what is imported'
        : redirects.created === 1
          ? 'leads on to what was imported'
          : 'lead on to what was imported',
    ],
    skippedTotal > 0 && [
      countOf(skippedTotal, 'entry', 'entries'),
      skippedTotal === 1 ? 'is left out, for the reason below' : 'are left out, for the reasons below',
    ],
  ].filter((fact) => fact !== false)
  return (
    <>
      <ul>
        {facts.map(([count, words]) => (
          <li key={words} className="flex flex-wrap gap-x-2 border-t border-line py-2">
            <b className="font-semibold">{count}</b> <span>{words}</span>
          </li>
        ))}
      </ul>
      <KeepAddresses proposals={urlTemplates} />
      <Sources title="Left out" entries={skipped} more={skippedTotal - skipped.length} />
      <FailedPictures media={media} />
      <Sources
        title="Changed on the way in"
        entries={notes.map(({ message, count, sources }) => ({
          source: count > 1 ? `${sources[0] ?? ''} and ${count - 1} more` : (sources[0] ?? ''),
          reason: message,
        }))}
        total={result.notesTotal ?? shownNotes}
        more={Math.max(0, (result.notesTotal ?? 0) - shownNotes)}
      />
    </>
  )
}

type Sources = {
  title: string
  entries: readonly { source: string; reason: string }[]
  /** How many there are besides those of the entries. */
  more: number
  /** How many there are, where an entry can be about several. */
  total?: number
}

function Sources({ title, entries, more, total = entries.length + more }: Sources) {
  if (entries.length === 0) return null
  return (
    <details className="border-t border-line py-2">
      <summary className="t-head">
        {title} <span className="font-normal text-muted">{total.toLocaleString('en')}</span>
      </summary>
      <ul className="mt-2">
        {entries.map(({ source, reason }, index) => (
          <li key={index} className="py-1.5 wrap-anywhere">
            <span className="mono block">{source}</span>
            <span className="text-muted">{reason}</span>
          </li>
        ))}
        {more > 0 && <li className="py-1.5 text-muted">and {more.toLocaleString('en')} more</li>}
      </ul>
    </details>
  )
}
