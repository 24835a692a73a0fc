import type { JsonSchema } from '#web/areas/catalog/schema-rows.ts'
import type { CatalogEntry } from '#web/operations.ts'

/** An entry with everything that discovery says of it. */
export type WholeEntry = CatalogEntry & {
  description: string
  confirmationRule?: string
  startsJob: boolean
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  errors: readonly { code: string; status: number }[]
  deprecated?: { since: string; use: string }
}
