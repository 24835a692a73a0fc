import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'

import { returnAddress } from '#web/app/return-address.ts'
import { type AppContext, root } from '#web/app/root-route.ts'
import { sessionQuery, type SignedIn } from '#web/session.ts'

/** What can be reached without an organization. */
export const doorRoutes = () =>
  [
    home,
    signIn,
    forgotPassword,
    resetPassword,
    confirmEmail,
    account,
    settings,
    setUpHint,
    setUp,
    begin,
    signUp,
    invitation,
    newOrganization,
  ] as const

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (!session.signedIn) throw redirect(session.setUpNeeded ? { to: '/setup' } : { to: '/sign-in' })
    const organization = ownOrganization(session)
    if (organization) throw redirect({ to: '/o/$orgSlug', params: { orgSlug: organization.slug } })
  },
  component: lazyRouteComponent(() => import('#web/areas/account/sign-in/no-organization.tsx'), 'NoOrganization'),
})

// After the set-up, which does not know the address of the organization.
const begin = createRoute({
  getParentRoute: () => root,
  path: '/begin',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    const organization = session.signedIn ? ownOrganization(session) : undefined
    throw organization
      ? redirect({ to: '/o/$orgSlug/begin', params: { orgSlug: organization.slug } })
      : redirect({ to: '/' })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: returnToOf,
  beforeLoad: async ({ context, search }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (session.signedIn && !session.needsSecondFactor) throw redirect({ href: search.returnTo ?? '/' })
    if (!session.signedIn && session.setUpNeeded) throw redirect({ to: '/setup' })
  },
  component: lazyRouteComponent(() => import('#web/areas/account/sign-in/sign-in.tsx'), 'SignIn'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  validateSearch: returnToOf,
  component: lazyRouteComponent(() => import('#web/areas/account/sign-in/forgot-password.tsx'), 'ForgotPassword'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('#web/areas/account/sign-in/reset-password.tsx'), 'ResetPassword'),
})

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyRouteComponent(() => import('#web/areas/account/sign-in/confirm-email.tsx'), 'ConfirmEmail'),
})

// Addresses that mails, agents and services name: these pages are within the frame of an organization.
const account = createRoute({ getParentRoute: () => root, path: '/account', beforeLoad: intoOrganization })
const settings = createRoute({ getParentRoute: () => root, path: '/settings/$', beforeLoad: intoOrganization })

async function intoOrganization({ context, location: { href } }: { context: AppContext; location: { href: string } }) {
  const session = await context.queries.ensureQueryData(sessionQuery)
  if (!session.signedIn) throw redirect({ to: '/sign-in', search: { returnTo: href } })
  const organization = ownOrganization(session)
  throw redirect({ href: organization ? `/o/${organization.slug}${href}` : '/', replace: true })
}

function ownOrganization({ organizations, activeOrganizationId }: SignedIn) {
  return organizations.find(({ id }) => id === activeOrganizationId) ?? organizations[0]
}

const setUpHint = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('#web/areas/account/set-up/set-up-hint.tsx'), 'SetUpHint'),
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup/$token',
  component: lazyRouteComponent(() => import('#web/areas/account/set-up/set-up.tsx'), 'SetUp'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('#web/areas/account/sign-up/sign-up.tsx'), 'SignUp'),
})

// The link's secret is in the fragment: no server, log or referrer sees it.
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('#web/areas/organizations/invitation/invitation.tsx'), 'Invitation'),
})

const newOrganization = createRoute({
  getParentRoute: () => root,
  path: '/new-organization',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (!session.signedIn) throw redirect({ to: '/sign-in', search: { returnTo: location.href } })
  },
  component: lazyRouteComponent(
    () => import('#web/areas/organizations/new-organization/new-organization.tsx'),
    'NewOrganization',
  ),
})

function returnToOf(search: Record<string, unknown>): { returnTo?: string } {
  const returnTo = returnAddress(search['returnTo'])
  return returnTo === '/' ? {} : { returnTo }
}
