import { allScopes } from '#web/areas/account/api-access/scopes.ts'
import type { Scope } from '#web/operations.ts'

export type ScopeWords = { scope: Scope; label: string; warning?: string }

/** The 14 scopes in plain words, each as what an agent does with it, in three groups of rising weight. */
export const scopeGroups: readonly { title: string; hint: string; scopes: readonly ScopeWords[] }[] = [
  {
    title: 'Read',
    hint: 'Looks, changes nothing.',
    scopes: [
      { scope: 'org:read', label: 'Read the organization and its members' },
      { scope: 'content:read', label: 'Read articles, topics and collections' },
      { scope: 'analytics:read', label: 'Read figures of visits and searches' },
      { scope: 'asv:read', label: 'Read AI answers' },
      { scope: 'audit:read', label: 'Read the site audit and the log' },
      { scope: 'integrations:read', label: 'See what is connected' },
    ],
  },
  {
    title: 'Change',
    hint: 'Changes what stays inside Masthead.',
    scopes: [
      { scope: 'org:write', label: 'Change settings and members' },
      { scope: 'content:write', label: 'Write and edit content' },
      { scope: 'asv:write', label: 'Change questions and competitors of AI answers' },
    ],
  },
  {
    title: 'Acts outside, or cannot be undone',
    hint: 'Give these only to an agent that you watch.',
    scopes: [
      { scope: 'content:publish', label: 'Publish and schedule', warning: 'Shows on your website at once.' },
      { scope: 'content:delete', label: 'Delete and merge articles', warning: 'Can remove content for good.' },
      { scope: 'asv:run', label: 'Ask AI engines' },
      { scope: 'audit:run', label: 'Start site audits' },
      { scope: 'integrations:write', label: 'Change connections', warning: 'Can change where content is sent.' },
    ],
  },
]

export const readScopes = allScopes.filter((scope) => scope.endsWith(':read'))

const writer = [...readScopes, 'content:write'] satisfies Scope[]

export const presets: readonly { label: string; scopes: readonly Scope[] }[] = [
  { label: 'Read only', scopes: readScopes },
  { label: 'Writer', scopes: writer },
  { label: 'Publisher', scopes: [...writer, 'content:publish'] },
  { label: 'Everything', scopes: allScopes },
]

const labels = new Map(scopeGroups.flatMap(({ scopes }) => scopes).map(({ scope, label }) => [scope, label]))

/** What a scope allows, in words. */
export function scopeLabel(scope: Scope): string {
  return labels.get(scope) ?? 'Something that is not known here'
}

/** "Read only", "Writer", ... where the scopes are exactly those of a preset; of a single one its words, otherwise their number. */
export function namedAccess(scopes: readonly Scope[]): string {
  const preset = presets.find(
    (one) => one.scopes.length === scopes.length && one.scopes.every((scope) => scopes.includes(scope)),
  )
  const [first] = scopes
  return preset?.label ?? (first !== undefined && scopes.length === 1 ? scopeLabel(first) : `${scopes.length} rights`)
}
