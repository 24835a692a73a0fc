import { z } from 'zod'

import type { Access, Actor } from './access.ts'
import type { Browser } from './browser.ts'
import type { ContentChange, DeliveryRef } from './change.ts'
import type { Checks } from './checks.ts'
import type { Connectors } from './connector.ts'
import type { Reader, Writer } from './database.ts'
import type { Code } from './errors.ts'
import type { Files } from './files.ts'
import type { CheckUrl, SafeFetch } from './http.ts'
import type { JobId, RequestId } from './ids.ts'
import type { DecodeImage } from './images.ts'
import type { Log } from './log.ts'
import type { Models } from './model.ts'
import type { Notice } from './notice.ts'
import type { Render } from './render.ts'
import type { Scope } from './scope.ts'
import type { Sealing } from './sealing.ts'
import type { Shown } from './shown.ts'

/** `quick`: somebody waits for it. `bulk`: thousands of records, or a slow third party. */
export const queueNames = ['quick', 'bulk'] as const
export type QueueName = (typeof queueNames)[number]

/** A job that a worker has taken. `attempt` is its right to write to it (jobs.md#attempts-fence). */
export type JobTicket = { organizationId: string; jobId: string; attempt: number }

/** What was committed: a job waits, or something changed that may come due. */
export type Wake = 'job' | 'change'

/** The states of a job. `partial`: some of its parts failed, as its result says. */
export const jobStates = ['queued', 'running', 'succeeded', 'partial', 'failed', 'canceled'] as const
export type JobState = (typeof jobStates)[number]
/** Those of a job that has not ended. */
export const openJobStates = ['queued', 'running'] as const satisfies readonly JobState[]

export const stepStates = ['queued', 'running', 'succeeded', 'failed'] as const
export type JobStep = { name: string; state: (typeof stepStates)[number] }

/** What a job ends with. */
export type JobEnded = { result: Record<string, unknown>; state?: 'succeeded' | 'partial' }

/** What a job returns: how it ended, or when it goes on. Waiting for the outside uses no try up (jobs.md#what-is-tried-again). */
export type JobOutcome = JobEnded | { goOnInMs: number }

/** The transaction of a job's effect. It is refused once another worker has the job, or the job was canceled. */
export type JobWrites = {
  db: Writer
  /** Rolls back to this point when `work` throws, and rethrows. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** Notifies the websites of the organization, as `announce` of a handler does. */
  announce(change: ContentChange): Promise<readonly DeliveryRef[]>
  /** Notifies them of what items show, as `shownChanged` of a handler does. */
  shownChanged(shown: Shown): Promise<void>
  /** Queues a notice, as `notify` of a handler does. */
  notify(notice: Notice): Promise<void>
}

/** What a job works with. None of it holds a transaction while it waits for the outside. */
export type JobCtx = {
  jobId: JobId
  /** Counts from 1: how often a worker has taken this job. */
  attempt: number
  /** Whether a fault ends the job now. */
  isLastTry: boolean
  actor: Actor
  access: Pick<Access, 'organization' | 'actor'>
  requestId: RequestId
  baseUrl: string
  log: Log
  /** Aborted when the job is canceled, or its worker stops. */
  signal: AbortSignal
  fetch: SafeFetch
  /** Refuses an address for what its text shows, as `fetch` would. */
  checkUrl: CheckUrl
  connectors: Connectors
  models: Models
  sealing: Sealing
  render: Render
  /** The organization's files. */
  files: Files
  images: DecodeImage
  browser: Browser
  checks: Checks
  now(): Date
  /** Queries in a short transaction of their own. */
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>
  /** Changes in a transaction that commits only while this worker has the job. Keep each below a second. */
  write<T>(work: (inside: JobWrites) => Promise<T>): Promise<T>
  /**
   * Whether the job has had its place for a minute and another organization waits for one. A job that can go on from what it has
   * stored then gives its place back by returning `{ goOnInMs: 0 }` (jobs.md#long-jobs-take-turns).
   */
  isTurnOver(): Promise<boolean>
  /** Reports how far the job has got: 0 to 1. */
  progress(done: number): Promise<void>
  /**
   * Shows those who wait what is being written, as far as it has come (jobs.md#text-so-far). `read` is called when it is stored,
   * twice a second at most; a text that does not go on from the one before begins again for them.
   */
  showText(read: () => string): void
  /** A named step that a restart does not repeat: what it returns is stored, so it is small and plain JSON. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  /**
   * One change among many that a restart must neither lose nor repeat: what it returns is stored in its very transaction, and
   * returned again where the name is known. A change that throws leaves nothing. Keep what it returns small: plain JSON.
   */
  once<T>(name: string, work: (inside: JobWrites) => Promise<T>): Promise<T>
}

/** The declaration of a job: background work that an operation starts with `start(job, input)` (jobs.md#the-row-is-the-job). */
export type Job<N extends string = string, I extends z.ZodObject = z.ZodObject> = {
  /** The kind that `listJobs` shows. */
  name: N
  /** What it does, as a person would ask for it. */
  title: string
  queue: QueueName
  /** The scope of the operations that start it: canceling it needs that scope too (jobs.md#who-cancels). */
  scope: Scope
  /** Ids and choices, never whole records: those are read when the work begins. */
  input: I
  /** How often it is tried, 5 by default; what is tried again: jobs.md#what-is-tried-again. */
  attempts?: number
  /** A refusal ends it, whatever its status: what it asks outside was asked again as often as it may be. Faults are tried again. */
  endsWithRefusal?: true
  /**
   * What people do not hear of: its `end`, where what it did is told in another way, or `all` of it, as nobody waits for it
   * (jobs.md#quiet-is-declared).
   */
  quiet?: 'end' | 'all'
  /** The names of its steps, in order, as `getJob` shows them. */
  steps?: readonly string[]
  work(ctx: JobCtx, input: z.output<I>): Promise<JobOutcome>
}

export type AnyJob = Job

/** Declares a job. Returns the declaration unchanged. */
export function job<const N extends string, I extends z.ZodObject>(declaration: Job<N, I>): Job<N, I> {
  return declaration
}

/** What `start` returns: `pollAfterMs` is when `getJob` is first worth asking. */
export type StartedJob = { jobId: JobId; state: 'queued'; pollAfterMs: number }

/** Starts a job when the transaction commits, and never without it. `inMs`: not before that time has passed. */
export type Start = <I extends z.ZodObject>(
  job: Job<string, I>,
  input: z.input<I>,
  options?: { inMs?: number },
) => Promise<StartedJob>

/** Why a job failed, as each output shows it that tells of a job. `reason`: which of several cases of the code it is, where a refusal says so. */
export const jobError = z.object({ code: z.string(), message: z.string(), reason: z.string().optional() })
export type JobError = z.output<typeof jobError> & { code: Code }
