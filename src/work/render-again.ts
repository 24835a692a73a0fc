import { keepRenderedAgain, outdatedBodies } from '#areas/content/index.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { renderFor, type SharedRender } from '#kernel/render.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { policyVersion } from '#platform/render/policy-version.ts'

/** Bodies that are read at once. */
const few = 5

type Parts = { database: TenantDatabase; render: SharedRender; baseUrl: () => string; log: Log }

/** Renders the bodies of an organization again that an older policy sanitised (content.md#sanitised-when-written). */
export async function renderAgain(
  { database, render, baseUrl, log }: Parts,
  organizationId: OrganizationId,
  isStopped: () => boolean,
): Promise<void> {
  for (let after = ''; !isStopped();) {
    const bodies = await database.forOrganization({ organizationId }, 'read', ({ db }) =>
      outdatedBodies(db, { policyVersion, after, limit: few }),
    )
    for (const body of bodies) {
      if (isStopped()) return
      await oneAgain(body).catch((error: unknown) =>
        log.error({ itemId: body.itemId, organizationId, err: error }, 'a body could not be rendered again'),
      )
    }
    after = bodies.at(-1)?.itemId ?? ''
    if (bodies.length < few) return
  }

  async function oneAgain(body: Awaited<ReturnType<typeof outdatedBodies>>[number]) {
    const renderOwn = renderFor(render, {
      baseUrl: baseUrl(),
      asker: () => ({ party: organizationId, rank: 'background' }),
    })
    const { content, format, comparison_screenshots: comparisonScreenshots } = body
    const rendered = await renderOwn({ content, format, comparisonScreenshots })
    await database.forOrganization({ organizationId }, 'write', ({ db }) => keepRenderedAgain(db, body, rendered))
  }
}
