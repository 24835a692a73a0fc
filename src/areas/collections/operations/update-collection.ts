import { z } from 'zod'

import { collectionFields } from '#areas/collections/collection-fields.ts'
import { collectionOutput, describeCollection } from '#areas/collections/collection-output.ts'
import {
  type Collection,
  type CollectionDefaults,
  collectionRecords,
  countItems,
  defaultsOf,
  getCollection,
  lockCollection,
  requireAuthor,
} from '#areas/collections/collections.ts'
import { getSettings, requirePresets } from '#areas/organizations/index.ts'
import type { Ctx } from '#kernel/context.ts'
import { type Plan, requireFeature } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion } from '#kernel/schema.ts'
import { nextVersion, requireVersion } from '#kernel/version.ts'
import { pluck } from '#std/pluck.ts'
import { listPathOfTemplate } from '#std/url-templates.ts'

const { enabled: isEnabled, ...others } = pluck(collectionFields, 'change')

export const updateCollection = operation({
  name: 'updateCollection',
  title: 'Change a collection',
  summary: 'Changes, enables or disables a collection. articles is always enabled; any other needs the authority plan.',
  scope: 'content:write',
  risk: 'write',
  // A disabled collection takes all its items off the public; a template moves their addresses.
  changesPublic: { when: ({ enabled, urlTemplate }) => enabled !== undefined || urlTemplate !== undefined },
  errors: ['not_found', 'built_in_locked', 'plan_required'],
  examples: [
    {
      title: 'Enable a preset',
      input: { collectionId: 'col_01k9x8f0000000000000000000', enabled: true },
    },
  ],
  input: changes(
    {
      collectionId: id('collection').describe('Id of the collection: col_... (its slug works too)'),
      ...others,
      enabled: isEnabled,
      ifVersion,
    },
    'collectionId',
  ),
  output: z.object({ collection: collectionOutput }),

  async handle(ctx, input) {
    const { db, access } = ctx
    const { collectionId: _, ifVersion: expected, ...fields } = input
    const collection = await lockCollection(db, input.collectionId)
    requireVersion(collection.version, expected)
    if (input.enabled !== undefined) requireMayEnable(collection, input.enabled, access.organization.plan)
    if (input.defaultAuthorId != null) await requireAuthor(db, collection.id, input.defaultAuthorId)
    if (input.defaults) {
      const { presets } = await getSettings(db)
      requirePresets(presets, input.defaults, { at: '/input/defaults', before: defaultsOf(collection) })
    }
    if (input.cmsTargetId != null) throw noTarget(input.cmsTargetId)

    await db
      .updateTable('collection')
      .set({
        ...collectionRecords.write({ ...fields, defaults: input.defaults && merged(collection, input.defaults) }),
        ...nextVersion,
      })
      .where('id', '=', collection.id)
      .execute()
    await tellOfPages(ctx, collection, input)

    const counts = await countItems(db)
    return { collection: describeCollection(await getCollection(db, collection.id), counts.get(collection.id)) }
  },
})

/** Its items are elsewhere, or the public sees them no longer or again; or only the page that lists them has another name. */
async function tellOfPages(
  { shownChanged, announce }: Pick<Ctx<'write'>, 'shownChanged' | 'announce'>,
  before: Collection,
  {
    name = before.name,
    urlTemplate = before.urlTemplate,
    enabled = before.enabled,
  }: { [N in 'name' | 'urlTemplate' | 'enabled']?: Collection[N] | undefined },
): Promise<void> {
  if (name !== before.name && before.isOpen && enabled)
    await announce({ reason: 'updated', items: [], paths: [listPathOfTemplate(urlTemplate)] })
  const areElsewhere = urlTemplate !== before.urlTemplate
  if (!areElsewhere && enabled === before.enabled) return
  const formerTemplates = { [before.id]: before.urlTemplate }
  const turned = enabled === before.enabled ? {} : { turned: enabled ? ('open' as const) : ('closed' as const) }
  await shownChanged({ by: 'collection', ids: [before.id], areElsewhere, formerTemplates, ...turned })
}

/** The defaults with what a call gives; an empty text is none. */
function merged(
  collection: Collection,
  given: { readonly [N in keyof CollectionDefaults]?: string | null | undefined },
) {
  const all = Object.entries({ ...defaultsOf(collection), ...given })
  return Object.fromEntries(all.filter(([, value]) => value)) as Partial<CollectionDefaults>
}

function requireMayEnable(
  { builtIn, enabled: isEnabled, slug, id: collectionId }: Collection,
  enabled: boolean,
  plan: Plan,
) {
  if (builtIn && !enabled) {
    throw new Refusal('built_in_locked', `The collection ${slug} is built in: its slug, kind and enabled are fixed.`, {
      collectionId,
    })
  }
  if (!builtIn && enabled && !isEnabled) requireFeature(plan, 'nonArticleCollections')
}

// The target of a connected CMS belongs to the connection: a collection has none of its own.
function noTarget(cmsTargetId: string): Refusal {
  return new Refusal(
    'not_found',
    'There is no such CMS target: leave cmsTargetId out. selectIntegrationTarget selects where a connected CMS keeps items.',
    { id: cmsTargetId },
  )
}
