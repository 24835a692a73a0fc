import type { AnyOperation } from '#kernel/operation.ts'

import * as areas from './areas.ts'

const { checks, content } = areas

type InContent = (typeof content.operations)[number] | (typeof checks.operations)[number]
const [findDuplicateItems, listPublishingWarnings, validatePost] = checks.operations

/**
 * In public the operations of `checks` belong to the area content, each at the place that clients know: areas are words of the
 * catalog, whatever the folders are called.
 */
const contentAndChecks: readonly InContent[] = [
  ...content.operations.flatMap<InContent>((operation) => {
    if (operation.name === 'getItem') return [findDuplicateItems, operation]
    if (operation.name === 'previewItem') return [listPublishingWarnings, operation]
    return [operation]
  }),
  validatePost,
]

/** Every operation of the product, by area. The order is that of discovery. */
export const catalog = {
  account: [...areas.account.operations, ...areas.oauth.operations],
  organizations: areas.organizations.operations,
  jobs: areas.jobs.operations,
  collections: areas.collections.operations,
  taxonomies: areas.taxonomies.operations,
  library: areas.library.operations,
  models: areas.models.operations,
  media: areas.media.operations,
  content: contentAndChecks,
  exchange: areas.exchange.operations,
  topics: areas.topics.operations,
  generation: areas.generation.operations,
  seo: areas.seo.operations,
  integrations: areas.integrations.operations,
  publishing: areas.publishing.operations,
  analytics: areas.analytics.operations,
  'search-console': areas.searchConsole.operations,
  visibility: areas.visibility.operations,
  'site-audit': areas.siteAudit.operations,
  onboarding: areas.onboarding.operations,
  undo: areas.undo.operations,
  'agent-audit': areas.agentAudit.operations,
  approvals: areas.approvals.operations,
  editing: areas.editing.operations,
} as const satisfies Record<AreaWithName, readonly AnyOperation[]>

/**
 * Areas by their public names. `addresses` and `items` have no operations; those of `checks` belong to content, those of `oauth` to
 * account.
 */
type AreaWithName =
  | Exclude<
      keyof typeof areas,
      'addresses' | 'agentAudit' | 'checks' | 'items' | 'oauth' | 'searchConsole' | 'siteAudit'
    >
  | 'agent-audit'
  | 'search-console'
  | 'site-audit'

export type Catalog = typeof catalog
export type AreaName = keyof Catalog
type All = Catalog[AreaName][number]
export type OperationName = All['name']
type Named<N extends OperationName> = Extract<All, { name: N }>
/**
 * What an operation answers.
 *
 * @public for code that calls operations in process, outside the faces
 */
export type OutputOf<N extends OperationName> = Awaited<ReturnType<Named<N>['handle']>>
