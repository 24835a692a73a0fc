import { createDeliveries } from '#work/deliver.ts'
import { jobs } from '#catalog/jobs.ts'
import { createJobRunner } from '#catalog/run/run-job.ts'
import type { Log } from '#kernel/log.ts'

import { duePublication } from '#work/due-publication.ts'
import type { Installation } from './installation.ts'
import type { Services } from './open-services.ts'
import { rechecks } from '#work/rechecks.ts'
import { createWorkshop, type Due, type Workshop } from '#work/workshop.ts'

const second = 1000

type Parts = {
  installation: Installation
  services: Services
  baseUrl: () => string
  log: Log
}

/** Background work with everything that it needs, for the server and for `masthead work`. */
export function openWorkshop({ installation, services, baseUrl, log }: Parts): Workshop {
  const { database, renderer, files, images, vault } = installation
  const { render } = renderer
  const { outbound, mail, webhooks, announce, checks, browser } = services
  const { fetch } = outbound
  const outside = { render, files, images, browser, fetch }
  const runner = createJobRunner({ jobs, database, ...outside, announce, checks, baseUrl, log })
  const deliveries = createDeliveries({ database, fetch, sealing: vault, webhooks, mail, baseUrl, log })
  const publication = duePublication({ database, announce, checks, baseUrl, log })
  const due: Due[] = [
    publication,
    { name: 'deliveries', everyMs: second, ...deliveries },
    rechecks({ database, log, isBusy: publication.isBusy }),
  ]
  return createWorkshop({ database, runner, due, log })
}
