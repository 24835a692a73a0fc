import type { Effects, Moment } from '#web/areas/content/article/publish/use-publishing.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { StatusMark } from '#web/parts/status.tsx'

/** What the button does, in sentences from a rehearsal, and whether it can be taken back. */
export function WhatHappens({ effects: { url, when, told }, moment }: { effects: Effects; moment: Moment }) {
  const sentences = [
    moment === 'now' ? `Everybody can read it at ${url} at once.` : `On ${when} it becomes public at ${url} by itself.`,
    'It stands in the Content API, the sitemap, the feed and llms.txt from then on.',
    ...(told > 0 ? [`${countOf(told, 'website')} ${told === 1 ? 'is' : 'are'} told at once.`] : []),
  ]
  return (
    <section>
      <h3 id="what-happens" className="t-head mb-1">
        What happens
      </h3>
      <ul aria-labelledby="what-happens">
        {sentences.map((sentence) => (
          <li key={sentence} className="flex items-baseline gap-2.5 py-1">
            <StatusMark tone="ok" />
            <span className="min-w-0 wrap-anywhere">{sentence}</span>
          </li>
        ))}
      </ul>
      <div className="mt-2">
        <Notice tone="ok">
          {moment === 'now'
            ? 'You can take it back: Unpublish makes it a draft again, and its address answers “not found”.'
            : 'You can take it back: until then, Unschedule makes it a draft again.'}
        </Notice>
      </div>
    </section>
  )
}
