import type { OrganizationFacts } from './access.ts'
import type { Reader } from './database.ts'

/** Refuses with `duplicate_brand` when the own brand, as the settings have it now, shares a name or a domain with a competitor. */
export type CheckBrand = (db: Reader, organization: Pick<OrganizationFacts, 'id' | 'name'>) => Promise<void>

/** Where no competitors are known. */
export const allowAnyBrand: CheckBrand = async () => {}
