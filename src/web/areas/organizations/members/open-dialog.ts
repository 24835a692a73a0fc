import type { Invitation, Member, Role } from '#web/operations.ts'

/** The dialog that is open. */
export type OpenDialog =
  | { what: 'invite' }
  | { what: 'role'; member: Member; role: Role }
  | { what: 'remove'; member: Member }
  | { what: 'cancel'; invitation: Invitation }
