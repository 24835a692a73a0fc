import { furnishCollections } from '#areas/collections/index.ts'
import { createAdmission } from '#catalog/admit.ts'
import { agentOperations } from '#catalog/agent-operations.ts'
import { catalog } from '#catalog/catalog.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { procedures } from '#catalog/procedures.ts'
import { createProcedureRunner } from '#catalog/run/run-procedure.ts'
import { createRunner } from '#catalog/run/run.ts'
import { throttledCalls } from '#catalog/run/throttled.ts'
import type { Wake } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import type { Passwords } from '#kernel/passwords.ts'
import type { Config } from '#platform/config/config.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { postgresLimiter } from '#platform/limiter/postgres.ts'
import type { LiveCalls } from '#work/live/live-calls.ts'

import type { Installation } from './installation.ts'
import type { Services } from './open-services.ts'

type Parts = {
  installation: Installation
  services: Services
  live: LiveCalls
  wake: (what: Wake) => void
  passwords: Passwords
  config: Config
  baseUrl: () => string
  log: Log
}

/** What every face calls: the operations, who may call them how often, and what runs them. */
export type Calls = ReturnType<typeof openCalls>

export function openCalls({ installation, services, live, wake, passwords, config, baseUrl, log }: Parts) {
  const { database, renderer, vault, files, images } = installation
  const {
    outbound,
    mail,
    webhooks,
    announce,
    notify,
    connectors,
    models,
    checks,
    brandChanged,
    zoneChanged,
    shownChanged,
    browser,
  } = services
  const limiter = config.limits.rateStore === 'postgres' ? postgresLimiter(database) : memoryLimiter()
  const reference = buildReference(catalog)
  const operations = agentOperations(reference)
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
    connectors,
    models,
    announce,
    notify,
    checks,
    brandChanged,
    zoneChanged,
    shownChanged,
    wake,
    recorded: live.recorded,
    baseUrl,
    log,
  })
  const throttled = throttledCalls({ record: runner.record, log })
  const procedureRunner = createProcedureRunner({
    procedures: new Map(procedures.map((each) => [each.name, each])),
    database,
    limiter,
    throttled,
    passwords,
    attempts: limiter,
    mail,
    sealing: vault,
    isSignUpOpen: config.server.openSignUp,
    furnish: furnishCollections,
    baseUrl,
    log,
  })
  const admission = createAdmission({ database, limiter, failures: memoryLimiter(), baseUrl, log })
  const names: ReadonlySet<string> = new Set([...operations.keys(), ...procedures.map(({ name }) => name)])
  return { limiter, reference, operations, names, runner, procedureRunner, throttled, admission }
}
