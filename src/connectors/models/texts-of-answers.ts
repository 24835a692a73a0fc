import type { GrowingText, ModelConnection } from '#kernel/model.ts'
import type { Secret } from '#kernel/secret.ts'
import { isObject } from '#std/objects.ts'
import { type SecretWritings, writingsOf } from '#std/secret-writings.ts'
import { storable } from '#std/storable.ts'
import { stringSoFar } from '#std/string-so-far.ts'

/** The JSON object of a text, each text in it as `cleanText` has it. */
export function parse(raw: string, connection: ModelConnection): Record<string, unknown> | undefined {
  const clean = (value: unknown): unknown => (typeof value === 'string' ? cleanText(connection, value) : value)
  try {
    const json: unknown = JSON.parse(raw, (_, value: unknown) => clean(value))
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

/**
 * A text of an answer as it may be read, shown and stored: one that a database takes (models.md#texts-can-be-stored), without the key,
 * however it is written (models.md#the-key-stays). A text that is put together of several is one of its own.
 */
export function cleanText({ key }: ModelConnection, text: string): string {
  const stored = storable(text)
  return keyIn(key)?.removedFrom(stored) ?? stored
}

/** Takes a form as far as it has come, and reports one text of it, without the key or the beginning of one at its end. */
export function growthOf(connection: ModelConnection, growing: GrowingText | undefined): (form: string) => void {
  if (growing === undefined) return () => undefined
  const { field, onGrowth } = growing
  return (form) =>
    onGrowth(() => {
      const text = cleanText(connection, stringSoFar(form, field))
      return text.slice(0, text.length - (keyIn(connection.key)?.begunAtEnd(text) ?? 0))
    })
}

/** Shorter ones occur in any text. */
const shortestKey = 6
const known = new WeakMap<Secret<string>, SecretWritings>()

function keyIn(key: Secret<string> | null): SecretWritings | undefined {
  const secret = key?.reveal() ?? ''
  if (key === null || secret.length < shortestKey) return undefined
  const writings = known.get(key) ?? writingsOf(secret)
  known.set(key, writings)
  return writings
}
