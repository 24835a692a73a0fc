import { listPathOf, pathOf, siteIn, urlOfRow } from '#areas/addresses/index.ts'
import type { Collection } from '#areas/collections/index.ts'
import type { ItemRow } from '#areas/items/index.ts'
import type { Settings } from '#areas/organizations/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { ChangedItem, ChangeReason, ContentChange, DeliveryRef } from '#kernel/change.ts'
import { joinUrl } from '#std/urls.ts'

type Place = { access: { organization: Pick<OrganizationFacts, 'id'> }; baseUrl: string }
export type Edit = {
  before?: ItemRow | undefined
  after: ItemRow
  collection: Collection
  settings: Pick<Settings, 'siteUrl' | 'brand'>
}

/**
 * What websites are told about an item. One that is public no longer keeps the address that it had; one that got another
 * address names the one before, too. What is published in a closed collection is a draft to them.
 */
export function changedItem({ access, baseUrl }: Place, { before, after, collection, settings }: Edit): ChangedItem {
  const site = siteIn(settings, { baseUrl, organizationId: access.organization.id })
  const url = urlOfRow(after, { collection, site })
  const previousUrl = before?.status === 'published' ? urlOfRow(before, { collection, site }) : url
  return {
    id: after.id,
    collection: collection.slug,
    slug: after.slug,
    previousSlug: before === undefined || before.slug === after.slug ? null : before.slug,
    url,
    previousUrl: previousUrl === url ? null : previousUrl,
    listUrl: site.siteUrl === null ? null : joinUrl(site.siteUrl, listPathOf(collection)),
    canonicalUrl: after.canonical_url,
    status: after.effective_status === 'published' && !collection.isOpen ? 'draft' : after.effective_status,
    updatedAt: after.updated_at,
    contentHash: after.content_hash,
  }
}

type Announcing = Place & { announce(change: ContentChange): Promise<readonly DeliveryRef[]> }

/** Tells the websites what the public can see of an edit, and the redirect that it leaves. */
export async function announceEdit(ctx: Announcing, change: Required<Edit>): Promise<readonly DeliveryRef[]> {
  const { before, after } = change
  const reason = before === undefined ? undefined : reasonOf(before, after)
  if (reason === undefined) return []
  return ctx.announce({ reason, items: [changedItem(ctx, change)], redirects: slugRedirects(change) })
}

/** The same for many edits of one transaction, and for items that are new: one change for each reason. */
export async function announceEdits(ctx: Announcing, edits: readonly Edit[]): Promise<void> {
  const seen = edits.flatMap((edit) => {
    const reason = reasonOf(edit.before, edit.after)
    return reason === undefined ? [] : [{ reason, edit }]
  })
  for (const [reason, some] of Map.groupBy(seen, (one) => one.reason)) {
    const items = some.map(({ edit }) => changedItem(ctx, edit))
    const redirects = some.flatMap(({ edit }) => slugRedirects({ before: undefined, ...edit }))
    await ctx.announce({ reason, items, redirects })
  }
}

/** What the public sees of the difference between two states of an item; undefined where it sees none of them. */
function reasonOf(before: ItemRow | undefined, after: ItemRow): ChangeReason | undefined {
  if (before?.status !== 'published') return after.status === 'published' ? 'published' : undefined
  if (after.status !== 'published') return 'unpublished'
  return before.slug === after.slug ? 'updated' : 'slug_changed'
}

/** Old paths of items, and where they lead now. */
export type Redirects = NonNullable<ContentChange['redirects']>

/** The redirect that a published item leaves where its slug changed (content.md#old-addresses-lead-on). */
export function slugRedirects({ before, after, collection }: Omit<Required<Edit>, 'settings'>): Redirects {
  if (before === undefined || before.status !== 'published' || pathOf(collection, before) === pathOf(collection, after))
    return []
  return [{ from: pathOf(collection, before), to: pathOf(collection, after) }]
}
