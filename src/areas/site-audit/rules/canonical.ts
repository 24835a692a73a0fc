import { urlKey } from '#std/url-key.ts'

export type CanonicalFault = 'relative' | 'fragment' | 'unparsable' | 'multiple'

/** The canonical address of a page: its key, or what is wrong with it; both null where the page names none. */
export type Canonical = { url: string | null; fault: CanonicalFault | null }

/** Reads the values of `link rel=canonical` in the page and in its header. */
export function readCanonical(elements: readonly string[], linkHeader: string | null): Canonical {
  const values = [...elements, ...canonicalsOfHeader(linkHeader)]
  const [first] = values
  if (first === undefined) return { url: null, fault: null }
  const keys = new Set(values.map((value) => urlKey(value) ?? value))
  if (keys.size > 1) return { url: null, fault: 'multiple' }
  const fault = faultOf(first)
  return fault === null ? { url: urlKey(first) ?? null, fault } : { url: null, fault }
}

function faultOf(value: string): CanonicalFault | null {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(value)) return 'relative'
  if (urlKey(value) === undefined) return 'unparsable'
  return value.includes('#') ? 'fragment' : null
}

function canonicalsOfHeader(header: string | null): string[] {
  return [...(header ?? '').matchAll(/<([^>]*)>((?:\s*;\s*[^,;"]*(?:"[^"]*")?)*)/g)].flatMap(
    ([, address = '', parameters = '']) =>
      /;\s*rel\s*=\s*"?[^";]*\bcanonical\b/i.test(parameters) ? [address.trim()] : [],
  )
}
