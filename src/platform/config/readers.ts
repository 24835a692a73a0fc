import { isIP } from 'node:net'

import { z } from 'zod'

/** A value read from text, or what is wrong with the text, without quoting it. */
export type Read<T> = { value: T } | { fault: string }

/** A schema of a text that is read by a function. */
export function parsed<T>(read: (text: string) => Read<T>): z.ZodType<T, string> {
  return z.string().transform((text, context) => {
    const result = read(text)
    if ('value' in result) return result.value
    context.addIssue({ code: 'custom', message: result.fault })
    return z.NEVER
  })
}

/** A whole number between two limits, both included. */
export function wholeNumber(least: number, most: number) {
  return parsed((text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN
    return value >= least && value <= most ? { value } : { fault: `is not a whole number from ${least} to ${most}` }
  })
}

/** One of a few words. */
export function oneOf<const W extends readonly string[]>(...words: W) {
  return parsed<W[number]>((text) => {
    const value = words.find((word) => word === text)
    return value === undefined ? { fault: `is not one of ${words.join(', ')}` } : { value }
  })
}

/** A switch whose two positions have names. */
export function onOff(on: string, off: string) {
  return parsed((text) =>
    text === on || text === off ? { value: text === on } : { fault: `is neither ${on} nor ${off}` },
  )
}

/** The address or name of this machine that the server listens on. */
export function host(text: string): Read<string> {
  const isName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)
  return isIP(text) !== 0 || isName ? { value: text } : { fault: 'is neither an address nor a host name' }
}

/** A host and a port. */
export function hostAndPort(text: string): Read<{ host: string; port: number }> {
  const [, name = '', digits = ''] = /^(?:\[)?([^\]]+?)\]?:(\d{1,5})$/.exec(text) ?? []
  const read = host(name)
  if ('fault' in read || Number(digits) > 65_535 || digits === '') return { fault: 'does not have the form host:port' }
  return { value: { host: name, port: Number(digits) } }
}

/** An http or https URL without credentials, query and fragment. A slash at its end is dropped. */
export function baseUrl(text: string): Read<string> {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return { fault: 'is not an http or https URL' }
  if (url.username || url.password) return { fault: 'contains a user name or password' }
  if (url.search || url.hash || /[?#]/.test(text)) return { fault: 'has a query or a fragment' }
  return { value: `${url.origin}${url.pathname.replace(/\/+$/, '')}` }
}

/** Addresses and CIDR ranges, separated by commas. */
export function addressRanges(text: string): Read<readonly string[]> {
  const ranges = text.split(',').map((range) => range.trim())
  const wrong = ranges.findIndex((range) => !isRange(range))
  if (wrong !== -1) return { fault: `entry ${wrong + 1} is neither an address nor a CIDR range` }
  return { value: ranges }
}

/** Host names and addresses, separated by commas, without ports, in lower case. */
export function hostNames(text: string): Read<readonly string[]> {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  const wrong = names.findIndex((name) => URL.parse(`http://${name}/`)?.host !== name)
  if (wrong !== -1) return { fault: `entry ${wrong + 1} is not a host name` }
  return { value: names }
}

/** Origins of web pages, separated by commas. */
export function origins(text: string): Read<readonly string[]> {
  const given = text.split(',').map((origin) => origin.trim())
  const wrong = given.findIndex((origin) => !/^https?:$/.test(URL.parse(origin)?.protocol ?? ''))
  if (wrong !== -1) return { fault: `entry ${wrong + 1} is not an http or https origin` }
  return { value: given.map((origin) => new URL(origin).origin) }
}

/** The sender of mails: an address, alone or as `Name <address>`. */
export function mailAddress(text: string): Read<string> {
  const isAddress = /^([^<>"@,;\r\n]+<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/.test(text)
  return isAddress ? { value: text } : { fault: 'is neither an address nor of the form Name <address>' }
}

/** The name of a bucket, which is also part of a host name. */
export function bucketName(text: string): Read<string> {
  const isName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)
  return isName ? { value: text } : { fault: 'is not the name of a bucket: 3 to 63 of a-z, 0-9, "." and "-"' }
}

/** The name of a region. */
export function regionName(text: string): Read<string> {
  return /^[a-z0-9-]{1,60}$/.test(text) ? { value: text } : { fault: 'is not the name of a region' }
}

/** The name of a key. */
export function keyId(text: string): Read<string> {
  return /^[\x21-\x7e]{1,200}$/.test(text) ? { value: text } : { fault: 'is not the name of a key' }
}

/** Headers as OpenTelemetry writes them: `name=value,name=value`, values percent-encoded. */
export function headerList(text: string): Read<Readonly<Record<string, string>>> {
  const headers: Record<string, string> = {}
  for (const [at, entry] of text.split(',').entries()) {
    const [, name = '', value = ''] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(entry) ?? []
    if (name === '') return { fault: `entry ${at + 1} is not of the form name=value` }
    try {
      headers[name.toLowerCase()] = decodeURIComponent(value)
    } catch {
      return { fault: `entry ${at + 1} has a % that does not start a percent sequence (write it as %25)` }
    }
  }
  return { value: headers }
}

/** A share of all: 0 to 1. */
export function shareOfAll(text: string): Read<number> {
  const value = /^(0|1|0?\.\d{1,9}|1\.0+)$/.test(text) ? Number(text) : NaN
  return value >= 0 && value <= 1 ? { value } : { fault: 'is not a number from 0 to 1' }
}

function isRange(range: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? []
  const family = isIP(address)
  return family !== 0 && (prefix === undefined || Number(prefix) <= (family === 4 ? 32 : 128))
}
