import type { Actor } from '#kernel/access.ts'
import type { UserId } from '#kernel/ids.ts'

/** Who writes what an import brings in for a person: it shows every later run, command or job, what an import wrote last. */
export function importActor(userId: UserId): Actor {
  return { kind: 'system', userId, credentialType: 'system', credentialId: 'import', clientName: 'masthead import' }
}
