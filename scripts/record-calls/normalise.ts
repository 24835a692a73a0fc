/**
 * Takes out of an answer what two runs of the same code do not share: ids, secrets, hashes over them, and times from `since`
 * on. What is no time becomes a name by the order of its first appearance, so that the same one stays the same.
 */
export function normaliser(since: Date) {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  /** What stands for an address, such as that of the server. */
  const addresses = new Map<string, string>()

  function nameOf(kind: string, value: string): string {
    const known = names.get(`${kind} ${value}`)
    if (known !== undefined) return known
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const name = `<${kind}-${count}>`
    names.set(`${kind} ${value}`, name)
    return name
  }

  return {
    /** From now on this address is shown by a name. */
    address(url: string, name: string): void {
      addresses.set(url, name)
    },

    /** The encoding stays: it ends the tag. */
    etag: (value: string) =>
      value.replace(/"(.+?)(-gz|-br)?"/, (_all, hash: string, end = '') => `"${nameOf('etag', hash)}${end}"`),

    text(text: string): string {
      let result = text
      for (const [url, name] of addresses)
        result = result.replaceAll(url, name).replaceAll(encodeURIComponent(url), name)
      for (const [pattern, kind] of secrets) result = result.replace(pattern, (value) => nameOf(kind, value))
      result = result.replace(ids, (id) => nameOf(id.slice(0, 3), id))
      for (const [pattern, name] of times) result = result.replace(pattern, (time) => (isOfRun(time) ? name : time))
      for (const [pattern, name] of numbers) result = result.replace(pattern, `$<before>${name}`)
      return result
    },
  }

  function isOfRun(time: string): boolean {
    const at = Date.parse(/^\d{4}-\d\d-\d\d \d/.test(time) ? `${time.replace(' ', 'T')}Z` : time)
    return at >= since.getTime() && at < Date.parse('2090-01-01')
  }
}

export type Normaliser = ReturnType<typeof normaliser>

const secrets: readonly [RegExp, string][] = [
  [/mh_sk_[0-9A-Za-z]{36}/g, 'key'],
  // 32 random bytes, and the hash of a key.
  [/(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/g, 'token'],
  // The link of a shared report.
  [/(?<=\/r\/)[\w-]+/g, 'share'],
  // Made of an id.
  [/(?<=<wp:post_id>)\d+/g, 'post'],
  [/(?<="(?:idempotencyKeyHash|requestHash)\\?":\\?")[0-9a-f]+/g, 'hash'],
]

const ids = /\b[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g

/** What depends on a clock, on chance, or on the length of what does. */
const numbers: readonly [RegExp, string][] = [
  [/(?<before>"(?:durationMs|latencyMs)\\?":)\d+/g, '<ms>'],
  [/(?<before>"resetSeconds\\?":)\d+/g, '<seconds>'],
  [/(?<before>rateLimit\\?":\{\\?"limit\\?":\d+,\\?"remaining\\?":)\d+/g, '<calls>'],
  [/(?<before>"prefix\\?":\\?"mh_sk_)[0-9A-Za-z]{2}/g, '<start>'],
  [/(?<before>"last4\\?":\\?")[0-9A-Za-z]{4}/g, '<end>'],
  [/(?<before>\/exports\/[^"\\]+\\?",\\?"bytes\\?":)\d+/g, '<bytes>'],
]

const day = '20\\d\\d-\\d\\d-\\d\\d'
const clock = '\\d\\d:\\d\\d'

const times: readonly [RegExp, string][] = [
  [new RegExp(`${day}T${clock}(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]${clock})`, 'g'), '<time>'],
  [new RegExp(`${day} ${clock}:\\d\\d`, 'g'), '<time>'],
  [new RegExp(`[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} 20\\d\\d ${clock}:\\d\\d (?:GMT|[+-]\\d{4})`, 'g'), '<time>'],
  [new RegExp(`\\b${day}\\b(?!T)`, 'g'), '<date>'],
]
