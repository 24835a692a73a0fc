import { type RawBuilder, type Selectable, sql } from 'kysely'
import { z } from 'zod'

import { ownHosts } from '#areas/addresses/index.ts'
import { getSettings, hasCommonWord, type Settings } from '#areas/organizations/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { type BrandId, newId, storedId } from '#kernel/ids.ts'
import { id, iso, text, timestamp, title, words } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'
import { nextVersion } from '#kernel/version.ts'

import type { Owner } from './extraction/read-citations.ts'
import { domainKey, nameKey, type ReadBrand, type Terms, termsOf } from './extraction/terms.ts'

export type BrandRow = Selectable<Tables['asv_brand']>

/** A brand that is looked for, the own one from the settings. */
export type Brand = ReadBrand & {
  id: BrandId
  isOwn: boolean
  color: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** All brands of an organization, the own one first, and what answers are read with. */
export type Brands = { all: readonly Brand[]; own: Brand; terms: Terms; owners: readonly Owner[] }

const domain = () =>
  text(253).refine((value) => /^[^\s/?#@:\\[\]]+\.[^\s/?#@:\\[\]]+$/.test(value), {
    message: 'Must be a host name, such as example.com',
  })

export const brandInput = {
  name: title(120),
  aliases: z.array(words(120)).max(20).describe('Other names'),
  domains: z.array(domain()).max(20).describe('Host names'),
  excludeTerms: z.array(words(120)).max(50).describe('Words nearby that mean something else'),
  matchCase: z.boolean().describe('Case counts: for names that are common words'),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Must be a colour such as #1f6feb')
    .nullable(),
}

export const brandOutput = z.object({
  id: id('brand'),
  name: title(120),
  aliases: z.array(z.string()),
  domains: z.array(z.string()),
  excludeTerms: z.array(z.string()),
  matchCase: z.boolean(),
  color: z.string().nullable(),
  own: z.boolean(),
  version: z.int(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})

/** The id of the organization's own brand, which is part of the settings: it follows from that of the organization. */
export const ownBrandId = (organizationId: string): BrandId => storedId('brand', `cmp_${organizationId.slice(4)}`)

/** Every brand that answers are read for. */
export async function readBrands(db: Reader, organization: Pick<OrganizationFacts, 'id' | 'name'>): Promise<Brands> {
  const settings = await getSettings(db)
  const rows = await db.selectFrom('asv_brand').selectAll().orderBy('name').orderBy('id').execute()
  const own = await ownBrand(settings, organization)
  const all = [own, ...rows.map(brandOf)]
  return {
    all,
    own,
    terms: termsOf(all),
    owners: all.map(({ id, domains, isOwn }) => ({ id, domains, isOwn })),
  }
}

/** A competitor, locked until the transaction ends. The own brand is none. */
export async function lockBrand(db: Writer, brandId: string, ownId: string): Promise<BrandRow> {
  if (brandId === ownId)
    throw new Refusal(
      'in_use',
      'This is your own brand: it is part of the settings. updateOrganizationSettings changes it.',
      {
        id: brandId,
        alternative: { operation: 'updateOrganizationSettings' },
      },
    )
  const row = await db.selectFrom('asv_brand').selectAll().where('id', '=', brandId).forUpdate().executeTakeFirst()
  if (row !== undefined) return row
  throw new Refusal('not_found', 'There is no such brand. listAsvCompetitors names them.', {
    id: brandId.slice(0, 200),
  })
}

type BrandFields = Pick<ReadBrand, 'name' | 'aliases' | 'domains' | 'excludeTerms' | 'matchCase'> & {
  color: string | null
}

export async function insertBrand(db: Writer, fields: BrandFields): Promise<BrandRow> {
  return db
    .insertInto('asv_brand')
    .values({ id: newId('brand'), ...columnsOf(fields) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function changeBrand(db: Writer, brandId: string, fields: BrandFields): Promise<BrandRow> {
  return db
    .updateTable('asv_brand')
    .set({ ...columnsOf(fields), ...nextVersion })
    .where('id', '=', brandId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Removes a competitor with what was read out of answers about it; what its names hid from others is there when they are read again. */
export async function removeBrand(db: Writer, brandId: string): Promise<void> {
  await db.deleteFrom('asv_mention').where('brand_id', '=', brandId).execute()
  await sql`update app.asv_citation set brand_id = null, ownership = 'third_party'
    where organization_id = app.org() and brand_id = ${brandId}`.execute(db)
  await db.deleteFrom('asv_brand').where('id', '=', brandId).execute()
}

/** Refuses a name or domain that another brand has, as either of the two (visibility.md#names-belong-to-one-brand). */
export function requireUnused({ all }: Brands, fields: BrandFields, except?: string): void {
  const { names, domains, both } = takenBy(fields)
  for (const other of all) {
    if (other.id === except) continue
    const name = [other.name, ...other.aliases].find((one) => names.has(nameKey(one)) || domains.has(hostKey(one)))
    const host = other.domains.find((one) => both.has(hostKey(one)))
    if (name === undefined && host === undefined) continue
    throw new Refusal(
      'duplicate_brand',
      `${other.isOwn ? 'The own brand' : other.name} has the ${name === undefined ? 'domain' : 'name'} ${name ?? host} already.`,
      {
        brandId: other.id,
        ...(name === undefined ? { domain: host } : { name }),
      },
    )
  }
}

/** Names and domains in the forms in which they are compared; `both`: all of them as domains. */
function takenBy({ name, aliases, domains }: BrandFields) {
  const names = [name, ...aliases]
  return {
    names: new Set(names.map(nameKey)),
    domains: new Set(domains.map(hostKey)),
    both: new Set([...names, ...domains].map(hostKey)),
  }
}

/** A name or a domain in the form in which one is compared with the other. */
const hostKey = (text: string) => domainKey(nameKey(text))

export function describeBrand({ isOwn, ...brand }: Brand): z.input<typeof brandOutput> {
  const { id, name, aliases, domains, excludeTerms, matchCase, color, version, createdAt, updatedAt } = brand
  return {
    id,
    name,
    aliases: [...aliases],
    domains: [...domains],
    excludeTerms: [...excludeTerms],
    matchCase,
    color,
    own: isOwn,
    version,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }
}

export function brandOf(row: BrandRow): Brand {
  const { name, aliases, domains, color, version } = row
  return {
    id: storedId('brand', row.id),
    name,
    aliases,
    domains,
    excludeTerms: row.exclude_terms,
    matchCase: row.match_case,
    color,
    isOwn: false,
    version,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }
}

/** Whether stored answers could be read differently now; an answer that was not read yet counts. Each condition is a range of an index. */
export async function hasStaleAnswers(db: Reader, { key }: Pick<Terms, 'key'>): Promise<boolean> {
  const any = (condition: RawBuilder<boolean>) =>
    sql`exists (select from app.asv_answer where organization_id = app.org() and state = 'ok' and ${condition})`
  const { rows } = await sql<{
    found: boolean
  }>`select ${any(sql`terms_key is null`)} or ${any(sql`terms_key < ${key}`)}
    or ${any(sql`terms_key > ${key}`)} as found`.execute(db)
  return rows[0]?.found === true
}

async function ownBrand(
  settings: Settings,
  { id: organizationId, name }: Pick<OrganizationFacts, 'id' | 'name'>,
): Promise<Brand> {
  const { brand } = settings
  const hosts = [...new Set([...brand.domains.map(domainKey), ...ownHosts(settings)])].filter((host) =>
    host.includes('.'),
  )
  return {
    id: ownBrandId(organizationId),
    name: brand.name ?? name,
    aliases: brand.aliases,
    domains: hosts,
    excludeTerms: brand.excludeTerms,
    matchCase: brand.matchCase || (brand.name === null && (await hasCommonWord([name]))),
    color: null,
    isOwn: true,
    version: settings.version,
    createdAt: settings.createdAt,
    updatedAt: settings.updatedAt,
  }
}

function columnsOf({ name, aliases, domains, excludeTerms, matchCase, color }: BrandFields) {
  return {
    name,
    aliases: [...aliases],
    domains: domains.map(domainKey),
    exclude_terms: [...excludeTerms],
    match_case: matchCase,
    color,
  }
}
