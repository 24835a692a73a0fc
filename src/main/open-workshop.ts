import { nextDelivery } from '#areas/integrations/index.ts'
import { jobs } from '#catalog/jobs.ts'
import { createJobRunner } from '#catalog/run/run-job.ts'
import type { Announce } from '#kernel/announce.ts'
import type { Log } from '#kernel/log.ts'
import type { Tracing } from '#kernel/span.ts'
import type { WakeUps } from '#platform/jobs/wake-ups.ts'
import { createDeliveries } from '#work/deliver.ts'
import { duePublication } from '#work/due-publication.ts'
import { mediaRemovals } from '#work/media-removals.ts'
import { rechecks } from '#work/rechecks.ts'
import { schedules } from '#work/schedules.ts'
import { createWorkshop, type Due, type Workshop } from '#work/workshop.ts'

import type { Installation } from './installation.ts'
import type { Services } from './open-services.ts'

type Parts = {
  installation: Installation
  services: Services
  wakeUps: WakeUps
  tracing: Tracing
  baseUrl: () => string
  log: Log
}

/** Background work with everything it needs, for the server and for `masthead work`. */
export function openWorkshop({ installation, services, wakeUps, tracing, baseUrl, log }: Parts): Workshop {
  const { database, renderer, files, images, vault } = installation
  const { render } = renderer
  const { outbound, mail, notify, webhooks, connectors, models, checks, shownChanged, browser } = services
  const { fetch, check: checkUrl } = outbound
  const outside = { render, files, images, browser, fetch, checkUrl, connectors, models, sealing: vault }
  // What background work announces comes due like what calls announce.
  const announce: Announce = async (...change) => {
    const written = await services.announce(...change)
    wakeUps.tell('change')
    return written
  }
  const runner = createJobRunner({
    jobs,
    database,
    ...outside,
    announce,
    notify,
    checks,
    shownChanged,
    tracing,
    baseUrl,
    log,
  })
  const deliveries = createDeliveries({
    database,
    fetch,
    sealing: vault,
    webhooks,
    mail,
    notify,
    tracing,
    baseUrl,
    log,
  })
  const publication = duePublication({ database, announce, checks, baseUrl, log })
  const due: Due[] = [
    publication,
    { name: 'deliveries', next: nextDelivery, rank: 'due', ...deliveries },
    rechecks({ database, log, isBusy: publication.isBusy }),
    mediaRemovals({ database, files, log }),
    ...schedules({ database, models, notify, baseUrl, log }),
  ]
  return createWorkshop({ database, runner, due, wakeUps, log })
}
