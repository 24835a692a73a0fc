import { fieldOf, isObject } from '#std/objects.ts'

/**
 * The names of the custom fields that the JSON Schema of a collection requires and that are left out; of an object within them
 * as `object.field`. What else does not fit is refused where it is given (collections.md#fields-follow-a-schema).
 */
export function missingFields(schema: unknown, fields: object, place = ''): string[] {
  const required = fieldOf(schema, 'required')
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
  const missing = names.filter((name) => !Object.hasOwn(fields, name)).map((name) => place + name)
  const properties = fieldOf(schema, 'properties')
  const inner = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, one]) => {
    const value = Object.hasOwn(fields, name) ? fieldOf(fields, name) : undefined
    return isObject(value) ? missingFields(one, value, `${place}${name}.`) : []
  })
  return [...missing, ...inner]
}
