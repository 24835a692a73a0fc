import type { OperationName } from '#catalog/catalog.ts'

import { accountSamples } from './samples/account.ts'
import { agentAuditSamples } from './samples/agent-audit.ts'
import { approvalsSamples } from './samples/approvals.ts'
import { collectionsSamples } from './samples/collections.ts'
import { contentSamples } from './samples/content.ts'
import { exchangeSamples } from './samples/exchange.ts'
import { generationSamples } from './samples/generation.ts'
import { integrationsSamples } from './samples/integrations.ts'
import { jobsSamples } from './samples/jobs.ts'
import { librarySamples } from './samples/library.ts'
import { mediaSamples } from './samples/media.ts'
import { onboardingSamples } from './samples/onboarding.ts'
import { organizationsSamples } from './samples/organizations.ts'
import { publishingSamples } from './samples/publishing.ts'
import { seoSamples } from './samples/seo.ts'
import { taxonomiesSamples } from './samples/taxonomies.ts'
import { topicsSamples } from './samples/topics.ts'
import type { MakeSample } from './samples/sample.ts'

/** A valid call of every operation. */
export const samples = {
  ...accountSamples,
  ...organizationsSamples,
  ...jobsSamples,
  ...collectionsSamples,
  ...taxonomiesSamples,
  ...librarySamples,
  ...mediaSamples,
  ...contentSamples,
  ...exchangeSamples,
  ...topicsSamples,
  ...generationSamples,
  ...seoSamples,
  ...integrationsSamples,
  ...publishingSamples,
  ...onboardingSamples,
  ...agentAuditSamples,
  ...approvalsSamples,
} satisfies Record<OperationName, MakeSample>
