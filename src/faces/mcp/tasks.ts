import type { z } from 'zod'

import { hasEnded, type jobOutput, keptDays } from '#areas/jobs/index.ts'
import { type Answer, errorBody } from '#catalog/run/answer.ts'
import { newRequestId } from '#catalog/run/call.ts'
import type { Runner } from '#catalog/run/run.ts'
import { type Code, Refusal, statusOfCode } from '#kernel/errors.ts'
import { isObject } from '#std/objects.ts'

import { callOf } from './call-of.ts'
import { completeResult, metaOfResult, partsOf, replayedMeta } from './call-result.ts'
import { readOnly } from './narrowing.ts'
import { onlyReads } from './only-reads.ts'
import { declares, errorCode, type Exchange, type Method, type Reply, RpcError, tasksExtension } from './protocol.ts'
import { httpRefusal, refusedInFrame } from './refused-replies.ts'

type Job = z.output<typeof jobOutput>
type Parts = { runner: Runner; areas: readonly string[]; baseUrl: () => string }

/** The handle of the task that a call has started, as the JSON of a result; undefined: it started none for this client. */
export type TaskHandles = (exchange: Exchange, answer: Answer) => Promise<string | undefined>

const ttlMs = keptDays * 86_400_000
const pollIntervalMs = 1000

/** The operation behind each method, which has its checks and its record. */
export const operationOfTask: Readonly<Record<string, string>> = {
  'tasks/get': 'getJob',
  'tasks/update': 'getJob',
  'tasks/cancel': 'cancelJob',
}

/**
 * A job as a task of the extension (mcp.md#jobs-are-tasks), for clients that declare it and may read jobs: the task has the id
 * of the job and is its row. Anybody else is answered with the job itself.
 */
export function taskHandles(runner: Runner): TaskHandles {
  return async (exchange, answer) => {
    const followsTasks = exchange.era === 'modern' && declares(exchange.capabilities, tasksExtension)
    if (answer.status !== 200 || !followsTasks) return undefined
    const result = resultIn(answer)
    const jobId = startedJobIn(result)
    if (jobId === undefined) return undefined
    const call = { ...callOf(exchange, 'getJob'), requestId: newRequestId(), unrecorded: true as const }
    const found = await runner.run({ ...call, envelope: envelopeOf(jobId) })
    if (found.status !== 200) return undefined
    const meta = { ...metaOfResult(exchange), ...replayedMeta(answer), 'masthead/result': result }
    return JSON.stringify({ resultType: 'task', ...stateOf(jobIn(found)), _meta: meta })
  }
}

/** `tasks/get`, `tasks/update` and `tasks/cancel`. There is no list of tasks: `listJobs` is one. */
export function taskMethods(parts: Parts): [string, Method][] {
  const { runner, baseUrl } = parts
  const method = (name: string, reply: (exchange: Exchange, answer: Answer) => Reply): [string, Method] => [
    name,
    {
      era: 'modern',
      named: 'taskId',
      extension: tasksExtension,
      async run(exchange) {
        const { taskId } = exchange.message.params
        if (typeof taskId !== 'string') throw new RpcError(errorCode.invalidParams, '"taskId" is the id of a task.')
        const call = { ...callOf(exchange, operationOfTask[name] ?? ''), signal: exchange.request.signal }
        if (name === 'tasks/cancel' && (await onlyReads(parts, exchange, call.operation))) {
          const refusal = readOnly(call.operation)
          await runner.record({ ...call, refusal })
          return refused(exchange, { refusal, body: errorBody(refusal, exchange.requestId) })
        }
        return reply(exchange, await runner.run({ ...call, envelope: envelopeOf(taskId) }))
      },
    },
  ]

  function refused(exchange: Exchange, answer: Pick<Answer, 'refusal' | 'body'>): Reply {
    const inHttp = httpRefusal(exchange, answer, baseUrl())
    if (inHttp !== undefined) return inHttp
    const { refusal, body } = answer
    if (refusal?.code !== 'not_found') throw refusedInFrame(body)
    const message = 'There is no task with this id. A task has the id of its job: listJobs lists them.'
    throw new RpcError(errorCode.invalidParams, message, { data: JSON.parse(body) })
  }

  const acknowledged = (exchange: Exchange): Reply => ({ result: JSON.stringify(completeResult(exchange, {})) })

  return [
    method('tasks/get', (exchange, answer) =>
      answer.status === 200
        ? { result: JSON.stringify(completeResult(exchange, taskOf(jobIn(answer)))) }
        : refused(exchange, answer),
    ),
    // No task asks for anything: an answer that nobody waits for is ignored, as the extension says.
    method('tasks/update', (exchange, answer) => {
      if (!isObject(exchange.message.params['inputResponses']))
        throw new RpcError(errorCode.invalidParams, '"inputResponses" is an object.')
      return answer.status === 200 ? acknowledged(exchange) : refused(exchange, answer)
    }),
    // A task that has ended stays as it is, and the wish to cancel it is acknowledged all the same.
    method('tasks/cancel', (exchange, answer) =>
      answer.status === 200 || answer.refusal?.code === 'invalid_transition'
        ? acknowledged(exchange)
        : refused(exchange, answer),
    ),
  ]
}

const envelopeOf = (jobId: string) => async () => ({
  input: { jobId },
  confirm: false,
  dryRun: false,
  idempotencyKey: undefined,
})

const resultIn = ({ body }: Answer) => JSON.parse(partsOf(body).result) as Record<string, unknown>
const jobIn = (answer: Answer) => resultIn(answer) as Job

/** The job in the result of a call whose work is that job; a rehearsal has none. */
function startedJobIn({ jobId, pollAfterMs }: Record<string, unknown>): string | undefined {
  return typeof jobId === 'string' && typeof pollAfterMs === 'number' ? jobId : undefined
}

const statusOf = {
  queued: 'working',
  running: 'working',
  succeeded: 'completed',
  partial: 'completed',
  // A call that failed is a result with isError; only the protocol itself fails a task.
  failed: 'completed',
  canceled: 'cancelled',
} as const satisfies Record<Job['state'], string>

function stateOf({ id, state, progress, steps, createdAt, updatedAt }: Job) {
  const step = steps.find((one) => one.state === 'running')
  const words =
    state === 'running' ? [`${Math.round(progress * 100)} %`, ...(step === undefined ? [] : [step.name])] : []
  return {
    taskId: id,
    status: statusOf[state],
    statusMessage: [state, ...words].join(', '),
    createdAt,
    lastUpdatedAt: updatedAt,
    ttlMs,
    ...(hasEnded(state) ? {} : { pollIntervalMs }),
  }
}

/** How a task stands, with what came of it: the job as getJob shows it, or the error object of a refused call. */
function taskOf(job: Job): Record<string, unknown> {
  const task = stateOf(job)
  if (task.status !== 'completed') return task
  return { ...task, result: job.error !== null && job.state === 'failed' ? failureOf(job, job.error) : resultOf(job) }
}

function resultOf(job: Job) {
  return { content: [{ type: 'text', text: JSON.stringify(job) }], structuredContent: job }
}

function failureOf({ requestId }: Job, { code, message }: NonNullable<Job['error']>) {
  const known: Code = Object.hasOwn(statusOfCode, code) ? (code as Code) : 'internal_error'
  return { content: [{ type: 'text', text: errorBody(new Refusal(known, message), requestId) }], isError: true }
}
