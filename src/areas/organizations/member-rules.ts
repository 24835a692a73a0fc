import type { Access } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isAtLeast, type Role } from '#kernel/scope.ts'

import { hasOtherOwner, type Member, requireMember } from './members.ts'

/**
 * The caller's role under the lock of the organization: a change at the same time may have taken away the one that the call
 * came with (organizations.md#ranks-limit-changes).
 */
export async function requireManager(db: Writer, userId: string): Promise<Role> {
  const { role, status } = await requireMember(db, userId)
  if (status !== 'active' || !isAtLeast(role, 'admin'))
    throw new Refusal('role_forbidden', `The role ${role} cannot manage members. Ask an administrator.`, { role })
  return role
}

/** Nobody grants a role above their own. */
export function requireGrantable(own: Role, role: Role): void {
  if (isAtLeast(own, role)) return
  throw new Refusal('role_forbidden', `The role ${own} cannot give the role ${role}. Ask an owner.`, {
    role: own,
    requiredRole: role,
  })
}

/**
 * Ownership is a person's to give, in the web application and just after the password; no key or client makes an owner
 * (organizations.md#owners-are-made-by-people).
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

/** Nobody changes or removes a member above their own role. */
export function requireBelow(own: Role, member: Member): void {
  if (isAtLeast(own, member.role)) return
  throw new Refusal('role_forbidden', `The role ${own} cannot change a member who is ${member.role}. Ask an owner.`, {
    role: own,
    requiredRole: member.role,
  })
}

/** Refuses when this member is the only owner. */
export async function requireOtherOwner(db: Writer, member: Member): Promise<void> {
  if (member.role !== 'owner' || (await hasOtherOwner(db, member.userId))) return
  throw new Refusal('last_owner', 'This is the only owner. Make another member the owner first.', {
    userId: member.userId,
  })
}
