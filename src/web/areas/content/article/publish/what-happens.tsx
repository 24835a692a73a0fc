import { readableAddress } from '#std/readable-address.ts'
import type { Effects, Moment } from '#web/areas/content/article/publish/use-publishing.ts'
import { WhatFollows } from '#web/areas/content/article/publish/what-follows.tsx'
import { countOf } from '#web/areas/content/item-words.tsx'

type Props = { effects: Effects; moment: Moment; when: string | undefined }

/** What publishing or scheduling does, in sentences from a rehearsal, and whether it can be taken back. */
export function WhatHappens({ effects: { url, told }, moment, when }: Props) {
  const address = <span className="mono">{readableAddress(url)}</span>
  const sentences = [
    moment === 'now' ? (
      <>Everybody can read it at {address} at once.</>
    ) : (
      <>
        On {when} it becomes public at {address} by itself.
      </>
    ),
    'It stands in the Content API, the sitemap, the feed and llms.txt from then on.',
    ...(told > 0 ? [`${countOf(told, 'website')} ${told === 1 ? 'is' : 'are'} told at once.`] : []),
  ]
  const wayBack =
    moment === 'now'
      ? 'You can take it back: Unpublish makes it a draft again, and its address answers “not found”.'
      : 'You can take it back: until then, Unschedule makes it a draft again.'
  return <WhatFollows sentences={sentences} wayBack={wayBack} />
}
