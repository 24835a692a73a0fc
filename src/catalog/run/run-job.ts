import { findOrganization } from '#areas/account/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import { announceNothing } from '#kernel/change.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AnyJob, JobCtx, JobError, JobTicket, JobWrites } from '#kernel/job.ts'

import { claimJob, type ClaimedJob, failJob, finishJob, giveJobBack, holdJob, setProgress } from './claimed-job.ts'
import type { ContextParts } from './contexts.ts'
import { once, step } from './job-steps.ts'
import { outside, type OutsideParts } from './outside.ts'
import { internalError } from './refusals.ts'

export type JobRunnerParts = OutsideParts &
  Pick<ContextParts, 'database' | 'announce' | 'checks' | 'log' | 'now'> & { jobs: readonly AnyJob[] }

/** `again`: the job waits for another attempt. `ended`: it has its result, or nothing was left to do. */
export type JobEnd = 'ended' | 'again'

export type JobRunner = { run(ticket: JobTicket, stopping: AbortSignal): Promise<JobEnd> }

type Taken = { claimed: ClaimedJob; job: AnyJob; organization: OrganizationFacts }

/** Thrown in a transaction of a worker that does not have its job any more: nothing of it is kept. */
class Fenced extends Error {}

const attempts = 5
/** How long a job waits for a worker that knows its kind: a release may take a while to reach every node. */
const unknownForMs = 24 * 3600_000

/**
 * Runs one job in the tenant of its row. Whoever claims a job raises its attempt, and every later transaction of an earlier
 * attempt is refused: a worker that wakes up late changes nothing (reliability.md 13). A job may be handed out twice.
 */
export function createJobRunner(parts: JobRunnerParts): JobRunner {
  const { database, log, announce = announceNothing } = parts
  const now = parts.now ?? (() => new Date())
  const byName = new Map(parts.jobs.map((job) => [job.name, job]))

  async function run(ticket: JobTicket, stopping: AbortSignal): Promise<JobEnd> {
    const { organizationId } = ticket
    const taken = await database.forOrganization({ organizationId }, 'write', ({ db }) => take(db, ticket))
    if (taken === undefined) return 'ended'
    const { claimed, job } = taken
    const canceled = new AbortController()
    const signal = AbortSignal.any([stopping, canceled.signal])
    try {
      const ctx = contextOf(taken, { signal, cancel: () => canceled.abort() })
      const input = job.input.parse(claimed.input)
      const outcome = await job.work(ctx, input)
      await fenced(organizationId, claimed, (db) => finishJob(db, claimed, outcome))
      return 'ended'
    } catch (error) {
      if (error instanceof Fenced) return 'ended'
      return giveUpOrRetry(taken, { error, isStopping: stopping.aborted })
    }
  }

  async function take(db: Writer, { organizationId, jobId }: JobTicket): Promise<Taken | undefined> {
    const claimed = await claimJob(db, jobId)
    if (claimed === undefined) return undefined
    const job = byName.get(claimed.kind)
    if (job === undefined) return giveUp(db, claimed, unknownKind(claimed, now()))
    if (claimed.tries > triesOf(job)) return giveUp(db, claimed, deadly(claimed))
    const organization = await findOrganization(db, organizationId)
    if (organization === undefined) return giveUp(db, claimed, noOrganization)
    return { claimed, job, organization }
  }

  async function giveUp(db: Writer, claimed: ClaimedJob, error: JobError): Promise<undefined> {
    const { id: jobId, kind, attempt } = claimed
    await failJob(db, claimed, error)
    log.error({ jobId, kind, attempt, reason: error.message }, 'job given up')
  }

  function contextOf(
    { claimed, job, organization }: Taken,
    { signal, cancel }: { signal: AbortSignal; cancel: () => void },
  ): JobCtx {
    const { id, attempt, actor, requestId } = claimed
    const isLastTry = claimed.tries >= triesOf(job)
    const tenant = { organizationId: organization.id, userId: actor.userId, credentialId: actor.credentialId }
    const write: JobCtx['write'] = (work) =>
      fenced(organization.id, claimed, (db, savepoint) =>
        work({
          db,
          savepoint,
          announce: (change) => announce(db, change, { organizationId: organization.id, now: now() }),
        }),
      ).catch((error: unknown) => {
        if (error instanceof Fenced) cancel()
        throw error
      })
    return {
      jobId: id,
      attempt,
      isLastTry,
      actor,
      access: { organization, actor },
      requestId,
      baseUrl: parts.baseUrl(),
      log,
      signal,
      ...outside(parts, organization.id),
      checks: parts.checks,
      now,
      read: (work) => database.forOrganization(tenant, 'read', ({ db }) => work(db)),
      write,
      progress: (done) => write(({ db }) => setProgress(db, claimed, done)),
      step: (name, work) => step({ claimed, write, name }, work),
      once: (name, work) => once({ claimed, write, name }, work),
    }
  }

  /** A transaction that only the latest attempt of a running job commits. */
  function fenced<T>(
    organizationId: string,
    claimed: ClaimedJob,
    work: (db: Writer, savepoint: JobWrites['savepoint']) => Promise<T>,
  ): Promise<T> {
    const { userId, credentialId } = claimed.actor
    return database.forOrganization({ organizationId, userId, credentialId }, 'write', async ({ db, savepoint }) => {
      if (!(await holdJob(db, claimed))) throw new Fenced()
      return work(db, savepoint)
    })
  }

  async function giveUpOrRetry(
    { job, claimed, organization }: Taken,
    { error, isStopping }: { error: unknown; isStopping: boolean },
  ): Promise<JobEnd> {
    const refusal = error instanceof Refusal ? error : internalError(error)
    const fields = { jobId: claimed.id, kind: job.name, attempt: claimed.attempt }
    const isLast = claimed.tries >= triesOf(job)
    // A worker that stops gives the job back: that is no failure of it.
    const again = isStopping || (refusal.status >= 500 && !isLast)
    const told: JobError = { code: refusal.code, message: refusal.message }
    try {
      await fenced(organization.id, claimed, (db) =>
        again ? giveJobBack(db, claimed, { isUntried: isStopping }) : failJob(db, claimed, told),
      )
    } catch (failure) {
      if (failure instanceof Fenced) return 'ended'
      logFault(refusal, fields)
      throw failure
    }
    if (!isStopping) logFault(refusal, fields)
    return again ? 'again' : 'ended'
  }

  function logFault(refusal: Refusal, fields: object): void {
    if (refusal.status >= 500) log.error({ ...fields, err: refusal.cause ?? refusal }, 'job failed')
  }

  return { run }
}

function triesOf(job: AnyJob): number {
  return job.attempts ?? attempts
}

// Told by the next claim: what ended the worker of the last try left no word.
function deadly({ tries }: ClaimedJob): JobError {
  const message = `The job was tried ${tries - 1} times, and its worker ended before it did. It is not tried again.`
  return { code: 'internal_error', message }
}

/** Throws while a node of another version may still know the kind: nothing of the claim is kept then. */
function unknownKind({ kind, createdAt }: ClaimedJob, now: Date): JobError {
  if (now.getTime() - createdAt.getTime() < unknownForMs) throw new Error(`there is no job of the kind ${kind}`)
  return { code: 'internal_error', message: `This version of Masthead has no job "${kind}".` }
}

const noOrganization: JobError = { code: 'not_found', message: 'There is no such organization any more.' }
