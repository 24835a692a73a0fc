import { siteOf } from '#areas/addresses/index.ts'
import { getCollection, isOpen } from '#areas/collections/index.ts'
import { furtherNames } from '#areas/content/feeds/further-attributes.ts'
import { itemResource } from '#areas/content/feeds/item-resource.ts'
import { type ItemRow, wideItem } from '#areas/content/feeds/item-rows.ts'
import { termsOf } from '#areas/items/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'

type Ctx = { db: Reader; access: { organization: Pick<OrganizationFacts, 'id'> }; baseUrl: string }

/** An item as the Content API shows it where everything is asked for. */
type ShownItem = {
  attributes: Readonly<Record<string, unknown>>
  slug: string
  /** Slug of its collection. */
  collection: string
  /** Its public URL. */
  url: string
}

/** An item with all attributes of the Content API, whether that is open or not; undefined where there is none. */
export async function shownItem({ db, access, baseUrl }: Ctx, id: string): Promise<ShownItem | undefined> {
  const row = await db
    .with('open', (query) =>
      query.selectFrom('collection as c').select(['c.id', 'c.slug', 'c.url_template']).where(isOpen('c')),
    )
    .selectFrom(
      wideItem({ fields: new Set(furtherNames), body: 'whole' })
        .where('i.id', '=', id)
        .as('row'),
    )
    .selectAll('row')
    .executeTakeFirst()
  const of = await db.selectFrom('item').select(['collection_id']).where('id', '=', id).executeTakeFirst()
  if (row === undefined || of === undefined) return undefined
  const collection = await getCollection(db, of.collection_id)
  const site = await siteOf({ db, baseUrl, organizationId: access.organization.id })
  const author = (await termsOf(db, [id])).get(id)?.author[0]?.name ?? null
  const { attributes } = itemResource(whole(row), { collection, site, author })
  return { attributes, slug: row.slug, collection: collection.slug, url: String(attributes['url']) }
}

// The statement asks for the further columns, so that none of them is missing.
const whole = (row: object): ItemRow => row as ItemRow
