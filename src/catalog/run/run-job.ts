import { findOrganization } from '#areas/account/index.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import { askedAs } from '#kernel/asked.ts'
import { maskCredentials } from '#kernel/credential-text.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { AnyJob, JobError, JobTicket, Start } from '#kernel/job.ts'
import { noTracing, type RootSpan, type Tracing } from '#kernel/span.ts'
import { isObject } from '#std/objects.ts'

import { type ClaimedJob, failJob, findClaimed, finishJob, giveJobBack, postponeJob, waitJob } from './claimed-job.ts'
import { Fenced, fenced } from './fence.ts'
import { jobContext, type JobContextParts } from './job-context.ts'
import { internalError, noteFault } from './refusals.ts'
import { startJob } from './start-job.ts'

export type JobRunnerParts = JobContextParts & { jobs: readonly AnyJob[]; tracing?: Tracing }

/** `again`: the job waits for another attempt. `ended`: it has its result, or nothing was left to do. */
export type JobEnd = 'ended' | 'again'

export type JobRunner = {
  /** What this runner knows how to do. */
  kinds: readonly string[]
  run(ticket: JobTicket, stopping: AbortSignal): Promise<JobEnd>
}

type Kit = JobRunnerParts & { byName: ReadonlyMap<string, AnyJob> }
type Taken = { claimed: ClaimedJob; job: AnyJob; organization: OrganizationFacts; isLastTry: boolean }

const attempts = 5

/** Runs jobs that a worker has taken, each in the tenant of its row. A later attempt ends an earlier one (jobs.md#attempts-fence). */
export function createJobRunner(parts: JobRunnerParts): JobRunner {
  const kit = { ...parts, byName: new Map(parts.jobs.map((job) => [job.name, job])) }
  const { tracing = noTracing } = parts
  return {
    kinds: [...kit.byName.keys()],
    run: (ticket, stopping) =>
      tracing.trace({ name: 'job', kind: 'consumer' }, (root) => run(kit, ticket, { stopping, root })),
  }
}

type Running = { stopping: AbortSignal; root: RootSpan | undefined }

async function run(kit: Kit, ticket: JobTicket, { stopping, root }: Running): Promise<JobEnd> {
  const { organizationId, jobId, attempt } = ticket
  const taken = await kit.database.forOrganization({ organizationId }, 'write', ({ db }) => take(kit, db, ticket))
  if (taken === undefined) return 'ended'
  const { requestId, kind } = taken.claimed
  root?.concerns(requestId)
  root?.rename(`job ${kind}`)
  root?.set({ 'masthead.job_id': jobId, 'masthead.job_attempt': attempt })
  const end = await askedAs({ requestId }, () => work(kit, taken, stopping))
  root?.set({ 'masthead.job_end': end })
  return end
}

async function work(kit: Kit, taken: Taken, stopping: AbortSignal): Promise<JobEnd> {
  const { database } = kit
  const { claimed, job, organization } = taken
  const organizationId = organization.id
  const canceled = new AbortController()
  const signal = AbortSignal.any([stopping, canceled.signal])
  try {
    const { ctx, shown } = jobContext(kit, taken, { signal, cancel: () => canceled.abort() })
    const outcome = await job.work(ctx, job.input.parse(claimed.input)).finally(shown.end)
    if ('goOnInMs' in outcome) {
      await fenced(database, { organizationId, claimed }, (db) => waitJob(db, claimed, outcome.goOnInMs))
      return 'again'
    }
    await fenced(database, { organizationId, claimed }, async (db) => {
      await finishJob(db, claimed, outcome)
      await tell(kit, db, taken, outcome.state === 'partial' ? 'is done in part.' : 'is done.')
    })
    return 'ended'
  } catch (error) {
    if (error instanceof Fenced) return 'ended'
    return giveUpOrRetry(kit, taken, { error, isStopping: stopping.aborted })
  }
}

async function take(kit: Kit, db: Writer, ticket: JobTicket): Promise<Taken | undefined> {
  const claimed = await findClaimed(db, ticket)
  if (claimed === undefined) return undefined
  const job = kit.byName.get(claimed.kind)
  if (job === undefined) return giveUp(kit, db, { claimed, error: unknownKind(claimed) })
  const organization = await findOrganization(db, ticket.organizationId)
  if (organization === undefined) return giveUp(kit, db, { claimed, error: noOrganization })
  const tries = job.attempts ?? attempts
  if (claimed.tries > tries) {
    const error = deadly(claimed)
    await tell(kit, db, { job, claimed, organization }, `failed: ${error.message}`)
    return giveUp(kit, db, { claimed, error })
  }
  return { claimed, job, organization, isLastTry: claimed.tries >= tries }
}

async function giveUp(
  { log }: Kit,
  db: Writer,
  { claimed, error }: { claimed: ClaimedJob; error: JobError },
): Promise<undefined> {
  const { id: jobId, kind, attempt } = claimed
  await failJob(db, claimed, error)
  log.error({ jobId, kind, attempt, reason: error.message }, 'job given up')
}

async function giveUpOrRetry(
  kit: Kit,
  taken: Taken,
  { error, isStopping }: { error: unknown; isStopping: boolean },
): Promise<JobEnd> {
  const { database, log } = kit
  const { job, claimed, organization, isLastTry } = taken
  const refusal = error instanceof Refusal ? error : internalError(error)
  const message = maskCredentials(refusal.message)
  const logFault = () => {
    noteFault(log, refusal, { jobId: claimed.id, kind: job.name, attempt: claimed.attempt }, 'job failed')
  }
  const isFinal = job.endsWithRefusal === true && error instanceof Refusal
  const again = isStopping || (refusal.status >= 500 && !isLastTry && !isFinal)
  try {
    await fenced(database, { organizationId: organization.id, claimed }, async (db) => {
      // A worker that stops returns the job: that is not a failure of it.
      if (isStopping) return giveJobBack(db, claimed)
      if (again) return postponeJob(db, claimed)
      await failJob(db, claimed, { code: refusal.code, message, ...reasonOf(refusal) })
      await tell(kit, db, taken, `failed: ${message}`)
    })
  } catch (failure) {
    if (failure instanceof Fenced) return 'ended'
    logFault()
    throw failure
  }
  if (!isStopping) logFault()
  return again ? 'again' : 'ended'
}

/** What people are told of the end of a job, and where they find it. */
async function tell(
  { notify, baseUrl }: Kit,
  db: Writer,
  { job, claimed, organization }: Pick<Taken, 'job' | 'claimed' | 'organization'>,
  how: string,
): Promise<void> {
  if (notify === undefined || job.quiet !== undefined) return
  const start: Start = (next, input, options) => startJob(db, next, { ...claimed, input, ...options })
  const address = `${baseUrl()}/o/${organization.slug}/settings/jobs?job=${claimed.id}`
  await notify(db, { event: 'jobDone', text: `“${job.title}” ${how}\n${address}` }, { start })
}

function reasonOf({ details }: Refusal): Pick<JobError, 'reason'> {
  const reason = isObject(details) ? details['reason'] : undefined
  return typeof reason === 'string' ? { reason } : {}
}

// Recorded by the next claim: whatever ended the worker of the last try left no trace.
function deadly({ tries }: ClaimedJob): JobError {
  const message = `The job was tried ${tries - 1} times, and each time its worker ended before the job did. It will not be tried again.`
  return { code: 'internal_error', message }
}

/** Workers take a job whose kind they do not know only once it has waited for a day (jobs.md#what-is-tried-again). */
function unknownKind({ kind }: ClaimedJob): JobError {
  return { code: 'internal_error', message: `This version of Masthead has no job "${kind}".` }
}

const noOrganization: JobError = { code: 'not_found', message: 'This organization no longer exists.' }
