import type { Answer } from './recorder.ts'
import type { Listed, Scene } from './scene.ts'

type Input = Record<string, unknown>
type More = {
  /** Whether the input names records, which another organization does not find. */
  foreign?: true
  /** The same call with another, valid input: under the same key it is refused. */
  other?: Input
}

/**
 * Calls an operation as its kind allows: with an unknown field, without its scope, from another organization, rehearsed,
 * without its confirmation, for good, again with the same key, and with that key for something else. Answers the result.
 */
export async function callOperation(
  scene: Scene,
  name: string,
  input: Input,
  more: More = {},
): Promise<Answer['json']> {
  const op = scene.operations.get(name)
  if (op === undefined) throw new Error(`There is no operation ${name}`)
  const { owner, stranger, without, called } = scene
  const times = (called.get(name) ?? 0) + 1
  called.set(name, times)
  const all = confirmed(op, `${name}-${times}`)

  await owner.v2(name, { ...input, unknownField: 1 }, { confirm: true })
  await without(op.scope).mcp(name, input, { confirm: true })
  if (more.foreign === true) await stranger.v2(name, input, all)
  if (op.riskLevel === 'read' && op.idempotency === 'none') {
    await owner.mcp(name, input)
    return owner.result(name, input)
  }

  await owner.mcp(name, input, { dryRun: true })
  if (op.confirmation === 'always') await owner.v2(name, input)
  const result = await owner.result(name, input, all)
  await owner.v2(name, input, all)
  if (more.other !== undefined) await owner.mcp(name, more.other, all)
  return result
}

/** What an operation needs to be done for good. */
export function confirmed({ riskLevel }: Listed, idempotencyKey: string) {
  return riskLevel === 'read' ? { idempotencyKey } : { confirm: true, idempotencyKey }
}
