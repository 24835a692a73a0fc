import type { CmsItem, CmsTerm, FieldMapping } from '#kernel/cms-connector.ts'

type Lists = Pick<CmsItem, 'categories' | 'tags'>

/** The terms of an item that go to one field of a service, categories first; undefined where no list of the item is mapped to it. */
export function termsFor(
  external: string,
  { item, mapping }: { item: Lists; mapping: FieldMapping },
): CmsTerm[] | undefined {
  const fields = (['categories', 'tags'] as const).filter((field) => mapping[field] === external)
  return fields.length === 0 ? undefined : fields.flatMap((field) => item[field])
}
