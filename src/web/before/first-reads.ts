import { agentsQuery, membersQuery } from '#web/areas/account/api-access/agents-query.ts'
import { agentsSearch } from '#web/areas/account/api-access/agents-search.ts'
import { endingKeys, revokedKeys } from '#web/areas/account/api-access/key-queries.ts'
import { auditQuery } from '#web/areas/agent-audit/audit-log/audit-query.ts'
import { auditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { approvalsQuery } from '#web/areas/approvals/approvals/approvals-query.ts'
import { approvalsSearch } from '#web/areas/approvals/approvals/approvals-search.ts'
import { fixListQuery, fixListSearch } from '#web/areas/checks/fix-list/fix-list-search.ts'
import { itemRead } from '#web/areas/content/article/item-read.ts'
import { contentSearch, managerQuery } from '#web/areas/content/content-list/content-search.ts'
import { deskReads } from '#web/areas/desk/desk/desk-reads.ts'
import { deskSearch } from '#web/areas/desk/desk/desk-search.ts'
import { libraryQuery, librarySearch } from '#web/areas/library/library/library-search.ts'
import { mediaQuery } from '#web/areas/media/media/media-query.ts'
import { mediaSearch } from '#web/areas/media/media/media-search.ts'
import { calendarReads } from '#web/areas/publishing/calendar/calendar-reads.ts'
import { calendarSearch } from '#web/areas/publishing/calendar/calendar-search.ts'
import { duplicatesQuery, duplicatesSearch } from '#web/areas/seo/duplicates/duplicates-search.ts'
import { boardReads, topicsQuery } from '#web/areas/topics/topics/topics-query.ts'
import { topicsSearch } from '#web/areas/topics/topics/topics-search.ts'
import { findingReads } from '#web/areas/visibility/ai-answers/answers-query.ts'
import { answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import type { Read } from '#web/operations.ts'
import { isAdmin } from '#web/session.ts'

type Search = Readonly<Record<string, unknown>>
type Viewer = { role: string; userId: string }
type Screen = (search: Search, viewer: Viewer, id: string) => readonly Read[]

/**
 * What a screen reads first, by its address below the organization: `*` stands for the id of a record. What is not here is read
 * when the screen is drawn. Inputs are those of the screens, from the same functions, or they would ask twice.
 */
const screens: Readonly<Record<string, Screen>> = {
  '': (search, { role }) => deskReads(deskSearch(search), role),
  '/topics': (search) => topicReads(search),
  '/content': (search) => [['listManagerItems', managerQuery(contentSearch(search))]],
  '/content/fix-list': (search) => [['listPublishingWarnings', fixListQuery(fixListSearch(search))]],
  '/content/duplicates': (search) => [['findDuplicateItems', duplicatesQuery(duplicatesSearch(search))]],
  '/content/*': (_search, _viewer, id) => (id.startsWith('itm_') ? [['getItem', itemRead(id)]] : []),
  '/calendar': (search) => calendarReads(calendarSearch(search)),
  '/library': (search) => [['listContextEntries', libraryQuery(librarySearch(search))]],
  '/media': (search) => [['listMedia', mediaQuery(mediaSearch(search))]],
  '/ai-answers': (search) => findingReads(answersSearch(search)),
  '/audit': () => [['getSiteAuditStatus', {}]],
  '/approvals': (search) => [['listApprovals', approvalsQuery(approvalsSearch(search))]],
  '/approvals/*': (_search, _viewer, id) => [['listApprovals', { approvalId: id }]],
  '/settings/api': (search, { userId, role }) => [
    ['listConnectedAgents', agentsQuery(agentsSearch(search))],
    ['listAgentNotices', {}],
    ['listApiKeys', endingKeys(Date.now())],
    ['listApiKeys', revokedKeys(userId)],
    ...(isAdmin(role) && agentsSearch(search).person ? [['listMembers', membersQuery] as const] : []),
  ],
  '/settings/audit-log': (search, { role }) =>
    isAdmin(role) ? [['listAgentAuditLog', auditQuery(auditSearch(search), Date.now())]] : [],
}

/** What the page at an address of an organization reads first; what a person may do is asked for on every one. */
export function firstReads(path: string, { search, ...viewer }: Viewer & { search: string }): readonly Read[] {
  const plain = path.replace(/\/$/, '')
  const [, folder = '', id = ''] = /^(.*\/)([^/]+)$/.exec(plain) ?? []
  const screen = screens[plain] ?? screens[`${folder}*`]
  return [['listOperations', {}], ...(screen?.(valuesOf(search), viewer, id) ?? [])]
}

function topicReads(given: Search): readonly Read[] {
  const asked = topicsSearch(given)
  return asked.view === 'list' ? [['listTopics', topicsQuery(asked)]] : boardReads(asked)
}

/** The values of an address as the router reads them: JSON where it is some, otherwise text. */
function valuesOf(search: string): Search {
  return Object.fromEntries([...new URLSearchParams(search)].map(([name, text]) => [name, valueOf(text)]))
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
