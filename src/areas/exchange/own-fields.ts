import { editableFields, itemFieldTable } from '#areas/items/index.ts'
import { canonicalJson } from '#std/json.ts'
import { namesOf } from '#std/pluck.ts'

/** Fields for which front matter has words of its own (exchange.md#words-of-front-matter). */
const renamed = new Set<string>(['title', 'slug', 'excerpt', 'articleType'])
const nothing = new Set([null, [], {}, { noindex: false, nofollow: false }].map(canonicalJson))

/**
 * The fields that a Markdown file has under their names in Masthead: all that are stored with an item and name no record of its
 * organization (exchange.md#files-have-every-field).
 */
export const ownFields = namesOf(itemFieldTable).filter((name) => {
  const declared = itemFieldTable[name]
  return 'output' in declared && !('refersTo' in declared) && !renamed.has(name)
})

/** Those of an item that say something. */
export function ownFieldsOf(item: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const said = ownFields.filter((name) => !nothing.has(canonicalJson(item[name] ?? null)))
  return Object.fromEntries(said.map((name) => [name, item[name]]))
}

/** Those of a file, as inputs accept them; a value that they refuse goes to `refuse`. */
export function readOwnFields(
  fields: Readonly<Record<string, unknown>>,
  refuse: (name: string) => void,
): Record<string, unknown> {
  return Object.fromEntries(
    ownFields.flatMap((name) => {
      const value = fields[name]
      if (value === undefined || value === null || value === '') return []
      if (editableFields[name].safeParse(value).success) return [[name, value]]
      refuse(name)
      return []
    }),
  )
}
