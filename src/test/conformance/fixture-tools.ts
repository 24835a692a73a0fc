import { completeResult } from '#faces/mcp/call-result.ts'
import { listResult, requireFirstPage } from '#faces/mcp/list-tools.ts'
import { errorCode, type Method, RpcError } from '#faces/mcp/protocol.ts'
import { isObject } from '#std/objects.ts'

import { audio, embedded, type FixtureTool, image, text } from './fixture-content.ts'
import { questionTools } from './fixture-questions.ts'

/** `tools/list` and `tools/call` with the tools that the official suite expects. `changeTools` changes what is listed. */
export function fixtureTools({ changeTools }: { changeTools(): Promise<void> }): [string, Method][] {
  const tools = new Map(
    [...contentTools, ...protocolTools(changeTools), ...questionTools].map((tool) => [tool.name, tool]),
  )
  const entries = [...tools.values()].map(({ name, description, inputSchema = { type: 'object' } }) => ({
    name,
    description,
    inputSchema,
  }))

  const list: Method = {
    run({ message, era, serverInfo }) {
      requireFirstPage(message.params)
      return { result: JSON.stringify(listResult({ tools: entries }, { era, serverInfo, catalogVersion: 'fixture' })) }
    },
  }
  const call: Method = {
    named: 'name',
    async run(exchange) {
      const tool = tools.get(String(exchange.message.params['name']))
      if (tool === undefined) throw new RpcError(errorCode.invalidParams, 'There is no tool with this name.')
      return { result: JSON.stringify(completeResult(exchange, await tool.run(exchange))) }
    },
  }
  return [
    ['tools/list', list],
    ['tools/call', call],
  ]
}

const contentTools: readonly FixtureTool[] = [
  {
    name: 'test_simple_text',
    description: 'Answers a text.',
    run: () => ({ content: [text('This is a simple text response for testing.')] }),
  },
  { name: 'test_image_content', description: 'Answers a picture.', run: () => ({ content: [image] }) },
  { name: 'test_audio_content', description: 'Answers a sound.', run: () => ({ content: [audio] }) },
  {
    name: 'test_embedded_resource',
    description: 'Answers a resource.',
    run: () => ({
      content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    }),
  },
  {
    name: 'test_multiple_content_types',
    description: 'Answers a text, a picture and a resource.',
    run: () => ({
      content: [
        text('Multiple content types test:'),
        image,
        embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
  },
  {
    name: 'test_error_handling',
    description: 'Fails.',
    run: () => ({ content: [text('This tool intentionally returns an error for testing')], isError: true }),
  },
  {
    name: 'json_schema_2020_12_tool',
    description: 'Has the words of JSON Schema 2020-12 in its input.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: () => ({ content: [text('Nothing is checked here.')] }),
  },
]

// What the suite calls to see how the protocol behaves around a tool.
function protocolTools(changeTools: () => Promise<void>): readonly FixtureTool[] {
  return [
    {
      name: 'test_missing_capability',
      description: 'Needs a client that declares sampling.',
      run({ capabilities }) {
        if (isObject(capabilities['sampling'])) return { content: [text('The client declares sampling.')] }
        throw new RpcError(errorCode.missingCapability, 'The client must declare sampling.', {
          status: 400,
          data: { requiredCapabilities: { sampling: {} } },
        })
      },
    },
    {
      name: 'test_logging_tool',
      description: 'Does something that a server could log.',
      run: () => ({ content: [text('Done.')] }),
    },
    {
      name: 'test_trigger_tool_change',
      description: 'Changes the list of tools.',
      async run() {
        await changeTools()
        return { content: [text('The list changed.')] }
      },
    },
  ]
}
