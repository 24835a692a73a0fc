import { z } from 'zod'

/** A part of a schema. zod types it as one of its core; here every schema is made by its usual interface. */
export function partOf(part: z.core.$ZodType): z.ZodType {
  if (part instanceof z.ZodType) return part
  throw new Error('a schema has a part that is made by another interface of zod')
}

/** The schema of a field of an object, undefined where it has no such field. */
export function fieldSchema(schema: z.ZodObject, name: string): z.ZodType | undefined {
  const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
  return field === undefined ? undefined : partOf(field)
}

/** The schema inside one that only says what happens where a value is missing; undefined: it is none of those. */
export function innerSchema(schema: z.ZodType): z.ZodType | undefined {
  // One value in place of a list of one (oneOrMany): what is kept is the list.
  if (schema instanceof z.ZodPipe) return partOf(schema.def.out)
  const isAround = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return isAround ? partOf(schema.unwrap()) : undefined
}
