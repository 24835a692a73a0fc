import { Link } from '@tanstack/react-router'

import type { Warning } from '#web/areas/checks/fix-list/fix-list-search.ts'
import { idsIn } from '#web/areas/seo/merge/merge-search.ts'
import { useOrganization } from '#web/context.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { useAllowed } from '#web/use-catalog.ts'

/** The link to where a fault is mended: a setting, a merge, or the field of the article. */
export function Mend({ warning: { itemId, title, field, fix } }: { warning: Warning }) {
  const { slug: orgSlug } = useOrganization()
  const { isAllowed: mayMerge } = useAllowed('consolidateItems')
  const look = buttonLook('plain', 'small')
  if (itemId === null)
    return (
      <Link to="/o/$orgSlug/settings/organization" params={{ orgSlug }} className={look}>
        Open the settings
      </Link>
    )
  if (fix?.operation === 'consolidateItems' && mayMerge) {
    const { winnerId, duplicateIds } = fix.input
    const ids = idsIn([winnerId, ...(Array.isArray(duplicateIds) ? duplicateIds : [])].map(String).join('.'))
    return (
      <Link
        to="/o/$orgSlug/content/merge"
        params={{ orgSlug }}
        search={{ ids: ids.join('.'), suggested: String(winnerId) }}
        aria-label={`Merge ${title}…`}
        className={look}
      >
        Merge…
      </Link>
    )
  }
  return (
    <Link
      to="/o/$orgSlug/content/$itemId"
      params={{ orgSlug, itemId }}
      // The page knows where the field is.
      search={field ? { field } : {}}
      aria-label={`Edit ${title}`}
      className={look}
    >
      Edit
    </Link>
  )
}
