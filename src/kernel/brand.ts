import type { OrganizationFacts } from './access.ts'
import type { Writer } from './database.ts'
import type { Start } from './job.ts'

/**
 * Learns that the organization's own brand is what the settings say now: refuses with `duplicate_brand` when it shares a name or a domain with a
 * competitor, and has stored answers read again.
 */
export type BrandChanged = (
  db: Writer,
  organization: Pick<OrganizationFacts, 'id' | 'name'>,
  start: Start,
) => Promise<void>

/** Where no competitors are known. */
export const anyBrand: BrandChanged = async () => {}
