import type { Envelope } from '#catalog/run/call.ts'
import { type Problem, Refusal } from '#kernel/errors.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { findForbidden, jsonDepth } from '#std/json.ts'
import { isObject } from '#std/objects.ts'

/** The arguments of a call in two parts: the input of the operation, and the reserved ones. */
export type Given = { input: Record<string, unknown>; reserved: Record<string, unknown> }

/** Separates the reserved arguments from the others (mcp.md#flat-arguments). */
export function fromFlat(given: Record<string, unknown>): Given {
  const { confirm, idempotencyKey, dryRun, ...input } = given
  return { input, reserved: { confirm, idempotencyKey, dryRun } }
}

/**
 * The envelope of a call. Errors: 400 `malformed_request`, 422 `validation_failed` for arguments that are wrapped as on
 * `/v2`.
 */
export function envelopeOf(
  { input, reserved }: Given,
  meta: Record<string, unknown>,
  op: AnyOperation | undefined,
): Envelope {
  // On `/v2` the input is one level down in the body: the same input is too deep on both doors.
  if (isDeeper(input, jsonDepth - 1) || isDeeper(reserved, jsonDepth - 1))
    throw malformed(`The arguments are nested deeper than ${jsonDepth} levels.`, '', 'too_deep')
  const forbidden = findForbidden({ input }) ?? findForbidden({ input: reserved })
  if (forbidden !== undefined)
    throw malformed(
      'A text contains a NUL or a lone surrogate, which cannot be stored.',
      forbidden.slice(0, 300),
      'invalid_characters',
    )
  const { confirm, idempotencyKey, dryRun = false } = reserved
  if (typeof dryRun !== 'boolean') throw malformed('"dryRun" is true or false.', '/input/dryRun', 'invalid_type')
  forbidWrapped(input, op)
  // Only the JSON true confirms.
  return {
    input,
    confirm: confirm === true,
    dryRun,
    // A rehearsal does not read its key, whatever is in it (calls.md#dry-runs).
    idempotencyKey: dryRun ? undefined : keyOf(idempotencyKey, meta[metaName]),
  }
}

const metaName = 'masthead/idempotencyKey'

function keyOf(argument: unknown, inMeta: unknown): string | undefined {
  const [first, second] = [checkedKey(argument), checkedKey(inMeta)]
  if (first !== undefined && second !== undefined && first !== second)
    throw malformed(
      `"idempotencyKey" and _meta["${metaName}"] differ. Send one of them.`,
      '/input/idempotencyKey',
      'invalid_value',
    )
  return first ?? second
}

// As in the header of `/v2`, "abc" and abc are one key.
function checkedKey(given: unknown): string | undefined {
  if (given === undefined) return undefined
  const text = typeof given === 'string' ? given : ''
  const key = text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw malformed(
      '"idempotencyKey" takes 1 to 255 visible ASCII characters.',
      '/input/idempotencyKey',
      'invalid_value',
    )
  return key
}

function forbidWrapped(input: Record<string, unknown>, op: AnyOperation | undefined): void {
  if (op === undefined || !isObject(input['input']) || 'input' in op.input.shape) return
  const message = 'Pass the fields of the operation directly as arguments, not inside "input".'
  throw new Refusal('validation_failed', message, [{ path: '/input/input', message, code: 'unknown_field' }])
}

function malformed(message: string, path: string, code: string): Refusal {
  const problem: Problem = { path, message, code }
  return new Refusal('malformed_request', message, [problem])
}

// Level by level: hostile nesting costs no stack.
function isDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === limit && level.some((entry) => typeof entry === 'object' && entry !== null)) return true
    level = level.flatMap((entry) => (typeof entry === 'object' && entry !== null ? Object.values(entry) : []))
  }
  return false
}
