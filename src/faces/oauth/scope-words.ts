import type { Scope } from '#kernel/scope.ts'

export type ScopeWords = { scope: Scope; label: string; explanation: string }

/** The 14 scopes in plain words, in three groups of rising weight. */
export const scopeGroups: readonly { title: string; mark: string | undefined; scopes: readonly ScopeWords[] }[] = [
  {
    title: 'Read',
    mark: undefined,
    scopes: [
      { scope: 'org:read', label: 'See the organization', explanation: 'Its settings, its members and their roles.' },
      {
        scope: 'content:read',
        label: 'See content',
        explanation: 'Published and unpublished: articles, topics, collections.',
      },
      { scope: 'analytics:read', label: 'See analytics', explanation: 'Figures of the dashboard and of search.' },
      { scope: 'asv:read', label: 'See AI search visibility', explanation: 'Prompts, competitors, results of runs.' },
      { scope: 'audit:read', label: 'See audits', explanation: 'Site audits and, for administrators, the agent log.' },
      {
        scope: 'integrations:read',
        label: 'See connections',
        explanation: 'Which services are connected, never their secrets.',
      },
    ],
  },
  {
    title: 'Change',
    mark: undefined,
    scopes: [
      {
        scope: 'org:write',
        label: 'Change the organization',
        explanation: 'Its settings, its members and their roles.',
      },
      {
        scope: 'content:write',
        label: 'Write and edit content',
        explanation: 'An edit of published content shows at once.',
      },
      { scope: 'asv:write', label: 'Change AI search visibility', explanation: 'Prompts, engines and competitors.' },
    ],
  },
  {
    title: 'Acts outside, or cannot be undone',
    mark: 'Far-reaching',
    scopes: [
      { scope: 'content:publish', label: 'Publish and schedule', explanation: 'Shows on your website at once.' },
      { scope: 'content:delete', label: 'Delete and consolidate content', explanation: 'Can remove content for good.' },
      { scope: 'asv:run', label: 'Start visibility runs', explanation: 'Asks other services, which may cost credits.' },
      { scope: 'audit:run', label: 'Start site audits', explanation: 'Visits your website, which may cost credits.' },
      { scope: 'integrations:write', label: 'Change connections', explanation: 'Can change where content is sent.' },
    ],
  },
]
