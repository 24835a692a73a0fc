import { Link } from '@tanstack/react-router'

import { ItemState } from '#web/areas/content/item-words.tsx'
import { DeskSection } from '#web/areas/desk/desk/desk-section.tsx'
import { useOrganization } from '#web/context.ts'
import type { ManagerItem } from '#web/operations.ts'
import { Time } from '#web/parts/time.tsx'

/** What changed last, for people who may not read what others did. */
export function ChangedArticles({ items }: { items: readonly ManagerItem[] }) {
  const { slug } = useOrganization()
  return (
    <DeskSection title="Changed last">
      <ul>
        {items.map((item) => (
          <li key={item.id} className="border-b border-line py-2.5">
            <Link
              to="/o/$orgSlug/content/$itemId"
              params={{ orgSlug: slug, itemId: item.id }}
              className="t-row block wrap-anywhere hover:underline"
            >
              {item.title}
            </Link>
            <span className="flex justify-between gap-3 text-muted">
              <ItemState item={item} />
              <Time at={item.updatedAt} isShort />
            </span>
          </li>
        ))}
      </ul>
    </DeskSection>
  )
}
