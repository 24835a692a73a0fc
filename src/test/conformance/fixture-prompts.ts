import { completeResult } from '#faces/mcp/call-result.ts'
import { listResult, requireFirstPage } from '#faces/mcp/list-tools.ts'
import { errorCode, type Exchange, isObject, type Method, RpcError } from '#faces/mcp/protocol.ts'

import { embedded, image, text } from './fixture-content.ts'
import { promptQuestion } from './fixture-questions.ts'

type FixturePrompt = {
  name: string
  description: string
  arguments: readonly string[]
  run(given: Record<string, unknown>, exchange: Exchange): Record<string, unknown>
}

const messages = (...content: readonly unknown[]) => ({
  messages: content.map((one) => ({ role: 'user', content: one })),
})

const prompts: readonly FixturePrompt[] = [
  {
    name: 'test_simple_prompt',
    description: 'One text.',
    arguments: [],
    run: () => messages(text('This is a simple prompt for testing.')),
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'One text with both arguments.',
    arguments: ['arg1', 'arg2'],
    run: ({ arg1, arg2 }) => messages(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource and a text.',
    arguments: ['resourceUri'],
    run: ({ resourceUri }) =>
      messages(
        embedded(String(resourceUri), 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  },
  {
    name: 'test_prompt_with_image',
    description: 'A picture and a text.',
    arguments: [],
    run: () => messages(image, text('Please analyze the image above.')),
  },
  {
    name: 'test_input_required_result_prompt',
    description: 'Asks for a context first.',
    arguments: [],
    run: (_given, exchange) => promptQuestion(exchange) ?? messages(text('A prompt with a context.')),
  },
]

/** `prompts/list` and `prompts/get` with the prompts that the official suite expects. */
export function fixturePrompts(): [string, Method][] {
  const entries = prompts.map(({ name, description, arguments: names }) => ({
    name,
    description,
    arguments: names.map((argument) => ({ name: argument, description: 'A text', required: true })),
  }))
  const list: Method = {
    run({ message, era, serverInfo }) {
      requireFirstPage(message.params)
      return {
        result: JSON.stringify(listResult({ prompts: entries }, { era, serverInfo, catalogVersion: 'fixture' })),
      }
    },
  }
  const get: Method = {
    named: 'name',
    run(exchange) {
      const { name, arguments: given = {} } = exchange.message.params
      const prompt = prompts.find((known) => known.name === name)
      if (prompt === undefined) throw new RpcError(errorCode.invalidParams, 'There is no prompt of this name.')
      return { result: JSON.stringify(completeResult(exchange, prompt.run(isObject(given) ? given : {}, exchange))) }
    },
  }
  return [
    ['prompts/list', list],
    ['prompts/get', get],
  ]
}
