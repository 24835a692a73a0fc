import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { NotFound, RouteFault } from '#web/app/faults.tsx'
import { returnAddress } from '#web/app/return-address.ts'
import { agentsSearch } from '#web/areas/account/api-access/agents-search.ts'
import { auditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { approvalsSearch } from '#web/areas/approvals/approvals/approvals-search.ts'
import { contentSearch } from '#web/areas/content/content-list/content-search.ts'
import { membersSearch } from '#web/areas/organizations/members/members-search.ts'
import type { Client } from '#web/client.ts'
import type { Gate } from '#web/gate.ts'
import { sessionQuery } from '#web/session.ts'

export type AppContext = {
  client: Client
  gate: Gate
  queries: QueryClient
  /** Whether the person has navigated within the application: only then does a page take the focus. */
  moved: { current: boolean }
}

export function createAppRouter(context: AppContext, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: RouteFault,
    defaultNotFoundComponent: NotFound,
  })
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) context.moved.current = true
  })
  return router
}

const root = createRootRouteWithContext<AppContext>()({ component: Outlet })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (!session.signedIn) throw redirect(session.setUpNeeded ? { to: '/setup' } : { to: '/sign-in' })
    const { organizations, activeOrganizationId } = session
    const organization = organizations.find(({ id }) => id === activeOrganizationId) ?? organizations[0]
    if (organization) throw redirect({ to: '/o/$orgSlug/content', params: { orgSlug: organization.slug } })
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

const organization = createRoute({
  getParentRoute: () => root,
  path: '/o/$orgSlug',
  beforeLoad: async ({ context, params, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery)
    if (!session.signedIn) throw redirect({ to: '/sign-in', search: { returnTo: location.href } })
    const found = session.organizations.find(({ slug }) => slug === params.orgSlug)
    if (!found) throw notFound()
    return { session, organization: found }
  },
  component: lazyRouteComponent(() => import('#web/app/shell.tsx'), 'Shell'),
})

const organizationHome = createRoute({
  getParentRoute: () => organization,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$orgSlug/content', params, replace: true })
  },
})

const content = createRoute({
  getParentRoute: () => organization,
  path: '/content',
  validateSearch: contentSearch,
  component: lazyRouteComponent(() => import('#web/areas/content/content-list/content-list.tsx'), 'ContentList'),
})

const approvals = createRoute({
  getParentRoute: () => organization,
  path: '/approvals',
  validateSearch: approvalsSearch,
  component: lazyRouteComponent(() => import('#web/areas/approvals/approvals/approvals.tsx'), 'Approvals'),
})

// Agents and their clients lead people here.
const approval = createRoute({
  getParentRoute: () => organization,
  path: '/approvals/$approvalId',
  component: lazyRouteComponent(() => import('#web/areas/approvals/approval/approval.tsx'), 'ApprovalPage'),
})

const apiAccess = createRoute({
  getParentRoute: () => organization,
  path: '/settings/api',
  validateSearch: agentsSearch,
  component: lazyRouteComponent(() => import('#web/areas/account/api-access/api-access.tsx'), 'ApiAccess'),
})

// The page has two names: typing the other one leads here, too.
const connectedAgents = createRoute({
  getParentRoute: () => organization,
  path: '/settings/connected-agents',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$orgSlug/settings/api', params, replace: true })
  },
})

const auditLog = createRoute({
  getParentRoute: () => organization,
  path: '/settings/audit-log',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('#web/areas/agent-audit/audit-log/audit-log.tsx'), 'AuditLog'),
})

// For people who build screens; nothing links to it.
const stories = createRoute({
  getParentRoute: () => organization,
  path: '/parts',
  component: lazyRouteComponent(() => import('#web/areas/stories/stories.tsx'), 'Stories'),
})

const members = createRoute({
  getParentRoute: () => organization,
  path: '/settings/members',
  validateSearch: membersSearch,
  component: lazyRouteComponent(() => import('#web/areas/organizations/members/members.tsx'), 'Members'),
})

const organizationSettings = createRoute({
  getParentRoute: () => organization,
  path: '/settings/organization',
  component: lazyRouteComponent(
    () => import('#web/areas/organizations/organization-settings/organization-settings.tsx'),
    'OrganizationSettings',
  ),
})

const ownAccount = createRoute({
  getParentRoute: () => organization,
  path: '/account',
  component: lazyRouteComponent(() => import('#web/areas/account/own-account/own-account.tsx'), 'OwnAccount'),
})

const routeTree = root.addChildren([
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
  organization.addChildren([
    organizationHome,
    content,
    approvals,
    approval,
    members,
    organizationSettings,
    apiAccess,
    connectedAgents,
    auditLog,
    ownAccount,
    stories,
  ]),
])

function returnToOf(search: Record<string, unknown>): { returnTo?: string } {
  const returnTo = returnAddress(search['returnTo'])
  return returnTo === '/' ? {} : { returnTo }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
