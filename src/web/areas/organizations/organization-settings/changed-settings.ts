import type { InputOf } from '#web/operations.ts'

export type Changes = Omit<InputOf<'updateOrganizationSettings'>, 'ifVersion'>

/** The settings in a form that differ from those it was filled with; of an object, only the fields that differ. */
export function changedSettings(base: object, given: Changes): Changes {
  const changed = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const before: unknown = Reflect.get(base, name)
    if (!isObject(value) || !isObject(before)) return isSame(value, before) ? [] : [[name, value]]
    const fields = Object.entries(value).filter(([field, inner]) => !isSame(inner, Reflect.get(before, field)))
    return fields.length === 0 ? [] : [[name, Object.fromEntries(fields)]]
  })
  return Object.fromEntries(changed) as Changes
}

/** Whether somebody else changed one of these settings since the form was filled. */
export function isOverwriting(changes: Changes, base: object, latest: object): boolean {
  return Object.entries(changes).some(([name, value]) => {
    const [before, now]: unknown[] = [Reflect.get(base, name), Reflect.get(latest, name)]
    if (!isObject(value) || !isObject(before) || !isObject(now)) return !isSame(before, now)
    return Object.keys(value).some((field) => !isSame(Reflect.get(before, field), Reflect.get(now, field)))
  })
}

/** Whether two settings have the same value; lists are compared by what is in them. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
