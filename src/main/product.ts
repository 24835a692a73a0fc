import { join } from 'node:path'

import { createPasswords, newSetUpToken } from '#areas/account/index.ts'
import { furnishCollections } from '#areas/collections/index.ts'
import { createAdmission } from '#catalog/admit.ts'
import { catalog } from '#catalog/catalog.ts'
import { procedures } from '#catalog/procedures.ts'
import { agentOperations } from '#catalog/agent-operations.ts'
import { createLiveCalls } from '#catalog/live-calls.ts'
import { buildReference } from '#catalog/reference.ts'
import { createRunner } from '#catalog/run.ts'
import { createProcedureRunner } from '#catalog/run-procedure.ts'
import { throttledCalls } from '#catalog/throttled.ts'
import { createAgentApi } from '#faces/agent-api/agent-api.ts'
import { createApp } from '#faces/app/app.ts'
import { readWebBundle } from '#faces/app/web-bundle.ts'
import { createContentApi } from '#faces/content-api/content-api.ts'
import { limitPerAddress } from '#faces/content-api/limit-per-address.ts'
import { createOAuth } from '#faces/oauth/oauth.ts'
import { createMcp } from '#faces/mcp/mcp.ts'
import { createHealthFace } from '#faces/health/health.ts'
import type { Face } from '#faces/http.ts'
import type { Log } from '#kernel/log.ts'
import { noMail } from '#kernel/mail.ts'
import type { Config } from '#platform/config/config.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { postgresLimiter } from '#platform/limiter/postgres.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { smtpTo } from '#platform/mail/smtp.ts'

import { startHousekeeping } from './housekeeping.ts'
import { dispatcher } from './dispatch.ts'
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
}

/** Joins the parts of the server: the only place where they are chosen. */
export async function openProduct({ config, log, baseUrl, closing, onFatal }: ProductOptions): Promise<Product> {
  const installation = await openInstallation({ config, log, onFatal })
  const { database, renderer, vault } = installation
  const limiter = config.limits.rateStore === 'postgres' ? postgresLimiter(database) : memoryLimiter()
  const reference = buildReference(catalog)
  const outbound = openOutbound({ opened: config.server.privateNetworks })
  if (config.server.privateNetworks.length > 0)
    log.warn({ networks: config.server.privateNetworks }, 'private networks are open to outbound requests')
  const mailer =
    config.mail === null ? undefined : createMailer({ database, sealing: vault, smtp: smtpTo(config.mail), log })
  const mail = mailer ?? noMail
  const passwords = createPasswords()
  const operations = agentOperations(reference)
  // Every stream holds a connection: others must stay free.
  const live = createLiveCalls({ database, log, maxViewers: Math.ceil(config.server.maxConnections / 2) })
  const runner = createRunner({
    operations,
    database,
    render: renderer.render,
    mail,
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

  const dispatch = dispatcher({
    contentApi: limitPerAddress(createContentApi({ database, baseUrl, log }), {
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
    bundle,
  })

  const housekeeping = startHousekeeping({ database, mail, baseUrl, log })
  mailer?.start()

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
      await housekeeping.stop()
      await mailer?.stop()
      await throttled.close()
      await outbound.close()
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
