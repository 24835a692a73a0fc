import { Link } from '@tanstack/react-router'

import type { Media } from '#web/areas/media/media/media-search.ts'
import { useOrganization } from '#web/context.ts'

type Use = Media['usedBy'][number]

/** Where a picture is used, with a link to each place. */
export function MediaUses({ media: { usedBy, useCount } }: { media: Media }) {
  const places = placesOf(usedBy)
  const others = useCount - usedBy.length
  return (
    <section aria-label="Where it is used">
      <h3 className="t-head mb-1">{headlineOf(usedBy, useCount)}</h3>
      <ul>
        {places.map(([use, as]) => (
          <li key={use.kind + use.id} className="border-t border-line py-2">
            <Place use={use} />
            <span className="block text-sm text-muted">{as.map((one) => words[one]).join(', ')}</span>
          </li>
        ))}
        {others > 0 && <li className="border-t border-line py-2 text-muted">and {others.toLocaleString('en')} more</li>}
        {useCount === 0 && (
          <li className="border-t border-line py-2 text-muted">No article, author or member shows it.</li>
        )}
      </ul>
    </section>
  )
}

function Place({ use: { kind, id, title } }: { use: Use }) {
  const { slug } = useOrganization()
  const look = 't-row block wrap-anywhere hover:underline'
  if (kind === 'item')
    return (
      <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug: slug, itemId: id }} className={look}>
        {title}
      </Link>
    )
  if (kind === 'author')
    return (
      <Link to="/o/$orgSlug/settings/authors" params={{ orgSlug: slug }} className={look}>
        {title}
      </Link>
    )
  return <span className="t-row block">{kind === 'profile' ? 'A member of the organization' : 'The organization'}</span>
}

/** Each place once, with everything that the picture is there. */
function placesOf(usedBy: readonly Use[]): [Use, Use['as'][]][] {
  const places = new Map<string, [Use, Use['as'][]]>()
  for (const use of usedBy) {
    const place = places.get(use.kind + use.id)
    if (place) place[1].push(use.as)
    else places.set(use.kind + use.id, [use, [use.as]])
  }
  return [...places.values()]
}

function headlineOf(usedBy: readonly Use[], useCount: number): string {
  if (useCount === 0) return 'Used nowhere'
  const articles = new Set(usedBy.filter(({ kind }) => kind === 'item').map(({ id }) => id)).size
  const isAll = usedBy.length === useCount
  if (!isAll) return `Used in ${useCount.toLocaleString('en')} places`
  if (articles === 0) return `Used in ${useCount} ${useCount === 1 ? 'place' : 'places'}`
  return `Used in ${articles} ${articles === 1 ? 'article' : 'articles'}`
}

const words: Record<Use['as'], string> = {
  featured_image: 'picture of the article',
  og_image: 'picture when it is shared',
  body: 'in the text',
  avatar: 'portrait',
  social_image: 'picture of every article without one when it is shared',
}
