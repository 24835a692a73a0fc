import { join } from 'node:path'

import { furnishCollections } from '#areas/collections/index.ts'
import { countDecidable } from '#catalog/pending-approvals.ts'
import { createAgentApi } from '#faces/agent-api/agent-api.ts'
import { createApp } from '#faces/app/app.ts'
import { readWebBundle } from '#faces/app/web-bundle.ts'
import { createCollectFace } from '#faces/collect/collect.ts'
import type { AnswerCache } from '#faces/content-api/answer-cache.ts'
import { createContentApi } from '#faces/content-api/content-api.ts'
import type { AnswerCounter } from '#faces/content-api/count-answers.ts'
import { limitPerAddress } from '#faces/content-api/limit-per-address.ts'
import { createExportsFace } from '#faces/exports/exports.ts'
import { createHealthFace } from '#faces/health/health.ts'
import type { Face, Ready } from '#faces/http.ts'
import { createMcp } from '#faces/mcp/mcp.ts'
import { createMediaFace } from '#faces/media/media.ts'
import { createOAuth } from '#faces/oauth/oauth.ts'
import { createReportsFace } from '#faces/reports/reports.ts'
import type { Log } from '#kernel/log.ts'
import type { Passwords } from '#kernel/passwords.ts'
import { readVersion } from '#kernel/release.ts'
import type { Config } from '#platform/config/config.ts'
import { visitsOf } from '#platform/database/visits.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import type { JobTexts } from '#work/live/job-texts.ts'
import type { LiveCalls } from '#work/live/live-calls.ts'
import type { RedirectHits } from '#work/redirect-hits.ts'
import type { ViewCounts } from '#work/view-counts.ts'

import { aboutInstallation } from './about-installation.ts'
import { dispatcher } from './http/dispatch.ts'
import type { Installation } from './installation.ts'
import type { Calls } from './open-calls.ts'
import type { Services } from './open-services.ts'
import { stateKey, takeState } from './request-states.ts'

const root = join(import.meta.dirname, '../..')

type Parts = {
  installation: Installation
  services: Services
  calls: Calls
  live: LiveCalls
  texts: JobTexts
  hits: RedirectHits
  views: ViewCounts
  cache: AnswerCache
  counter: AnswerCounter
  passwords: Passwords
  config: Config
  baseUrl: () => string
  closing: () => boolean
  log: Log
}

export type Faces = {
  dispatch: Face
  /** What can be answered at once. */
  ready: Ready
  hasBundle: boolean
  /** Ends the streams, which would keep the server from closing. */
  endStreams(): void
}

/** Every protocol that the server speaks, behind one address. */
export async function openFaces(parts: Parts): Promise<Faces> {
  const { installation, calls, config, closing, log } = parts
  const { files } = installation
  const visits = visitsOf(installation.database)
  const { reference, runner, admission, throttled } = calls
  const bundle = await readWebBundle(join(root, 'dist/web'), {
    isHttps: config.server.baseUrl?.startsWith('https:') ?? false,
  })
  const mcp = await openMcp(parts)
  const content = openContentApi(parts)
  const dispatch = dispatcher({
    contentApi: content.face,
    agentApi: createAgentApi({ reference, runner, admission, throttled, baseUrl: parts.baseUrl, log }),
    oauth: openOAuth(parts),
    mcp: mcp.face,
    media: createMediaFace({ visits, files, log }),
    app: openApp(parts),
    health: createHealthFace({ closing, ready: installation.ready }),
    exports: createExportsFace({ visits, limiter: memoryLimiter(), log }),
    reports: createReportsFace({ visits, limiter: memoryLimiter(), log }),
    collect: createCollectFace({
      visits,
      limiter: memoryLimiter(),
      baseUrl: parts.baseUrl,
      reported: parts.views.reported,
      log,
    }),
    bundle,
  })
  return { dispatch, ready: content.ready, hasBundle: bundle !== null, endStreams: mcp.close }
}

function openContentApi({ installation, hits, views, cache, counter, config, baseUrl, log }: Parts) {
  const { database } = installation
  const { reply, ready } = createContentApi({
    database,
    baseUrl,
    log,
    cache,
    counter,
    followed: hits.followed,
    fetched: views.fetched,
  })
  return limitPerAddress(
    { face: reply, ready },
    { limiter: memoryLimiter(), perMinute: config.limits.contentPerMinute },
  )
}

async function openMcp({ installation, calls, live, config, baseUrl, log }: Parts) {
  const { reference, runner, operations, admission, throttled } = calls
  return createMcp({
    reference,
    runner,
    operations,
    admission,
    throttled,
    approvals: { key: await stateKey(installation), take: takeState(installation.database) },
    watch: live.watch,
    gate: {
      baseUrl,
      boundTo: config.server.host,
      allowedHosts: config.server.allowedHosts,
      allowedOrigins: config.server.allowedOrigins,
    },
    serverInfo: { name: 'masthead', title: 'Masthead', version: readVersion() },
    log,
  })
}

function openOAuth({ installation, services, calls, config, baseUrl, log }: Parts): Face {
  const { database, vault } = installation
  return createOAuth({
    database,
    vault,
    reference: calls.reference,
    limiter: calls.limiter,
    ...config.oauth,
    ...(fetchesDocuments(config) ? { fetchDocument: services.outbound.plain } : {}),
    baseUrl,
    log,
  })
}

function openApp({ installation, services, calls, live, texts, passwords, config, baseUrl, log }: Parts): Face {
  const { database, vault } = installation
  const { reference, runner, procedureRunner, admission, throttled } = calls
  const { mail } = services
  return createApp({
    reference,
    runner,
    procedures: procedureRunner,
    admission,
    throttled,
    live,
    texts,
    baseUrl,
    log,
    asIdentity: database.asIdentity,
    forOrganization: database.forOrganization,
    passwords,
    sealing: vault,
    mail,
    furnish: furnishCollections,
    catalogVersion: reference.catalogVersion,
    pendingApprovals: (organizationId, role) =>
      database.organizationStatement({ organizationId }, 'read', (db) => countDecidable(db, role)),
    about: () => aboutInstallation(installation, config),
    isSignUpOpen: config.server.openSignUp,
  })
}

// Advertised but not readable would be worse than absent: on by default only where agents come from the internet
// (oauth.md#client-documents).
function fetchesDocuments({ server, oauth }: Config): boolean {
  return (
    oauth.clientDocuments === 'on' ||
    (oauth.clientDocuments === 'auto' && server.baseUrl?.startsWith('https:') === true)
  )
}
