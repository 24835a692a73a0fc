import * as account from '#areas/account/index.ts'
import * as agentAudit from '#areas/agent-audit/index.ts'
import * as approvals from '#areas/approvals/index.ts'
import * as checks from '#areas/checks/index.ts'
import * as collections from '#areas/collections/index.ts'
import * as content from '#areas/content/index.ts'
import * as media from '#areas/media/index.ts'
import * as generation from '#areas/generation/index.ts'
import * as jobs from '#areas/jobs/index.ts'
import * as exchange from '#areas/exchange/index.ts'
import * as integrations from '#areas/integrations/index.ts'
import * as library from '#areas/library/index.ts'
import * as onboarding from '#areas/onboarding/index.ts'
import * as organizations from '#areas/organizations/index.ts'
import * as publishing from '#areas/publishing/index.ts'
import * as seo from '#areas/seo/index.ts'
import * as taxonomies from '#areas/taxonomies/index.ts'
import * as topics from '#areas/topics/index.ts'
import type { AnyOperation } from '#kernel/operation.ts'

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
  account: account.operations,
  organizations: organizations.operations,
  jobs: jobs.operations,
  collections: collections.operations,
  taxonomies: taxonomies.operations,
  library: library.operations,
  media: media.operations,
  content: contentAndChecks,
  exchange: exchange.operations,
  topics: topics.operations,
  generation: generation.operations,
  seo: seo.operations,
  integrations: integrations.operations,
  publishing: publishing.operations,
  onboarding: onboarding.operations,
  'agent-audit': agentAudit.operations,
  approvals: approvals.operations,
} as const satisfies Record<string, readonly AnyOperation[]>

export type Catalog = typeof catalog
export type AreaName = keyof Catalog
type All = Catalog[AreaName][number]
export type OperationName = All['name']
type Named<N extends OperationName> = Extract<All, { name: N }>
/**
 * What an operation answers.
 *
 * @public for what calls operations in process, outside of the faces
 */
export type OutputOf<N extends OperationName> = Awaited<ReturnType<Named<N>['handle']>>
