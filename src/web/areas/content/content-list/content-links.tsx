import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import { buttonLook } from '#web/parts/button.tsx'

/** What else can be done with all of the content, as links in the head of its list. */
export function ContentLinks() {
  const { slug: orgSlug } = useOrganization()
  return (
    <>
      <Link to="/o/$orgSlug/content/fix-list" params={{ orgSlug }} className={buttonLook('plain')}>
        Fix list
      </Link>
      <Link to="/o/$orgSlug/content/duplicates" params={{ orgSlug }} className={buttonLook('plain')}>
        Duplicates
      </Link>
    </>
  )
}
