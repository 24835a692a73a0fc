import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { returnAddress } from '#web/app/return-address.ts'
import { root } from '#web/app/root-route.ts'
import { sessionQuery } from '#web/session.ts'

/** What can be reached without an organization. */
export const doorRoutes = () =>
  [
    home,
    signIn,
    forgotPassword,
    resetPassword,
    confirmEmail,
    account,
    setUpHint,
    setUp,
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
    const { organizations, activeOrganizationId } = session
    const organization = organizations.find(({ id }) => id === activeOrganizationId) ?? organizations[0]
    if (organization) throw redirect({ to: '/o/$orgSlug', params: { orgSlug: organization.slug } })
  },
  component: lazyRouteComponent(() => import('#web/areas/account/sign-in/no-organization.tsx'), 'NoOrganization'),
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

// The address that mails name: the account page is within the frame of an organization.
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (!session.signedIn) throw redirect({ to: '/sign-in', search: { returnTo: '/account' } })
    const { organizations, activeOrganizationId } = session
    const organization = organizations.find(({ id }) => id === activeOrganizationId) ?? organizations[0]
    throw organization
      ? redirect({ to: '/o/$orgSlug/account', params: { orgSlug: organization.slug }, replace: true })
      : redirect({ to: '/' })
  },
})

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
