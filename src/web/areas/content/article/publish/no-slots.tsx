import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'

/** Why there is no free slot: the organization has no time of day for them. Who may set one is led there. */
export function NoSlots() {
  const { slug: orgSlug } = useOrganization()
  const mayChange = useCatalogEntry('updateOrganizationSettings')?.allowed ?? false
  if (!mayChange) return <>No publishing time is set; an owner or admin can.</>
  return (
    <>
      No publishing time is set.{' '}
      <Link
        to="/o/$orgSlug/settings/publishing"
        params={{ orgSlug }}
        hash="time"
        className="text-ink underline underline-offset-3"
      >
        Set one
      </Link>
    </>
  )
}
