import { createRoute, notFound, redirect } from '@tanstack/react-router'

import { root } from '#web/app/root-route.ts'
import { Shell } from '#web/app/shell.tsx'
import { sessionQuery } from '#web/session.ts'

/** Everything below the organization that the address names; the shell is around it. */
export const organization = createRoute({
  getParentRoute: () => root,
  path: '/o/$orgSlug',
  beforeLoad: async ({ context, params, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (!session.signedIn) throw redirect({ to: '/sign-in', search: { returnTo: location.href } })
    const found = session.organizations.find(({ slug }) => slug === params.orgSlug)
    if (!found) throw notFound()
    return { session, organization: found }
  },
  component: Shell,
})
