import type { z } from 'zod'

import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { itemChecks } from '#areas/checks/index.ts'
import { createAnnounce, createNotify, createShownChanged, usualPace } from '#areas/integrations/index.ts'
import { claimed } from '#areas/jobs/claim-jobs.ts'
import { ownBrandChanged } from '#areas/visibility/index.ts'
import { catalog } from '#catalog/catalog.ts'
import { jobs as allJobs } from '#catalog/jobs.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { createJobRunner, type JobEnd, type JobRunner, type JobRunnerParts } from '#catalog/run/run-job.ts'
import { createRunner } from '#catalog/run/run.ts'
import { startJob as writeJob } from '#catalog/run/start-job.ts'
import { openConnectors } from '#connectors/index.ts'
import { openModels } from '#connectors/models/open-models.ts'
import type { Access } from '#kernel/access.ts'
import { type Browser, noLab } from '#kernel/browser.ts'
import type { Connectors } from '#kernel/connector.ts'
import { type Details, type Code, Refusal } from '#kernel/errors.ts'
import type { CheckUrl, SafeFetch } from '#kernel/http.ts'
import { openJobStates, type AnyJob, type Job } from '#kernel/job.ts'
import { silentLog } from '#kernel/log.ts'
import { type Mail, noMail } from '#kernel/mail.ts'
import { modelProviders, type Models } from '#kernel/model.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { Secret } from '#kernel/secret.ts'
import { type ConfiguredWebhooks, noWebhooks } from '#kernel/webhook.ts'
import { rescheduled } from '#work/schedules.ts'

import { requireDeclared } from './declared-codes.ts'
import { type Founder, newOrganization } from './people.ts'
import { sharedParts } from './shared-parts.ts'
import { sampleChat } from './standins/sample-chat.ts'
import { sampleGoogle } from './standins/sample-google.ts'
import { sampleIndexNow } from './standins/sample-index-now.ts'
import { sampleLlm } from './standins/sample-llm.ts'

type Options = {
  confirm?: boolean
  dryRun?: boolean
  idempotencyKey?: string
  as?: Partial<Access>
  door?: 'rest' | 'mcp' | 'app'
  mail?: Mail
  fetch?: SafeFetch
  checkUrl?: CheckUrl
  browser?: Browser
  /** Learns that there is something to tell open pages. */
  recorded?: (organizationId: string) => void
}
type WorkOptions = { jobs?: readonly AnyJob[]; fetch?: SafeFetch; browser?: Browser }
type Person = Founder & {
  /** What the settings of the installation say about websites. */
  webhooks?: ConfiguredWebhooks
  /** How long a change waits for further ones before websites are notified, in milliseconds. */
  debounceMs?: number
  /** The services that can be connected; all by default. */
  connectors?: Connectors
  /** The providers of models; all at the stand-in by default, none with a key of the operator. */
  models?: Models
}

async function sampleConnectors(): Promise<Connectors> {
  const google = await sampleGoogle()
  const client = { id: google.client.id, secret: new Secret(google.client.secret) }
  return openConnectors(
    { slack: (await sampleChat()).url, indexnow: (await sampleIndexNow()).url, google_search_console: google.url },
    { google_search_console: client },
  )
}

/**
 * A stage for the tests of operations: an organization of its own with its collections, an owner who acts by an API key,
 * and `call`, which goes through the real runner. A refused call throws its `Refusal`.
 */
export async function stage(person: Person = {}) {
  const { database, render, files, images, sealing, outbound } = await sharedParts()
  const access = await newOrganization(database, person)
  const { webhooks = noWebhooks, debounceMs = usualPace.debounceMs } = person
  const connectors = person.connectors ?? (await sampleConnectors())
  const models = person.models ?? openModels({ configured: await unopened(), prices: {} })
  const notify = createNotify({ mail: noMail })
  const announce = createAnnounce({ webhooks, notify, pace: { debounceMs } })
  const shownChanged = createShownChanged({ webhooks })

  async function call<O extends AnyOperation>(
    op: O,
    input: z.input<O['input']>,
    options: Options = {},
  ): Promise<z.output<O['output']>> {
    const answer = await answerOf(op, input, options)
    const body = JSON.parse(answer.body) as {
      result: z.output<O['output']>
      error?: { code: Code; message: string; details?: Details }
    }
    if (body.error !== undefined) throw new Refusal(body.error.code, body.error.message, body.error.details)
    return body.result
  }

  /** The whole answer of a call, including refusals. */
  async function answerOf(op: AnyOperation, input: unknown, options: Options = {}) {
    const runner = createRunner({
      operations: new Map([...known, [op.name, op]]),
      database,
      render,
      files,
      images,
      browser: options.browser ?? blindBrowser,
      baseUrl: () => 'https://masthead.test',
      log: silentLog,
      ...(options.mail === undefined ? {} : { mail: options.mail }),
      ...(options.recorded === undefined ? {} : { recorded: options.recorded }),
      fetch: options.fetch ?? outbound.fetch,
      checkUrl: options.checkUrl ?? outbound.check,
      sealing,
      webhooks,
      connectors,
      models,
      announce,
      notify,
      checks: itemChecks,
      brandChanged: ownBrandChanged,
      zoneChanged: rescheduled,
      shownChanged,
      strictResults: true,
    })
    const answer = await runner.run({
      door: options.door ?? 'rest',
      operation: op.name,
      access: { ...access, ...options.as },
      requestId: newRequestId(),
      clientRequestId: undefined,
      startedAt: new Date(),
      envelope: async () => ({
        input: input as Record<string, unknown>,
        confirm: options.confirm ?? false,
        dryRun: options.dryRun ?? false,
        idempotencyKey: options.idempotencyKey,
      }),
    })
    requireDeclared(op, answer)
    if (op.name === setApprovalPolicy.name && answer.status === 200 && options.dryRun !== true) {
      const { result } = JSON.parse(answer.body) as { result: z.output<typeof setApprovalPolicy.output> }
      // Every request reads the facts of its organization; the stage has read them before.
      access.organization = { ...access.organization, approvalRisks: result.risks }
    }
    return answer
  }

  /** Work on the organization's own rows, to prepare or to inspect. */
  const rows = <T>(work: Parameters<typeof database.forOrganization<T>>[2]) =>
    database.forOrganization({ organizationId: access.organization.id, userId: access.actor.userId }, 'write', work)

  /** What a call of the organization's owner in the web application is made with; `elevated`: the password was just given. */
  const inPerson = ({ elevated = false, as = {} }: { elevated?: boolean; as?: Partial<Access> } = {}) => {
    const { userId } = access.actor
    const actor: Access['actor'] = { ...access.actor, kind: 'user', credentialType: 'session' }
    const elevatedUntil = elevated ? new Date(Date.now() + 60_000) : null
    return { door: 'app', as: { actor, principal: `ses-user:${userId}`, elevatedUntil, ...as } } as const
  }

  /** Writes a job of the owner, as an operation does. */
  const startJob = <I extends z.ZodObject>(job: Job<string, I>, input: z.input<I>) =>
    rows(({ db }) => writeJob(db, job, { input, actor: access.actor, requestId: newRequestId() }))

  /** A runner of these jobs without a way to the outside, except for what `more` says. */
  const jobRunner = (jobs: readonly AnyJob[], more: Partial<JobRunnerParts> = {}) =>
    createJobRunner({
      jobs,
      database,
      render,
      files,
      images,
      browser: blindBrowser,
      fetch: nowhere,
      checkUrl: outbound.check,
      connectors,
      models,
      sealing,
      announce,
      notify,
      checks: itemChecks,
      baseUrl: () => 'https://masthead.test',
      log: silentLog,
      ...more,
    })

  /** Takes a job as a worker does, whether it is due or not, and runs it. `ended` where there is nothing to take. */
  async function runJob(runner: JobRunner, jobId: string, stopping = new AbortController().signal): Promise<JobEnd> {
    const row = await rows(({ db }) =>
      db
        .updateTable('job')
        .set(claimed)
        .where('id', '=', jobId)
        .where('state', 'in', openJobStates)
        .returning('attempt')
        .executeTakeFirst(),
    )
    if (row === undefined) return 'ended'
    return runner.run({ organizationId: access.organization.id, jobId, attempt: row.attempt }, stopping)
  }

  /** Runs every waiting job of the organization, as a worker does; a job that fails temporarily is run again at once. */
  async function work({ jobs = allJobs, ...more }: WorkOptions = {}) {
    const runner = jobRunner(jobs, more)
    for (;;) {
      const waiting = await rows(({ db }) =>
        db.selectFrom('job').select('id').where('state', '=', 'queued').orderBy('created_at').orderBy('id').execute(),
      )
      if (waiting.length === 0) return
      for (const { id } of waiting) while ((await runJob(runner, id)) === 'again');
    }
  }

  return {
    access,
    call,
    answerOf,
    inPerson,
    rows,
    startJob,
    jobRunner,
    runJob,
    work,
    render,
    files,
    images,
    sealing,
    database,
  }
}

export type Stage = Awaited<ReturnType<typeof stage>>

/** The address of the stand-in for every provider, without a key. A compatible server would be open by its address alone. */
async function unopened() {
  const { url: baseUrl } = await sampleLlm()
  const keyed = modelProviders.filter((provider) => provider !== 'openai_compatible')
  return Object.fromEntries(keyed.map((provider) => [provider, { key: null, baseUrl }]))
}

/** Every operation: an approval rehearses the one that waits. */
const known = Object.values(catalog).flatMap((operations) =>
  operations.map((op: AnyOperation) => [op.name, op] as const),
)

/** Exists and shows nothing, for calls that only start a job. */
const blindBrowser: Browser = {
  isAvailable: async () => true,
  capture: () => Promise.reject(new Error('this test gave its jobs no browser')),
  lab: { ...noLab, canMeasure: async () => true },
}

const nowhere: SafeFetch = () => Promise.reject(new Error('this test gave its jobs no way to the outside'))
