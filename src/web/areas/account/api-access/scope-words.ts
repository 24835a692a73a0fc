import { allScopes } from '#web/areas/account/api-access/scopes.ts'
import type { Scope } from '#web/operations.ts'

export type ScopeWords = { scope: Scope; label: string; warning?: string }

/** The 14 scopes in plain words, in three groups of rising weight. */
export const scopeGroups: readonly { title: string; hint: string; scopes: readonly ScopeWords[] }[] = [
  {
    title: 'Read',
    hint: 'Looks, changes nothing.',
    scopes: [
      { scope: 'org:read', label: 'Organization and members' },
      { scope: 'content:read', label: 'Content, topics, collections' },
      { scope: 'analytics:read', label: 'Analytics' },
      { scope: 'asv:read', label: 'AI search visibility' },
      { scope: 'audit:read', label: 'Site audit and agent log' },
      { scope: 'integrations:read', label: 'Connections' },
    ],
  },
  {
    title: 'Change',
    hint: 'Changes what stays inside Masthead.',
    scopes: [
      { scope: 'org:write', label: 'Organization settings and members' },
      { scope: 'content:write', label: 'Write and edit content' },
      { scope: 'asv:write', label: 'Visibility prompts and competitors' },
    ],
  },
  {
    title: 'Acts outside, or cannot be undone',
    hint: 'Give these only to an agent that you watch.',
    scopes: [
      { scope: 'content:publish', label: 'Publish and schedule', warning: 'Shows on your website at once.' },
      { scope: 'content:delete', label: 'Delete and consolidate content', warning: 'Can remove content for good.' },
      { scope: 'asv:run', label: 'Start visibility runs' },
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

/** "Read only", "Writer", ... where the scopes are exactly those of a preset, otherwise their number. */
export function namedAccess(scopes: readonly Scope[]): string {
  const preset = presets.find(
    (one) => one.scopes.length === scopes.length && one.scopes.every((scope) => scopes.includes(scope)),
  )
  return preset?.label ?? (scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`)
}
