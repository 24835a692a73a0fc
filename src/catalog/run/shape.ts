import { z } from 'zod'

import { partOf } from '#kernel/schema-parts.ts'

type Schema = z.ZodType

const shapes = new WeakMap<z.ZodObject, z.ZodObject>()
const tolerantShapes = new WeakMap<z.ZodObject, z.ZodObject>()

/**
 * What an answer is checked for: which fields it has and of which type they are. Lengths, characters, formats and bounds are
 * rules of input and do not hold for what is stored (calls.md#stored-data-is-readable). Descriptions stay.
 */
export const shapeOf = (schema: z.ZodObject): z.ZodObject => keptShape(shapes, schema, exact)

/**
 * The same for a record that is not even of this shape, such as one that an older release wrote: any text, number or flag
 * passes where one belongs, a list that is none is empty, everything else that does not fit is null.
 */
export const tolerantShapeOf = (schema: z.ZodObject): z.ZodObject => keptShape(tolerantShapes, schema, forgiving)

// Each is made when an answer is first checked by it: made for all operations at the start, they were a sixth of the heap.
function keptShape(kept: WeakMap<z.ZodObject, z.ZodObject>, schema: z.ZodObject, manner: Manner): z.ZodObject {
  let shape = kept.get(schema)
  if (shape === undefined) kept.set(schema, (shape = objectShape(schema, manner)))
  return shape
}

/** How a part of an answer is checked: as a member of an object or list, inside a wrapper or union, and a single value. */
type Manner = { member(schema: Schema): Schema; inner(schema: Schema): Schema; single(schema: Schema): Schema }

const exactly = (schema: Schema) => described(schema, build(schema, exact))
const exact: Manner = { member: exactly, inner: exactly, single: withoutRules }

const scalar = z.union([z.string(), z.number(), z.boolean()])
const forgiving: Manner = {
  member: (schema) => build(schema, forgiving).catch(substituteFor(schema)),
  inner: (schema) => build(schema, forgiving),
  single: (schema) => (schema instanceof z.ZodNull ? schema : scalar),
}

function substituteFor(schema: Schema): unknown {
  if (schema instanceof z.ZodOptional) return undefined
  return schema instanceof z.ZodArray ? [] : null
}

function described(schema: Schema, shape: Schema): Schema {
  const meta = schema.meta()
  return meta === undefined ? shape : shape.meta(meta)
}

function build(schema: Schema, manner: Manner): Schema {
  const { member, inner } = manner
  if (schema instanceof z.ZodObject) return objectShape(schema, manner)
  if (schema instanceof z.ZodArray) return z.array(member(partOf(schema.element)))
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => inner(partOf(option))))
  if (schema instanceof z.ZodRecord) return z.record(z.string(), member(partOf(schema.valueType)))
  if (schema instanceof z.ZodOptional) return inner(partOf(schema.unwrap())).optional()
  if (schema instanceof z.ZodNonOptional) return inner(partOf(schema.unwrap())).nonoptional()
  if (schema instanceof z.ZodNullable) return inner(partOf(schema.unwrap())).nullable()
  if (schema instanceof z.ZodDefault) return inner(partOf(schema.unwrap())).default(schema.def.defaultValue)
  if (schema instanceof z.ZodUnknown) return schema
  return manner.single(schema)
}

function objectShape(schema: z.ZodObject, { member }: Manner): z.ZodObject {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, member(partOf(field))] as const)
  const shape = Object.fromEntries(fields)
  return schema.def.catchall instanceof z.ZodUnknown ? z.looseObject(shape) : z.object(shape)
}

const plain = [z.ZodEnum, z.ZodLiteral, z.ZodBoolean, z.ZodNull, z.ZodAny]

function withoutRules(schema: Schema): Schema {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return z.string()
  if (schema instanceof z.ZodNumber) return schema.format === 'safeint' ? z.int() : z.number()
  if (plain.some((kind) => schema instanceof kind)) return schema
  throw new Error(`nothing says yet how an answer with a ${schema.def.type} is checked`)
}
