import type { Actor } from '#kernel/access.ts'
import type { UserId } from '#kernel/ids.ts'

/** Who writes what an import brings, for a person: by it every later run, command or job, knows what an import wrote last. */
export function importActor(userId: UserId): Actor {
  return { kind: 'system', userId, credentialType: 'system', credentialId: 'import', clientName: 'masthead import' }
}
