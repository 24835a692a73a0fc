import { createPasswords, newSetUpToken } from '#areas/account/index.ts'
import { AnswerCache } from '#faces/content-api/answer-cache.ts'
import { countAnswers } from '#faces/content-api/count-answers.ts'
import type { RevisionsRaised } from '#kernel/content-revision.ts'
import type { SafeFetch } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'
import type { Passwords } from '#kernel/passwords.ts'
import type { Tracing } from '#kernel/span.ts'
import type { Config } from '#platform/config/config.ts'
import { createWakeUps } from '#platform/jobs/wake-ups.ts'
import { followContent } from '#work/follow-content.ts'
import { startHousekeeping } from '#work/housekeeping.ts'
import { createJobTexts } from '#work/live/job-texts.ts'
import { createLiveCalls } from '#work/live/live-calls.ts'
import { countRedirects } from '#work/redirect-hits.ts'
import { removalOfAudit } from '#work/remove-old-audit.ts'
import { sealingOfAudit } from '#work/seal-audit.ts'
import { countViews } from '#work/view-counts.ts'

import { countersOf, type Counters } from './counters.ts'
import { type Installation, openInstallation } from './installation.ts'
import { openCalls } from './open-calls.ts'
import { type Faces, openFaces } from './open-faces.ts'
import { openServices } from './open-services.ts'
import { openWorkshop } from './open-workshop.ts'

export type Product = Faces & {
  installation: Installation
  /** The way to other servers. */
  fetch: SafeFetch
  /** The one-time link of an installation without an organization (account.md#first-set-up). */
  setUpLink(): Promise<string | undefined>
  /** The names of all operations and procedures. */
  callNames: ReadonlySet<string>
  counters(): Counters
  /** Bytes of the answers of the Content API that are kept. */
  cacheBytes(): number
  close(): Promise<void>
}

export type ProductOptions = {
  config: Config
  log: Log
  tracing: Tracing
  baseUrl: () => string
  closing: () => boolean
  onFatal: (error: Error) => void
  /** None: those of the product (account.md#passwords). */
  passwords?: Passwords | undefined
}

const megabyte = 1024 * 1024

/** Joins the parts of the server: the only place where they are chosen. */
export async function openProduct({
  config,
  log,
  tracing,
  baseUrl,
  closing,
  onFatal,
  passwords = createPasswords(),
}: ProductOptions): Promise<Product> {
  const cache = new AnswerCache({
    bytes: config.limits.contentCacheMb * megabyte,
    isShared: config.database.url !== null,
  })
  const onRaised: RevisionsRaised = (organizationId, raised) => {
    for (const revision of raised) cache.heard(organizationId, revision)
  }
  const installation = await openInstallation({ config, log, onFatal, onRaised })
  const { database, files } = installation
  const services = await openServices({ installation, config, log })
  const { mail, checks } = services
  // Every stream keeps a connection: others must stay free.
  const live = createLiveCalls({ database, log, maxViewers: Math.ceil(config.server.maxConnections / 2) })
  const texts = createJobTexts({ database, log, maxViewers: Math.ceil(config.server.maxConnections / 4) })
  const wakeUps = createWakeUps({ backend: database.backend, log })
  const workshop = openWorkshop({ installation, services, wakeUps, tracing, baseUrl, log })
  const common = { installation, services, live, texts, passwords, config, baseUrl, log }
  const calls = openCalls({ ...common, wake: wakeUps.tell })
  const hits = countRedirects({ database, log })
  const views = countViews({ database, log })
  const counter = countAnswers({ log })
  const faces = await openFaces({ ...common, calls, hits, views, cache, counter, closing })
  const following = followContent({ database, log }, cache)
  following.start()
  const housekeeping = startHousekeeping({
    database,
    files,
    mail,
    checks,
    render: installation.renderer.render,
    baseUrl,
    log,
  })
  const sealing = sealingOfAudit({ database, signing: installation.vault, log })
  sealing.start()
  const retention = removalOfAudit({ database, signing: installation.vault, log })
  retention.start()
  services.mailer?.start()
  if (config.worker) await workshop.start()

  return {
    ...faces,
    installation,
    fetch: services.outbound.fetch,
    async setUpLink() {
      const token = await database.asIdentity(newSetUpToken)
      return token === undefined ? undefined : `${baseUrl()}/setup/${token}`
    },
    callNames: calls.names,
    counters: () => ({ ...countersOf(installation), ...counter.totals() }),
    cacheBytes: () => cache.bytes,
    async close() {
      await live.close()
      await texts.close()
      await workshop.stop()
      await wakeUps.close()
      await housekeeping.stop()
      await sealing.stop()
      await retention.stop()
      await hits.stop()
      await views.stop()
      await following.stop()
      counter.flush()
      await calls.throttled.close()
      await services.close()
      await calls.admission.close()
      await installation.close()
    },
  }
}
