import type { Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'

/** The kinds of collection. */
export const collectionKinds = ['articles', 'comparisons', 'glossary', 'landing', 'docs', 'custom'] as const
export type CollectionKind = (typeof collectionKinds)[number]

/** The collections of a new organization: `articles`, built in and enabled, and presets that can be enabled. */
const presets = [
  { slug: 'articles', name: 'Articles', kind: 'articles' },
  { slug: 'comparisons', name: 'Comparisons', kind: 'comparisons' },
  { slug: 'glossary', name: 'Glossary', kind: 'glossary' },
  { slug: 'landing', name: 'Landing pages', kind: 'landing' },
  { slug: 'docs', name: 'Documentation', kind: 'docs' },
] as const satisfies readonly { slug: string; name: string; kind: CollectionKind }[]

/** Gives a new organization its collections. */
export async function furnishCollections(db: Writer): Promise<void> {
  const rows = presets.map(({ slug, name, kind }) => ({
    id: newId('collection'),
    slug,
    name,
    kind,
    enabled: kind === 'articles',
    built_in: kind === 'articles',
    url_template: `/${slug}/{slug}`,
  }))
  await db.insertInto('collection').values(rows).execute()
}
