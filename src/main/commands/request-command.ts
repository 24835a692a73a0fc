import { isId } from '#kernel/ids.ts'
import type { Surroundings } from '#main/surroundings.ts'
import { type RequestTold, tellOfRequest } from '#main/tell-of-request.ts'

import { askOrDo } from './beside-server.ts'
import { usageError } from './usage-error.ts'

export const requestUsage = 'masthead request <request id>'

/** Prints what happened to a request: its calls, jobs and messages. The log has its id in every line that it caused. */
export async function request([id, ...more]: string[], surroundings: Surroundings): Promise<number> {
  if (id === undefined || !isId('request', id) || more.length > 0) throw usageError(requestUsage)
  const told = (await askOrDo({ command: 'request', id }, surroundings, ({ database }) =>
    tellOfRequest(database, id),
  )) as RequestTold | null
  const { say } = surroundings
  if (told === null) {
    say(`No organization has a call with the id ${id}. Reads of /v1 and of the web application are only in the log.`)
    return 1
  }
  for (const line of linesOf(told)) say(line)
  say(`Lines of the log: grep ${id}`)
  return 0
}

function linesOf({ organization, calls, jobs, messages }: RequestTold): string[] {
  return [
    ...calls.map(({ operation, status, code, interface: face, startedAt, ms }) => {
      const end = code === null ? status : `${status} (${code})`
      return `${startedAt}  ${organization}: ${operation} over ${face} ${end} after ${ms} ms`
    }),
    ...jobs.map(({ id, kind, state, attempt }) => `  job ${id} ${kind}: ${state}, attempt ${attempt}`),
    ...messages.map(
      ({ id, kind, state, attempts, status }) =>
        `  message ${id} ${kind}: ${state}, attempt ${attempts}${status === null ? '' : `, answered ${status}`}`,
    ),
  ]
}
