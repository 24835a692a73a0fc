import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { errorCode, type Exchange, RpcError } from '#faces/mcp/protocol.ts'
import { isObject } from '#std/objects.ts'

import { type FixtureTool, text } from './fixture-content.ts'

type Request = { method: string; params: Record<string, unknown> }
type Questions = Record<string, Request>

/** Tools that need something from the client before they can answer: it comes with the repeated call. */
export const questionTools: readonly FixtureTool[] = [
  asking('test_input_required_result_elicitation', { user_name: ask('What is your name?', 'name') }),
  asking('test_streaming_elicitation', { user_name: ask('What is your name?', 'name') }),
  asking('test_input_required_result_sampling', { capital_question: sample('What is the capital of France?', 100) }),
  asking('test_input_required_result_list_roots', { client_roots: { method: 'roots/list', params: {} } }),
  asking('test_input_required_result_request_state', { confirm: confirm('Please confirm') }, 'state-ok'),
  asking('test_input_required_result_tampered_state', { confirm: confirm('Please confirm') }, 'state-ok'),
  asking(
    'test_input_required_result_multiple_inputs',
    {
      user_name: ask('What is your name?', 'name'),
      greeting: sample('Generate a greeting', 50),
      client_roots: { method: 'roots/list', params: {} },
    },
    'all-inputs',
  ),
  {
    name: 'test_input_required_result_multi_round',
    description: 'Asks twice.',
    run(exchange) {
      const rounds: readonly Questions[] = [
        { step1: ask('Step 1: What is your name?', 'name') },
        { step2: ask('Step 2: What is your favorite color?', 'color') },
      ]
      const state = openState(exchange) ?? 'round-0'
      const round = Number(state.replace('round-', ''))
      const done = isAnswered(rounds[round] ?? {}, exchange) ? round + 1 : round
      const questions = rounds[done]
      return questions === undefined ? answered('Asked twice.') : required(questions, sealState(`round-${done}`))
    },
  },
  {
    name: 'test_input_required_result_capabilities',
    description: 'Asks for what the client declares.',
    run(exchange) {
      const all: Record<string, Request> = {
        elicitation: ask('What is your name?', 'name'),
        sampling: sample('Generate a greeting', 50),
      }
      const declared = Object.entries(all).filter(([capability]) => isObject(exchange.capabilities[capability]))
      return required(Object.fromEntries(declared))
    },
  },
]

/** A prompt that asks before it gives its messages. */
export function promptQuestion(exchange: Exchange): Record<string, unknown> | undefined {
  const questions = { user_context: ask('What context should the prompt use?', 'context') }
  return isAnswered(questions, exchange) ? undefined : required(questions)
}

function asking(name: string, questions: Questions, state?: string): FixtureTool {
  return {
    name,
    description: 'Asks the client, and answers when it is called again.',
    run(exchange) {
      const opened = openState(exchange)
      if (!isAnswered(questions, exchange) || opened !== state)
        return required(questions, state === undefined ? undefined : sealState(state))
      return answered(state ?? 'Thank you.')
    },
  }
}

const answered = (words: string) => ({ content: [text(words)] })

function required(inputRequests: Questions, requestState?: string): Record<string, unknown> {
  return { resultType: 'input_required', inputRequests, ...(requestState === undefined ? {} : { requestState }) }
}

/** Whether every question has an answer of the right form; anything that was not asked for is ignored. */
function isAnswered(questions: Questions, { message }: Exchange): boolean {
  const { inputResponses } = message.params
  return isObject(inputResponses) && Object.keys(questions).every((key) => isObject(inputResponses[key]))
}

function ask(message: string, field: string): Request {
  return elicit(message, field, 'string')
}

function confirm(message: string): Request {
  return elicit(message, 'ok', 'boolean')
}

function elicit(message: string, field: string, type: string): Request {
  const requestedSchema = { type: 'object', properties: { [field]: { type } }, required: [field] }
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } }
}

function sample(words: string, maxTokens: number): Request {
  return { method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: text(words) }], maxTokens } }
}

const key = randomBytes(32)
const sign = (state: string) => createHmac('sha256', key).update(state).digest('base64url')
const sealState = (state: string) => `${state}.${sign(state)}`

/** The state of a repeated call, undefined in the first; a state that was not issued here is refused. */
function openState({ message }: Exchange): string | undefined {
  const { requestState } = message.params
  if (requestState === undefined) return undefined
  const [state = '', signature = ''] = String(requestState).split(/\.(.*)/s)
  const [expected, actual] = [Buffer.from(sign(state)), Buffer.from(signature)]
  if (expected.length === actual.length && timingSafeEqual(expected, actual)) return state
  throw new RpcError(errorCode.invalidParams, 'requestState was not made here.')
}
