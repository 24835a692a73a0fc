import { pathOf } from '#areas/addresses/index.ts'
import { inferTemplate } from '#std/infer-template.ts'

import type { ItemPlan, ItemResult } from './import-items.ts'
import type { ImportRun } from './import-run.ts'
import type { TemplateProposal } from './import-summary.ts'

/** Notes the address that an entry had. */
export function noteOldAddress(
  run: ImportRun,
  { item, collection }: ItemPlan,
  row: NonNullable<ItemResult['row']>,
): void {
  if (item.sourcePath === null) return
  const known = run.oldAddresses.get(collection.id) ?? { entries: 0, kept: 0, templates: new Map<string, number>() }
  run.oldAddresses.set(collection.id, known)
  known.entries++
  if (pathOf(collection, row) === item.sourcePath) known.kept++
  const template = inferTemplate(item.sourcePath, collection.timezone, {
    slug: row.slug,
    id: row.id,
    collection: collection.slug,
    category: row.category_slug,
    publishedAt: item.publishAt ?? row.publish_at,
  })
  if (template !== undefined) known.templates.set(template, (known.templates.get(template) ?? 0) + 1)
}

/** The template of each collection that would keep at least half of the addresses, where that is more than its own keeps. */
export function templateProposals({ oldAddresses }: ImportRun): TemplateProposal[] {
  return [...oldAddresses].flatMap(([collectionId, { entries, kept, templates }]) => {
    const [best] = [...templates].toSorted(([, one], [, other]) => other - one)
    if (best === undefined || best[1] <= kept || best[1] * 2 < entries) return []
    return [{ collectionId, urlTemplate: best[0], keeps: best[1], of: entries }]
  })
}
