import { join } from 'node:path'

import { createPasswords, newSetUpToken } from '#areas/account/index.ts'
import { furnishCollections } from '#areas/collections/index.ts'
import { createAdmission } from '#catalog/admit.ts'
import { catalog } from '#catalog/catalog.ts'
import { procedures } from '#catalog/procedures.ts'
import { agentOperations } from '#catalog/agent-operations.ts'
import { createLiveCalls } from '#work/live/live-calls.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { createRunner } from '#catalog/run/run.ts'
import { createProcedureRunner } from '#catalog/run/run-procedure.ts'
import { throttledCalls } from '#catalog/run/throttled.ts'
import { createAgentApi } from '#faces/agent-api/agent-api.ts'
import { createApp } from '#faces/app/app.ts'
import { readWebBundle } from '#faces/app/web-bundle.ts'
import { createContentApi } from '#faces/content-api/content-api.ts'
import { limitPerAddress } from '#faces/content-api/limit-per-address.ts'
import { createOAuth } from '#faces/oauth/oauth.ts'
import { createMcp } from '#faces/mcp/mcp.ts'
import { createMediaFace } from '#faces/media/media.ts'
import { createExportsFace } from '#faces/exports/exports.ts'
import { createHealthFace } from '#faces/health/health.ts'
import type { Face } from '#faces/http.ts'
import type { Log } from '#kernel/log.ts'
import type { Passwords } from '#kernel/passwords.ts'
import type { Config } from '#platform/config/config.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { postgresLimiter } from '#platform/limiter/postgres.ts'

import { startHousekeeping } from '#work/housekeeping.ts'
import { countRedirects } from '#work/redirect-hits.ts'
import { openServices } from './open-services.ts'
import { openWorkshop } from './open-workshop.ts'
import { dispatcher } from './http/dispatch.ts'
import { stateKey, takeState } from './request-states.ts'
import { readVersion } from './read-version.ts'
import { type Installation, openInstallation } from './installation.ts'

const root = join(import.meta.dirname, '../..')

export type Product = {
  dispatch: Face
  installation: Installation
  /** The one-time link of an installation without organization (D-21). */
  setUpLink(): Promise<string | undefined>
  hasBundle: boolean
  /** Ends the streams, which would keep the server from closing. */
  endStreams(): void
  close(): Promise<void>
}

export type ProductOptions = {
  config: Config
  log: Log
  baseUrl: () => string
  closing: () => boolean
  onFatal: (error: Error) => void
  /** None: those of identity.md 2.2. */
  passwords?: Passwords | undefined
}

/** Joins the parts of the server: the only place where they are chosen. */
export async function openProduct({
  config,
  log,
  baseUrl,
  closing,
  onFatal,
  passwords = createPasswords(),
}: ProductOptions): Promise<Product> {
  const installation = await openInstallation({ config, log, onFatal })
  const { database, renderer, vault, files, images } = installation
  const limiter = config.limits.rateStore === 'postgres' ? postgresLimiter(database) : memoryLimiter()
  const reference = buildReference(catalog)
  const services = await openServices({ installation, config, log })
  const { outbound, mail, webhooks, announce, checks, browser } = services
  const operations = agentOperations(reference)
  // Every stream holds a connection: others must stay free.
  const live = createLiveCalls({ database, log, maxViewers: Math.ceil(config.server.maxConnections / 2) })
  const workshop = openWorkshop({ installation, services, baseUrl, log })
  const runner = createRunner({
    operations,
    database,
    render: renderer.render,
    mail,
    fetch: outbound.fetch,
    checkUrl: outbound.check,
    files,
    images,
    browser,
    sealing: vault,
    webhooks,
    announce,
    checks,
    wake: workshop.wake,
    recorded: live.recorded,
    baseUrl,
    log,
  })
  const procedureRunner = createProcedureRunner({
    procedures: new Map(procedures.map((each) => [each.name, each])),
    database,
    limiter,
    passwords,
    attempts: limiter,
    mail,
    sealing: vault,
    isSignUpOpen: config.server.openSignUp,
    furnish: furnishCollections,
    baseUrl,
    log,
  })
  const throttled = throttledCalls({ record: runner.record, log })
  const admission = createAdmission({ database, limiter, failures: memoryLimiter(), baseUrl, log })
  const bundle = await readWebBundle(join(root, 'dist/web'), {
    isHttps: config.server.baseUrl?.startsWith('https:') ?? false,
  })

  const mcp = createMcp({
    reference,
    runner,
    operations,
    admission,
    throttled,
    approvals: { key: await stateKey(installation), take: takeState(database) },
    watch: live.watch,
    gate: {
      baseUrl,
      boundTo: config.server.host,
      allowedHosts: config.server.allowedHosts,
      allowedOrigins: config.server.allowedOrigins,
    },
    serverInfo: { name: 'masthead', title: 'Masthead', version: readVersion(root) },
    log,
  })

  const hits = countRedirects({ database, log })
  const dispatch = dispatcher({
    contentApi: limitPerAddress(createContentApi({ database, baseUrl, log, followed: hits.followed }), {
      limiter: memoryLimiter(),
      perMinute: config.limits.contentPerMinute,
    }),
    agentApi: createAgentApi({ reference, runner, admission, throttled, baseUrl, log }),
    oauth: createOAuth({
      database,
      vault,
      reference,
      limiter,
      ...config.oauth,
      ...(fetchesDocuments(config) ? { fetchDocument: outbound.plain } : {}),
      baseUrl,
      log,
    }),
    mcp: mcp.face,
    media: createMediaFace({ database, files, log }),
    app: createApp({
      reference,
      runner,
      procedures: procedureRunner,
      admission,
      throttled,
      live,
      baseUrl,
      log,
      asIdentity: database.asIdentity,
      forOrganization: database.forOrganization,
      passwords,
      sealing: vault,
      mail,
      furnish: furnishCollections,
      isSignUpOpen: config.server.openSignUp && mail.isConfigured,
    }),
    health: createHealthFace({ closing, ready: installation.ready }),
    exports: createExportsFace({ database, limiter: memoryLimiter(), log }),
    bundle,
  })

  const housekeeping = startHousekeeping({ database, files, mail, checks, baseUrl, log })
  services.mailer?.start()
  if (config.worker) await workshop.start()

  return {
    dispatch,
    installation,
    hasBundle: bundle !== null,
    endStreams: mcp.close,
    async setUpLink() {
      const token = await database.asIdentity(newSetUpToken)
      return token === undefined ? undefined : `${baseUrl()}/setup/${token}`
    },
    async close() {
      await live.close()
      await workshop.stop()
      await housekeeping.stop()
      await hits.stop()
      await throttled.close()
      await services.close()
      await admission.close()
      await installation.close()
    },
  }
}

// Advertised but not fetchable is worse than absent (identity.md 9.7): by itself only where agents come from the internet.
function fetchesDocuments({ server, oauth }: Config): boolean {
  return (
    oauth.clientDocuments === 'on' ||
    (oauth.clientDocuments === 'auto' && server.baseUrl?.startsWith('https:') === true)
  )
}
