import { itemChecks } from '#areas/checks/index.ts'
import { createAnnounce, createNotify, createShownChanged } from '#areas/integrations/index.ts'
import { ownBrandChanged } from '#areas/visibility/index.ts'
import { openConnectors } from '#connectors/index.ts'
import { openModels } from '#connectors/models/open-models.ts'
import type { Announce } from '#kernel/announce.ts'
import type { BrandChanged } from '#kernel/brand.ts'
import type { Browser } from '#kernel/browser.ts'
import type { Checks } from '#kernel/checks.ts'
import type { Connectors } from '#kernel/connector.ts'
import type { Log } from '#kernel/log.ts'
import { type Mail, noMail } from '#kernel/mail.ts'
import type { Models } from '#kernel/model.ts'
import type { Notify } from '#kernel/notify.ts'
import { sharePlaces } from '#kernel/shared-places.ts'
import type { ShownChanged } from '#kernel/shown-changed.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'
import type { ZoneChanged } from '#kernel/zone-changed.ts'
import { installedParts } from '#platform/browser/installed-parts.ts'
import { openBrowser } from '#platform/browser/open-browser.ts'
import { openLab } from '#platform/browser/open-lab.ts'
import type { Config } from '#platform/config/config.ts'
import { openOutbound, type Outbound } from '#platform/http/safe-fetch.ts'
import { createMailer, type Mailer } from '#platform/mail/mailer.ts'
import { smtpTo } from '#platform/mail/smtp.ts'
import { rescheduled } from '#work/schedules.ts'

import { configuredWebhooks, warnOfWebhooks } from './configured-webhooks.ts'
import type { Installation } from './installation.ts'

/** The ways to the outside, and the parts that join areas, which the server and `masthead work` share. */
export type Services = {
  outbound: Outbound
  /** Undefined: no mail server is set. It sends once it is started. */
  mailer: Mailer | undefined
  mail: Mail
  webhooks: ConfiguredWebhooks
  announce: Announce
  notify: Notify
  connectors: Connectors
  models: Models
  checks: Checks
  brandChanged: BrandChanged
  zoneChanged: ZoneChanged
  shownChanged: ShownChanged
  browser: Browser
  close(): Promise<void>
}

type Parts = { installation: Installation; config: Config; log: Log }

/** Opens them as configured, and warns of what may be a mistake. */
export async function openServices({ installation, config, log }: Parts): Promise<Services> {
  const { database, vault } = installation
  const { privateNetworks } = config.server
  if (privateNetworks.length > 0)
    log.warn({ networks: privateNetworks }, 'private networks are open to outbound requests')
  await warnOfWebhooks(config, database, log)
  const outbound = openOutbound({ opened: privateNetworks })
  const parts = installedParts(config.browser)
  const mailer =
    config.mail === null ? undefined : createMailer({ database, sealing: vault, smtp: smtpTo(config.mail), log })
  const webhooks = configuredWebhooks(config.webhooks)
  const notify = createNotify({ mail: mailer ?? noMail })
  return {
    outbound,
    mailer,
    mail: mailer ?? noMail,
    webhooks,
    announce: createAnnounce({ webhooks, notify }),
    notify,
    connectors: openConnectors(config.services.urls, config.services.clients, sharePlaces(database.backend.places)),
    models: openModels(config.models),
    checks: itemChecks,
    brandChanged: ownBrandChanged,
    zoneChanged: rescheduled,
    shownChanged: createShownChanged({ webhooks }),
    browser: openBrowser({ fetch: outbound.fetch, parts, lab: openLab({ ...outbound, parts, log }), log }),
    async close() {
      await mailer?.stop()
      await outbound.close()
    },
  }
}
