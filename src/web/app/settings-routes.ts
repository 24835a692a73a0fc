import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'

import { knownSearch } from '#web/app/known-search.ts'
import { organization } from '#web/app/organization-route.ts'
import { pageSearch, readLater } from '#web/app/page-search.ts'
import { SettingsFrame } from '#web/app/settings-frame.tsx'
import { membersSearch } from '#web/areas/organizations/members/members-search.ts'
import { redirectsSearch } from '#web/areas/seo/redirects/redirects-search.ts'
import { authorsSearch } from '#web/areas/taxonomies/authors/authors-search.ts'
import { termsSearch } from '#web/areas/taxonomies/terms/terms-search.ts'

// What hangs under Settings has the navigation of Settings around it.
const settingsFrame = createRoute({
  getParentRoute: () => organization,
  path: '/settings',
  component: SettingsFrame,
})

const settingsHome = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$orgSlug/settings/organization', params, replace: true })
  },
})

const organizationSettings = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/organization',
  staticData: { screen: { label: 'Organization', group: 'Settings', words: 'website address notices views danger' } },
  component: lazyRouteComponent(
    () => import('#web/areas/organizations/organization-settings/organization-settings.tsx'),
    'OrganizationSettings',
  ),
})

const publishing = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/publishing',
  staticData: { screen: { label: 'Publishing', group: 'Settings', words: 'policy rules approval four eyes drafts' } },
  component: lazyRouteComponent(
    () => import('#web/areas/organizations/organization-settings/publishing-rules.tsx'),
    'PublishingRules',
  ),
})

const members = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/members',
  staticData: { screen: { label: 'Members', group: 'Settings', words: 'people invite roles' } },
  validateSearch: knownSearch(membersSearch),
  component: lazyRouteComponent(() => import('#web/areas/organizations/members/members.tsx'), 'Members'),
})

const collections = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/collections',
  staticData: { screen: { label: 'Collections', group: 'Settings', words: 'folders addresses url pattern fields' } },
  component: lazyRouteComponent(() => import('#web/areas/collections/collections/collections.tsx'), 'Collections'),
})

const collection = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/collections/$collection',
  staticData: { within: collections },
  component: lazyRouteComponent(
    () => import('#web/areas/collections/collection/collection-page.tsx'),
    'CollectionPage',
  ),
})

const terms = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/terms',
  staticData: { screen: { label: 'Terms', group: 'Settings', words: 'categories tags taxonomy' } },
  validateSearch: knownSearch(termsSearch),
  component: lazyRouteComponent(() => import('#web/areas/taxonomies/terms/terms.tsx'), 'Terms'),
})

const authors = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/authors',
  staticData: { screen: { label: 'Authors', group: 'Settings', words: 'bylines writers people' } },
  validateSearch: knownSearch(authorsSearch),
  component: lazyRouteComponent(() => import('#web/areas/taxonomies/authors/authors.tsx'), 'Authors'),
})

const redirects = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/redirects',
  staticData: { screen: { label: 'Redirects', group: 'Settings', words: 'old addresses paths 301 308' } },
  validateSearch: knownSearch(redirectsSearch),
  component: lazyRouteComponent(() => import('#web/areas/seo/redirects/redirects.tsx'), 'Redirects'),
})

const integrations = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/integrations',
  staticData: { screen: { label: 'Integrations', group: 'Settings', words: 'website webhook secret connect' } },
  validateSearch: ({ error }): { error?: string } => (typeof error === 'string' ? { error } : {}),
  component: lazyRouteComponent(() => import('#web/areas/integrations/connections/integrations.tsx'), 'Integrations'),
})

const connectService = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/integrations/new/$provider',
  staticData: { within: integrations },
  component: lazyRouteComponent(
    () => import('#web/areas/integrations/connections/connect-service.tsx'),
    'ConnectService',
  ),
})

const connection = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/integrations/$integration',
  staticData: { within: integrations },
  component: lazyRouteComponent(
    () => import('#web/areas/integrations/connections/connection-page.tsx'),
    'ConnectionPage',
  ),
})

const deliveries = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/deliveries',
  staticData: { screen: { label: 'Deliveries', group: 'Settings', words: 'webhook messages website revalidation' } },
  validateSearch: readLater,
  component: lazyRouteComponent(() => import('#web/areas/integrations/deliveries/deliveries.tsx'), 'Deliveries'),
})

const models = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/models',
  staticData: { screen: { label: 'Models', group: 'Settings', words: 'AI key' } },
  component: lazyRouteComponent(() => import('#web/areas/models/models.tsx'), 'Models'),
})

const jobs = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/jobs',
  staticData: { screen: { label: 'Jobs', group: 'Settings', words: 'progress import export failed' } },
  validateSearch: readLater,
  component: lazyRouteComponent(() => import('#web/areas/jobs/jobs/jobs.tsx'), 'Jobs'),
})

const credits = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/credits',
  staticData: { screen: { label: 'Credits', group: 'Settings', words: 'cost balance billing' } },
  validateSearch: knownSearch(pageSearch),
  component: lazyRouteComponent(() => import('#web/areas/account/credits/credits.tsx'), 'Credits'),
})

const about = createRoute({
  getParentRoute: () => settingsFrame,
  path: '/about',
  staticData: { screen: { label: 'About', group: 'Settings', words: 'version database status migration' } },
  component: lazyRouteComponent(() => import('#web/areas/account/about/about.tsx'), 'About'),
})

export const settings = settingsFrame.addChildren([
  settingsHome,
  organizationSettings,
  publishing,
  members,
  collections,
  collection,
  terms,
  authors,
  redirects,
  integrations,
  connectService,
  connection,
  deliveries,
  models,
  credits,
  jobs,
  about,
])
