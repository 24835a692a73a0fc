import { createHash } from 'node:crypto'

import { itemsPath, ownHosts, pathOf, type Placed } from '#areas/addresses/index.ts'
import type { Surroundings } from '#kernel/checks.ts'
import { comparablePath } from '#std/comparable-url.ts'
import { slugsReader } from '#std/url-templates.ts'

import { engineVersion } from './rules/engine.ts'
import type { Site } from './rules/subject.ts'

type Collection = Surroundings['collections'][number]

/** The organization as the rules see it: its site, and its collections by id. */
export type Around = { site: Site; collections: ReadonlyMap<string, Collection> }

/** What the warnings of every item of an organization depend on. */
export function aroundOf({ settings, collections }: Surroundings, organizationId: string): Around {
  return {
    site: siteOf(settings, organizationId),
    collections: new Map(collections.map((collection) => [collection.id, collection])),
  }
}

function siteOf(settings: Surroundings['settings'], organizationId: string): Site {
  const { siteUrl, locale, brand } = settings
  const names = [...(brand.name === null ? [] : [brand.name]), ...brand.aliases, ...brand.competitorsSeed]
  return {
    organizationId,
    siteUrl,
    locale,
    hosts: ownHosts(settings),
    domains: brand.domains,
    brandName: brand.name,
    brandNames: names,
    hasSocialImage: settings.defaults.socialImageId !== null,
  }
}

/** What stored warnings depend on besides the items: when the basis changes, the items are checked again. */
export function basisOf({ site, collections }: Around): string {
  const facts = [
    engineVersion,
    site.siteUrl,
    site.locale,
    [...site.hosts],
    site.brandName,
    site.brandNames,
    site.hasSocialImage,
    Array.from(collections.values(), ({ id, slug, kind, urlTemplate, timezone, isOpen, fieldsSchema }) => [
      id,
      slug,
      kind,
      urlTemplate,
      timezone,
      isOpen,
      ...(fieldsSchema === null ? [] : [fieldsSchema]),
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
}

/**
 * Where the items of a collection are. `isSure`: an address that matches and that no item has is not
 * a page of the website either.
 */
type Pattern = { collectionId: string; slugsIn(path: string): string[]; isSure: boolean }

/** The paths of all collections: on the website, below its own path, and in the Content API. */
export function patternsOf({ site, collections }: Around): Pattern[] {
  return [...collections.values()].flatMap((collection) =>
    templatesOf(site, collection).map(({ template, isSure }) => ({
      collectionId: collection.id,
      slugsIn: slugsReader(comparablePath(template)),
      isSure,
    })),
  )
}

/** The path of an item on the website, as `ownPath` returns it. */
export const websitePathOf = (collection: Collection, row: Placed): string => comparablePath(pathOf(collection, row))

/** The paths by which an item can be linked to, as `ownPath` returns them. */
export function addressesOf(site: Site, collection: Collection, row: Placed): string[] {
  return templatesOf(site, collection).map(({ template }) =>
    comparablePath(pathOf({ ...collection, urlTemplate: template }, row)),
  )
}

function templatesOf(site: Site, collection: Collection): { template: string; isSure: boolean }[] {
  const { urlTemplate, slug, isOpen } = collection
  const below = comparablePath(URL.parse(site.siteUrl ?? '')?.pathname ?? '/')
  // A template without a folder of its own, such as /{slug} or /{year}/{slug}, is shared with all other pages of the website.
  const isSure = isOpen && !urlTemplate.startsWith('/{')
  return [
    { template: urlTemplate, isSure },
    ...(below === '/' ? [] : [{ template: `${below}${urlTemplate}`, isSure }]),
    { template: `/v1/${site.organizationId}/${itemsPath(slug)}/{slug}`, isSure: true },
  ]
}
