import { keepAudit, newPasswordLink, setPlan } from '#areas/account/index.ts'
import { askedAs } from '#kernel/asked.ts'
import type { Plan } from '#kernel/entitlement.ts'
import { Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'
import { embeddedRoles, look } from '#main/doctor/examine.ts'
import type { Installation } from '#main/installation.ts'
import { tellOfRequest } from '#main/tell-of-request.ts'
import type { ControlHandler } from '#platform/database/control.ts'
import { verifyAudit } from '#work/verify-audit.ts'

import { type CreditsRequest, runCredits } from './credits-command.ts'
import { type ImportRequest, runImport } from './import-command.ts'
import { relayedOutput } from './import-output.ts'
import { nightOf } from './night-of-all.ts'
import { rotate } from './rotate.ts'
import { runSetUp, type SetUpRequest } from './set-up-command.ts'
import { tellOfPlan } from './tell-of-plan.ts'

/** A command that another process sends to the server that uses the data directory (database.md#one-process-per-directory). */
export type ControlRequest =
  | { command: 'setup'; request: SetUpRequest }
  | { command: 'plan'; slug: string; plan: Plan }
  | { command: 'credits'; request: CreditsRequest }
  | { command: 'import'; request: ImportRequest }
  | { command: 'reset-password'; email: string }
  | { command: 'copy'; to: string }
  | { command: 'rotate-keys' }
  | { command: 'audit-verify' }
  | { command: 'audit-keep'; slug: string; days: number }
  | { command: 'request'; id: string }
  | { command: 'inspect' }
  | { command: 'nightly' }

/** Runs the commands in the server. The channel is the operator's: a socket in the data directory. */
export function controlHandler({
  installation,
  fetch,
  webhooks,
  baseUrl,
  log,
}: {
  installation: Installation
  fetch: SafeFetch
  webhooks: ConfiguredWebhooks
  baseUrl: () => string
  log: Log
}): ControlHandler {
  return async (message, { progress, signal }) => {
    const request = message as ControlRequest
    log.info({ command: request.command }, 'command asked')
    if (request.command === 'setup') return runSetUp(request.request, { ...installation, baseUrl, log })
    if (request.command === 'plan')
      return setPlan(installation.database, { ...request, changed: tellOfPlan({ webhooks }) })
    if (request.command === 'reset-password')
      return installation.database.asIdentity((db) =>
        newPasswordLink(db, { email: request.email, baseUrl: baseUrl(), now: new Date() }),
      )
    if (request.command === 'credits') return runCredits(request.request, installation.database)
    if (request.command === 'import')
      return runImport(request.request, {
        ...installation,
        render: installation.renderer.render,
        fetch,
        webhooks,
        baseUrl: baseUrl(),
        log,
        output: relayedOutput(progress),
        signal,
      })
    if (request.command === 'copy') return installation.database.backend.copy?.(request.to)
    if (request.command === 'rotate-keys')
      return askedAs({ rank: 'due' }, () => rotate(installation.database.backend.pools.system.use, installation.vault))
    if (request.command === 'audit-keep') return keepAudit(installation.database, request)
    if (request.command === 'audit-verify')
      return verifyAudit({ database: installation.database, signing: installation.vault })
    if (request.command === 'request') return tellOfRequest(installation.database, request.id)
    if (request.command === 'inspect')
      return installation.database.backend.pools.system.use((connection) => look(connection, embeddedRoles))
    if (request.command === 'nightly') return nightOf(installation)
    throw new Refusal('not_found', 'The running server does not know this command. Stop it and run the command again.')
  }
}
