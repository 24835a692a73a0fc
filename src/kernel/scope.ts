/** The 14 scopes of the public contract, in its order. */
export const scopes = [
  'org:read',
  'org:write',
  'content:read',
  'content:write',
  'content:publish',
  'content:delete',
  'analytics:read',
  'asv:read',
  'asv:write',
  'asv:run',
  'audit:read',
  'audit:run',
  'integrations:read',
  'integrations:write',
] as const
export type Scope = (typeof scopes)[number]

/** The roles of a member, highest first. */
export const roles = ['owner', 'admin', 'editor', 'author', 'viewer'] as const
export type Role = (typeof roles)[number]

/** The scopes that a role can hold at most (organizations.md#roles-and-ceilings). */
export const ceilingOf: Record<Role, readonly Scope[]> = {
  owner: scopes,
  admin: scopes,
  editor: scopes.filter((scope) => scope !== 'org:write' && scope !== 'integrations:write'),
  author: [
    'org:read',
    'content:read',
    'content:write',
    'analytics:read',
    'asv:read',
    'audit:read',
    'integrations:read',
  ],
  viewer: scopes.filter((scope) => scope.endsWith(':read')),
}

/** The scopes that the role allows now. */
export function withinCeiling(granted: readonly Scope[], role: Role): readonly Scope[] {
  return granted.filter((scope) => ceilingOf[role].includes(scope))
}

/** The role of a stored name. */
export function knownRole(text: string | null): Role | undefined {
  return roles.find((role) => role === text)
}

/** Whether a role is at least another one. */
export function isAtLeast(role: Role, minimum: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(minimum)
}

/** What calls may need at most for somebody to make them. */
export type Reach = { scopes: readonly Scope[]; roles: readonly Role[] }

/** The reach of a role that holds these scopes, by default all that it can hold. */
export function reachOf(role: Role, held: readonly Scope[] = ceilingOf[role]): Reach {
  return { scopes: held, roles: roles.filter((needed) => isAtLeast(role, needed)) }
}
