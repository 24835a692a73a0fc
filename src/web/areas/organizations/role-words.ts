import type { Role } from '#web/operations.ts'

/** The roles, highest first, in words of what each allows. The server decides; this only explains. */
export const roleWords: readonly { role: Role; label: string; allows: string }[] = [
  { role: 'owner', label: 'Owner', allows: 'Everything, including transferring and deleting the organization.' },
  { role: 'admin', label: 'Admin', allows: 'Settings, members and connections, and all content.' },
  { role: 'editor', label: 'Editor', allows: 'Writes, publishes and deletes content. Changes no settings.' },
  { role: 'author', label: 'Author', allows: 'Writes drafts and edits content. Publishes and deletes nothing.' },
  { role: 'viewer', label: 'Viewer', allows: 'Looks at everything, changes nothing.' },
]

export function roleLabel(role: string): string {
  return roleWords.find((words) => words.role === role)?.label ?? role
}

/** Whether somebody with one role can give another one: nobody gives a role above their own. */
export function canGive(own: string, role: Role): boolean {
  return isAtLeast(own, role)
}

/** Whether a role is another one or higher. */
export function isAtLeast(role: string, least: Role): boolean {
  const rank = (name: string) => roleWords.findIndex((words) => words.role === name)
  return rank(role) !== -1 && rank(role) <= rank(least)
}
