import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'

import { knownSearch } from '#web/app/known-search.ts'
import { organization } from '#web/app/organization-route.ts'
import { readLater } from '#web/app/page-search.ts'
import { settings } from '#web/app/settings-routes.ts'
import { agentSearch } from '#web/areas/account/agent/agent-search.ts'
import { agentsSearch } from '#web/areas/account/api-access/agents-search.ts'
import { auditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { approvalSearch } from '#web/areas/approvals/approval/approval-search.ts'
import { approvalsSearch } from '#web/areas/approvals/approvals/approvals-search.ts'
import { operationsSearch } from '#web/areas/catalog/operations-search.ts'
import { fixListSearch } from '#web/areas/checks/fix-list/fix-list-search.ts'
import { articleSearch } from '#web/areas/content/article/article-search.ts'
import { contentSearch } from '#web/areas/content/content-list/content-search.ts'
import { deskSearch } from '#web/areas/desk/desk/desk-search.ts'
import { librarySearch } from '#web/areas/library/library/library-search.ts'
import { mediaSearch } from '#web/areas/media/media/media-search.ts'
import { beginSearch } from '#web/areas/onboarding/begin/begin-search.ts'
import { calendarSearch } from '#web/areas/publishing/calendar/calendar-search.ts'
import { searchesSearch } from '#web/areas/search-console/searches/searches-search.ts'
import { duplicatesSearch } from '#web/areas/seo/duplicates/duplicates-search.ts'
import { mergeSearch } from '#web/areas/seo/merge/merge-search.ts'
import { siteAuditSearch } from '#web/areas/site-audit/audit/site-audit-search.ts'
import { topicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import { answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'

/**
 * The screens of an organization. The navigation shows those that name a `screen`, in this order within their group
 * (web.md#a-screen-is-a-route).
 */
export const organizationRoutes = () =>
  [
    desk,
    topics,
    content,
    fixList,
    duplicates,
    merge,
    importContent,
    article,
    calendar,
    library,
    media,
    aiAnswers,
    itemEffect,
    searches,
    siteAudit,
    approvals,
    approval,
    apiAccess,
    operations,
    agent,
    auditLog,
    settings,
    connectedAgents,
    allAgents,
    ownAccount,
    begin,
    stories,
  ] as const

const desk = createRoute({
  getParentRoute: () => organization,
  path: '/',
  staticData: { screen: { label: 'Desk', group: 'Desk', key: 'd', words: 'home waiting today' } },
  validateSearch: knownSearch(deskSearch),
  component: lazyRouteComponent(() => import('#web/areas/desk/desk/desk.tsx'), 'Desk'),
})

const topics = createRoute({
  getParentRoute: () => organization,
  path: '/topics',
  staticData: { screen: { label: 'Topics', group: 'Write', key: 't', words: 'ideas proposals plan' } },
  validateSearch: knownSearch(topicsSearch),
  component: lazyRouteComponent(() => import('#web/areas/topics/topics/topics.tsx'), 'Topics'),
})

const content = createRoute({
  getParentRoute: () => organization,
  path: '/content',
  staticData: { screen: { label: 'Content', group: 'Write', key: 'c', words: 'articles items list' } },
  validateSearch: knownSearch(contentSearch),
  component: lazyRouteComponent(() => import('#web/areas/content/content-list/content-list.tsx'), 'ContentList'),
})

const fixList = createRoute({
  getParentRoute: () => organization,
  path: '/content/fix-list',
  staticData: { screen: { label: 'Fix list', group: 'Write', under: 'Content', words: 'warnings errors checks mend' } },
  validateSearch: knownSearch(fixListSearch),
  component: lazyRouteComponent(() => import('#web/areas/checks/fix-list/fix-list.tsx'), 'FixList'),
})

const duplicates = createRoute({
  getParentRoute: () => organization,
  path: '/content/duplicates',
  staticData: { screen: { label: 'Duplicates', group: 'Write', under: 'Content', words: 'merge same similar' } },
  validateSearch: knownSearch(duplicatesSearch),
  component: lazyRouteComponent(() => import('#web/areas/seo/duplicates/duplicates.tsx'), 'Duplicates'),
})

// Duplicates and the rows that one chose in the list lead here.
const merge = createRoute({
  getParentRoute: () => organization,
  path: '/content/merge',
  staticData: { screen: { label: 'Merge', group: 'Write', under: 'Content', words: 'consolidate' } },
  validateSearch: knownSearch(mergeSearch),
  component: lazyRouteComponent(() => import('#web/areas/seo/merge/merge.tsx'), 'Merge'),
})

// The list, the palette, agents and warnings lead here.
const article = createRoute({
  getParentRoute: () => organization,
  path: '/content/$itemId',
  staticData: { within: content },
  validateSearch: knownSearch(articleSearch),
  component: lazyRouteComponent(() => import('#web/areas/content/article/article.tsx'), 'Article'),
})

const calendar = createRoute({
  getParentRoute: () => organization,
  path: '/calendar',
  staticData: { screen: { label: 'Calendar', group: 'Write', key: 'k', words: 'schedule month week dates' } },
  validateSearch: knownSearch(calendarSearch),
  component: lazyRouteComponent(() => import('#web/areas/publishing/calendar/calendar.tsx'), 'Calendar'),
})

const aiAnswers = createRoute({
  getParentRoute: () => organization,
  path: '/ai-answers',
  staticData: { screen: { label: 'AI answers', group: 'Measure' } },
  validateSearch: knownSearch(answersSearch),
  component: lazyRouteComponent(() => import('#web/areas/visibility/ai-answers/ai-answers.tsx'), 'AiAnswers'),
})

// Marks of publications, citations of articles and articles themselves lead here.
const itemEffect = createRoute({
  getParentRoute: () => organization,
  path: '/ai-answers/articles/$itemId',
  staticData: { within: aiAnswers },
  component: lazyRouteComponent(() => import('#web/areas/visibility/item-effect/item-effect.tsx'), 'ItemEffect'),
})

// The head of the content list leads here.
const importContent = createRoute({
  getParentRoute: () => organization,
  path: '/content/import',
  staticData: {
    screen: { label: 'Import', group: 'Write', under: 'Content', words: 'wordpress rss sitemap markdown' },
  },
  validateSearch: readLater,
  component: lazyRouteComponent(() => import('#web/areas/exchange/import/import.tsx'), 'Import'),
})

const library = createRoute({
  getParentRoute: () => organization,
  path: '/library',
  staticData: { screen: { label: 'Library', group: 'Write', key: 'b', words: 'context brand voice facts rules' } },
  validateSearch: knownSearch(librarySearch),
  component: lazyRouteComponent(() => import('#web/areas/library/library/library.tsx'), 'Library'),
})

const media = createRoute({
  getParentRoute: () => organization,
  path: '/media',
  staticData: { screen: { label: 'Media', group: 'Write', key: 'm', words: 'pictures images upload' } },
  validateSearch: knownSearch(mediaSearch),
  component: lazyRouteComponent(() => import('#web/areas/media/media/media.tsx'), 'Media'),
})

const searches = createRoute({
  getParentRoute: () => organization,
  path: '/search',
  staticData: { screen: { label: 'Search', group: 'Measure', words: 'google console queries clicks' } },
  validateSearch: knownSearch(searchesSearch),
  component: lazyRouteComponent(() => import('#web/areas/search-console/searches/searches.tsx'), 'Searches'),
})

const siteAudit = createRoute({
  getParentRoute: () => organization,
  path: '/audit',
  staticData: { screen: { label: 'Site audit', group: 'Measure', words: 'health crawl' } },
  validateSearch: knownSearch(siteAuditSearch),
  component: lazyRouteComponent(() => import('#web/areas/site-audit/audit/site-audit.tsx'), 'SiteAudit'),
})

const approvals = createRoute({
  getParentRoute: () => organization,
  path: '/approvals',
  staticData: { screen: { label: 'Approvals', group: 'Run', key: 'a', words: 'waiting decide' } },
  validateSearch: knownSearch(approvalsSearch),
  component: lazyRouteComponent(() => import('#web/areas/approvals/approvals/approvals.tsx'), 'Approvals'),
})

// Agents and their clients lead people here.
const approval = createRoute({
  getParentRoute: () => organization,
  path: '/approvals/$approvalId',
  staticData: { within: approvals },
  validateSearch: knownSearch(approvalSearch),
  component: lazyRouteComponent(() => import('#web/areas/approvals/approval/approval.tsx'), 'ApprovalPage'),
})

const apiAccess = createRoute({
  getParentRoute: () => organization,
  path: '/settings/api',
  staticData: { screen: { label: 'Agents', group: 'Run', words: 'keys API MCP connected' } },
  validateSearch: knownSearch(agentsSearch),
  component: lazyRouteComponent(() => import('#web/areas/account/api-access/api-access.tsx'), 'ApiAccess'),
})

const operations = createRoute({
  getParentRoute: () => organization,
  path: '/agents/operations/{-$operation}',
  staticData: { screen: { label: 'For developers', group: 'Run', under: 'Agents', words: 'operations API' } },
  validateSearch: knownSearch(operationsSearch),
  component: lazyRouteComponent(() => import('#web/areas/catalog/operations-page.tsx'), 'OperationsPage'),
})

const agent = createRoute({
  getParentRoute: () => organization,
  path: '/agents/$agent',
  staticData: { within: apiAccess },
  validateSearch: knownSearch(agentSearch),
  component: lazyRouteComponent(() => import('#web/areas/account/agent/agent-page.tsx'), 'AgentPage'),
})

const auditLog = createRoute({
  getParentRoute: () => organization,
  path: '/settings/audit-log',
  staticData: { screen: { label: 'Log', group: 'Run', key: 'l', words: 'audit history calls' } },
  validateSearch: knownSearch(auditSearch),
  component: lazyRouteComponent(() => import('#web/areas/agent-audit/audit-log/audit-log.tsx'), 'AuditLog'),
})

// The page has two names: typing the other one leads here, too, and so does leaving the agent out of an address.
const connectedAgents = createRoute({
  getParentRoute: () => organization,
  path: '/settings/connected-agents',
  beforeLoad: ({ params }) => toAgents(params),
})

const allAgents = createRoute({
  getParentRoute: () => organization,
  path: '/agents',
  beforeLoad: ({ params }) => toAgents(params),
})

function toAgents(params: { orgSlug: string }): never {
  throw redirect({ to: '/o/$orgSlug/settings/api', params, replace: true })
}

const ownAccount = createRoute({
  getParentRoute: () => organization,
  path: '/account',
  staticData: {
    screen: {
      label: 'Account',
      group: 'Settings',
      under: 'You',
      words: 'security password sessions second factor profile',
    },
  },
  component: lazyRouteComponent(() => import('#web/areas/account/own-account/own-account.tsx'), 'OwnAccount'),
})

// The set-up goes on here.
const begin = createRoute({
  getParentRoute: () => organization,
  path: '/begin',
  validateSearch: knownSearch(beginSearch),
  component: lazyRouteComponent(() => import('#web/areas/onboarding/begin/begin.tsx'), 'Begin'),
})

// For people who build screens; nothing links to it.
const stories = createRoute({
  getParentRoute: () => organization,
  path: '/parts',
  component: lazyRouteComponent(() => import('#web/areas/stories/stories.tsx'), 'Stories'),
})
