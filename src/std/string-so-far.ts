/**
 * The text of a field of a JSON object that is still being written, as far as it has come: '' until it begins. Only fields of
 * the outermost object count, and the last character is left out while it may be half of an escape.
 */
export function stringSoFar(json: string, field: string): string {
  let [at, depth, name] = [json.indexOf('{'), 0, '']
  if (at < 0) return ''
  for (; at < json.length; at++) {
    const sign = json[at]
    if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth--
    else if (sign === '"') {
      const end = endOfString(json, at)
      const isValue = isAfterColon(json, at)
      if (depth === 1 && isValue && name === field) return decoded(json.slice(at + 1, end))
      if (depth === 1 && !isValue) name = decoded(json.slice(at + 1, end))
      at = end
    }
  }
  return ''
}

/** Where the string that begins here ends: at its closing quote, or where the text does. */
function endOfString(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    if (json[at] === '\\') at++
    else if (json[at] === '"') return at
  }
  return json.length
}

function isAfterColon(json: string, at: number): boolean {
  let before = at - 1
  while (/\s/.test(json[before] ?? '')) before--
  return json[before] === ':'
}

/** What is between the quotes of a string; without an escape, or half of a character, that has not come whole. */
function decoded(inside: string): string {
  const whole = inside.replace(/(^|[^\\])((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/, '$1$2')
  try {
    const text = JSON.parse(`"${whole}"`) as string
    return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
  } catch {
    return ''
  }
}
