import type { Selectable } from 'kysely'

import type { Tables } from '#kernel/tables.ts'

export type Removal = Selectable<Tables['audit_removal']>

/** The text that is signed for a removal: nobody else can say that records were removed because of their age. */
export function removalText({ organization_id, n, last_id, removed_at }: Omit<Removal, 'mac'>): string {
  return ['removal', organization_id, n, last_id, removed_at.toISOString()].join('|')
}
