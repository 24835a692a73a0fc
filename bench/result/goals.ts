import type { Row } from './result.ts'

/** What a row has to reach (docs/performance.md). All that is given must hold. */
export type Goal = {
  id: string
  /** Requests per second of the product, as a part of the baseline's. */
  requestsAtLeast?: number
  /** CPU ms as a multiple of the baseline's. */
  cpuRatioAtMost?: number
  cpuMsAtMost?: number
  messagesAtMost?: number
  /** Messages to the database as a multiple of the baseline's. */
  messagesRatioAtMost?: number
  /** CPU ms more than the baseline's. */
  cpuMsAboveAtMost?: number
}

type Figures = Pick<Row, 'ratioRequests' | 'ratioCpu' | 'totalCpuMs' | 'messages' | 'ratioMessages' | 'cpuMsAbove'>

/** Whether the goal is reached; null where a figure that it needs is missing. */
export function isMet(goal: Goal, figures: Figures): boolean | null {
  const { ratioRequests, ratioCpu, totalCpuMs, messages } = figures
  const outcomes = [
    // Where requests per second say nothing, the ratio of processor time counts.
    atLeast(ratioRequests ?? (ratioCpu === null ? null : 1 / ratioCpu), goal.requestsAtLeast),
    atMost(ratioCpu, goal.cpuRatioAtMost),
    atMost(totalCpuMs, goal.cpuMsAtMost),
    // Background work sends a few messages besides.
    atMost(messages === null ? null : Math.round(messages), goal.messagesAtMost),
    atMost(figures.ratioMessages, goal.messagesRatioAtMost),
    atMost(figures.cpuMsAbove, goal.cpuMsAboveAtMost),
  ].filter((each) => each !== undefined)
  if (outcomes.includes(false)) return false
  return outcomes.includes(null) ? null : true
}

/** The goal in words, for tables. */
export function goalText(goal: Goal): string {
  const { requestsAtLeast, cpuRatioAtMost, cpuMsAtMost, messagesAtMost, messagesRatioAtMost, cpuMsAboveAtMost } = goal
  const parts = [
    requestsAtLeast === undefined ? [] : [`>= ${requestsAtLeast * 100} % req/s`],
    cpuRatioAtMost === undefined ? [] : [`<= ${cpuRatioAtMost}x`],
    cpuMsAtMost === undefined ? [] : [`<= ${cpuMsAtMost} CPU ms`],
    messagesAtMost === undefined ? [] : [`<= ${messagesAtMost} messages`],
    messagesRatioAtMost === undefined ? [] : ['as many messages'],
    cpuMsAboveAtMost === undefined ? [] : [`<= ${cpuMsAboveAtMost} CPU ms more`],
  ].flat()
  return `${goal.id}: ${parts.join(', ')}`
}

function atMost(value: number | null, limit: number | undefined): boolean | null | undefined {
  if (limit === undefined) return undefined
  return value === null ? null : value <= limit
}

function atLeast(value: number | null, limit: number | undefined): boolean | null | undefined {
  if (limit === undefined) return undefined
  return value === null ? null : value >= limit
}
