import type { Access } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isAtLeast, type Role } from '#kernel/scope.ts'

import { hasOtherOwner, type Member, requireMember } from './members.ts'

/**
 * The caller's role as it is under the lock of the organization: the one that the call came with may have been taken away
 * by a change that was under way at the same time.
 */
export async function requireManager(db: Writer, userId: string): Promise<Role> {
  const { role, status } = await requireMember(db, userId)
  if (status !== 'active' || !isAtLeast(role, 'admin'))
    throw new Refusal('role_forbidden', `The role ${role} manages no members. Ask an administrator.`, { role })
  return role
}

/** Nobody grants a role above their own (identity.md 3). */
export function requireGrantable(own: Role, role: Role): void {
  if (isAtLeast(own, role)) return
  throw new Refusal('role_forbidden', `The role ${own} cannot give the role ${role}. Ask an owner.`, {
    role: own,
    requiredRole: role,
  })
}

/**
 * Ownership is a person's to give, in the web application and just after the password (identity.md 2.4 and 3): no key and no
 * client makes an owner.
 */
export function requireOwnHand(role: Role, { actor, elevatedUntil }: Access, now: Date): void {
  if (role !== 'owner') return
  if (actor.kind !== 'user')
    throw new Refusal('role_forbidden', 'Only a person makes another member an owner, in the web application.', {
      requiredRole: 'owner',
      howToFix: 'Open Members in the web application.',
    })
  if (elevatedUntil === null || elevatedUntil <= now)
    throw new Refusal('elevation_required', 'Enter your password again to do this.')
}

/** Nobody changes or removes a member above their own role (identity.md 3). */
export function requireBelow(own: Role, member: Member): void {
  if (isAtLeast(own, member.role)) return
  throw new Refusal('role_forbidden', `The role ${own} cannot change a member who is ${member.role}. Ask an owner.`, {
    role: own,
    requiredRole: member.role,
  })
}

/** At least one owner always (identity.md 3): refuses unless this member is none, or not the only one. */
export async function requireOtherOwner(db: Writer, member: Member): Promise<void> {
  if (member.role !== 'owner' || (await hasOtherOwner(db, member.userId))) return
  throw new Refusal('last_owner', 'This is the only owner. Make another member the owner first.', {
    userId: member.userId,
  })
}
