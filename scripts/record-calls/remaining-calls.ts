import { confirmed } from './operation-calls.ts'
import type { Scene } from './scene.ts'

type Input = Record<string, unknown>

/** The dates of its articles count back from now, so that two recordings would differ. */
const neverCalled = new Set(['addExamples'])

/**
 * Calls the operations that no area has called, each as its examples in the catalog say: rehearsed, then for good. Some name
 * records that nobody made: then the recording has the refusal.
 */
export async function callTheRest(scene: Scene): Promise<void> {
  const { operations, called, owner } = scene
  const examplesOf = await examples(scene)
  for (const op of operations.values()) {
    if (called.has(op.name) || neverCalled.has(op.name)) continue
    for (const [at, input] of examplesOf(op.name).entries()) {
      if (op.riskLevel !== 'read') await owner.mcp(op.name, input, { dryRun: true })
      await owner.v2(op.name, input, confirmed(op, `${op.name}-example-${at + 1}`))
    }
  }
}

/** The inputs of the examples of an operation, as OpenAPI prints them; one without fields where there are none. */
async function examples({ recorder }: Scene): Promise<(name: string) => Input[]> {
  const { json } = await recorder.send('/v2/openapi.json')
  return (name) => {
    const content = json.paths[`/v2/tools/${name}`].post.requestBody.content['application/json']
    const inputs = Object.values<{ value: { input: Input } }>(content.examples).map(({ value }) => value.input)
    return inputs.length > 0 ? inputs : [{}]
  }
}
