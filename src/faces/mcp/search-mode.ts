import { z } from 'zod'

import { briefSchema } from '#catalog/derived/brief-schema.ts'
import { portableSchema } from '#catalog/derived/json-schema.ts'
import { invalidInput } from '#catalog/run/parse.ts'
import { Refusal } from '#kernel/errors.ts'
import { inPlainWords } from '#kernel/input-problems.ts'
import { type AnyOperation } from '#kernel/operation.ts'
import type { Risk } from '#kernel/risk.ts'
import { isObject } from '#std/objects.ts'

import { fromFlat } from './arguments.ts'
import type { Wrapper } from './call-tool.ts'
import { reserved, type Tool } from './tools.ts'

const runners: { name: string; title: string; description: string; risks: readonly Risk[] }[] = [
  {
    name: 'runReadOperation',
    title: 'Run an operation that reads',
    description: 'Runs an operation of risk read. searchOperations finds it, describeOperation returns its fields.',
    risks: ['read'],
  },
  {
    name: 'runWriteOperation',
    title: 'Run an operation that changes',
    description: 'Runs an operation of risk write. searchOperations finds it, describeOperation returns its fields.',
    risks: ['write'],
  },
  {
    name: 'runDestructiveOperation',
    title: 'Run an operation that publishes, reaches outside or removes',
    description: 'Runs an operation of risk publish, external or destructive. describeOperation returns its fields.',
    risks: ['publish', 'external', 'destructive'],
  },
]

const runnerInput = z.strictObject({
  operation: z.string().max(100).describe('Name of the operation'),
  arguments: z.looseObject({}).optional().describe('The fields of the operation'),
})

/**
 * The three tools that run an operation by its name, split by risk so that clients' allow-lists keep their meaning
 * (mcp.md#narrowing).
 */
export function runnerTools(): Tool[] {
  const input = briefSchema(portableSchema(runnerInput, 'input'), 'input') as Tool['inputSchema']
  return runners.map(({ name, title, description, risks }) => {
    const [isRead, isDestructive] = [risks.includes('read'), risks.includes('destructive')]
    return {
      name,
      title,
      description,
      inputSchema: isRead ? input : { ...input, properties: { ...input.properties, ...reserved } },
      outputSchema: { type: 'object', properties: {} },
      annotations: {
        readOnlyHint: isRead,
        destructiveHint: isDestructive,
        idempotentHint: isRead,
        openWorldHint: isDestructive,
      },
      _meta: { 'masthead/operation': { riskLevels: risks } },
    }
  })
}

/** What the three tools make of their arguments: the operation that runs, or why none does. */
export const wrappers: ReadonlyMap<string, Wrapper> = new Map(runners.map(({ name }) => [name, wrapperOf(name)]))

function wrapperOf(tool: string): Wrapper {
  return (given, operations) => {
    const { input, reserved: beside } = fromFlat(given)
    const name = typeof input['operation'] === 'string' ? input['operation'] : tool
    const parsed = runnerInput.safeParse(input, inPlainWords)
    if (!parsed.success)
      return { name, given: { input: {}, reserved: {} }, refusal: invalidInput(runnerInput, parsed.error) }
    const op = operations.get(parsed.data.operation)
    const fields = isObject(input['arguments']) ? input['arguments'] : {}
    // The reserved names have a meaning next to the operation's fields, and none among them.
    const call = { name, given: { input: fields, reserved: beside } }
    // What agents never get has no tool, and the runner says so.
    if (op === undefined || op.excluded !== undefined) return call
    const right = toolFor(op)
    return right === tool ? call : { ...call, refusal: wrongTool(name, right) }
  }
}

function toolFor({ risk }: AnyOperation): string | undefined {
  return runners.find(({ risks }) => risks.includes(risk))?.name
}

// The wrong tool is refused before anything else: a host allows one kind of risk by the tool's name.
function wrongTool(operation: string, right: string | undefined): Refusal {
  const message = `Run ${operation} with ${right}: its risk requires that tool.`
  return new Refusal('validation_failed', message, [{ path: '/input/operation', message, code: 'wrong_tool' }])
}
