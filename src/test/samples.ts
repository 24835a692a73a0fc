import type { AnyOperation } from '#kernel/operation.ts'

import { accountSamples } from './samples/account.ts'
import { agentAuditSamples } from './samples/agent-audit.ts'
import { approvalsSamples } from './samples/approvals.ts'
import { collectionsSamples } from './samples/collections.ts'
import { contentSamples } from './samples/content.ts'
import { editingSamples } from './samples/editing.ts'
import { exchangeSamples } from './samples/exchange.ts'
import { generationSamples } from './samples/generation.ts'
import { integrationsSamples } from './samples/integrations.ts'
import { jobsSamples } from './samples/jobs.ts'
import { librarySamples } from './samples/library.ts'
import { mediaSamples } from './samples/media.ts'
import { modelsSamples } from './samples/models.ts'
import { onboardingSamples } from './samples/onboarding.ts'
import { organizationsSamples } from './samples/organizations.ts'
import { publishingSamples } from './samples/publishing.ts'
import type { MakeSample, Sample } from './samples/sample.ts'
import { searchConsoleSamples } from './samples/search-console.ts'
import { seoSamples } from './samples/seo.ts'
import { siteAuditSamples } from './samples/site-audit.ts'
import { taxonomiesSamples } from './samples/taxonomies.ts'
import { topicsSamples } from './samples/topics.ts'
import { undoSamples } from './samples/undo.ts'
import { visibilitySamples } from './samples/visibility.ts'
import type { Stage } from './stage.ts'

const written = new Map<string, MakeSample>(
  Object.entries({
    ...accountSamples,
    ...organizationsSamples,
    ...jobsSamples,
    ...collectionsSamples,
    ...taxonomiesSamples,
    ...librarySamples,
    ...mediaSamples,
    ...modelsSamples,
    ...contentSamples,
    ...exchangeSamples,
    ...topicsSamples,
    ...generationSamples,
    ...seoSamples,
    ...integrationsSamples,
    ...publishingSamples,
    ...searchConsoleSamples,
    ...siteAuditSamples,
    ...onboardingSamples,
    ...agentAuditSamples,
    ...undoSamples,
    ...visibilitySamples,
    ...approvalsSamples,
    ...editingSamples,
  }),
)

/** The operations that have a sample. */
export const sampled: readonly string[] = [...written.keys()]

/** A valid call of an operation: as its sample says, else as its examples do (tests.md#generated-from-the-catalog). */
export async function sampleOf({ name, examples = [] }: AnyOperation, on: Stage): Promise<Sample> {
  const make = written.get(name)
  if (make !== undefined) return make(on)
  const [first, second] = examples
  return { input: first?.input ?? {}, ...(second === undefined ? {} : { other: second.input }) }
}
