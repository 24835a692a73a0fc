import type { Announcing } from './announce.ts'
import type { Checks } from './checks.ts'
import type { Writer } from './database.ts'
import type { Shown } from './shown.ts'

/**
 * Learns, in the transaction of a change, what items show that the change gave another value: websites are notified of the published
 * ones among them, and redirects give way where addresses moved (integrations.md#what-pages-show-is-told).
 */
export type ShownChanged = (
  db: Writer,
  shown: Shown,
  about: Pick<Announcing, 'organizationId' | 'start'> & { checks: Checks },
) => Promise<void>

/** Where nobody is notified of anything. */
export const showNothing: ShownChanged = async () => {}
