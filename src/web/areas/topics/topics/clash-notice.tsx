import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import { Notice } from '#web/parts/notice.tsx'

/** Says that there is something about the same already, by the id of an article or a topic. */
export function ClashNotice({ id }: { id: string }) {
  const { slug } = useOrganization()
  return (
    <Notice tone="warn" role="status">
      {id.startsWith('itm_') ? (
        <>
          There is already an article about this, or with this keyword.{' '}
          <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug: slug, itemId: id }} className="underline">
            See it
          </Link>
        </>
      ) : (
        'There is already a topic about this, or with this keyword.'
      )}
    </Notice>
  )
}
