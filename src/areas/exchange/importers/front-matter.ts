import type * as Toml from 'smol-toml'
import type * as Yaml from 'yaml'

import { late } from '#std/late.ts'

const toml = late<typeof Toml>('smol-toml')
const yaml = late<typeof Yaml>('yaml')

export type FrontMatter =
  | { kind: 'none'; body: string }
  | { kind: 'read'; fields: Record<string, unknown>; body: string }
  | { kind: 'broken'; line: number; reason: string }

const maxDepth = 64
const maxLength = 262_144

/**
 * Splits a Markdown file into front matter (YAML between `---`, TOML between `+++`) and body. `line` counts from 1 in the file. A file that opens with a
 * thematic break and no mapping has no front matter. The text has line feeds only.
 */
export function readFrontMatter(text: string): FrontMatter {
  const fence = /^(---|\+\+\+)[ \t]*(?:\n|$)/.exec(text)
  if (!fence?.[1]) return { kind: 'none', body: text }
  const isToml = fence[1] === '+++'

  const close = (isToml ? /^\+\+\+[ \t]*$/m : /^(?:---|\.\.\.)[ \t]*$/m).exec(text.slice(fence[0].length))
  if (!close) {
    if (!isToml && !/^[\w-]+[ \t]*:(?:\s|$)/.test(text.slice(fence[0].length).trimStart()))
      return { kind: 'none', body: text }
    return { kind: 'broken', line: 1, reason: `The front matter that "${fence[1]}" opens is never closed` }
  }
  const source = text.slice(fence[0].length, fence[0].length + close.index)
  const body = text.slice(fence[0].length + close.index + close[0].length).replace(/^\n/, '')
  if (source.length > maxLength)
    return { kind: 'broken', line: 1, reason: 'The front matter is longer than 262,144 characters' }

  const parsed = isToml ? readToml(source) : readYaml(source)
  if (parsed.kind === 'text') return { kind: 'none', body: text }
  if (parsed.kind === 'broken') return parsed
  if (isDeeperThan(parsed.fields, maxDepth)) {
    return { kind: 'broken', line: 1, reason: 'The front matter is nested deeper than 64 levels' }
  }
  return { kind: 'read', fields: parsed.fields, body }
}

type Parsed =
  | { kind: 'fields'; fields: Record<string, unknown> }
  | { kind: 'text' }
  | Extract<FrontMatter, { kind: 'broken' }>

function readToml(source: string): Parsed {
  try {
    return {
      kind: 'fields',
      fields: toml().parse(source.replace(tomlDay, quotedUnlessReal), { maxDepth, unsafeKeyBehaviour: 'drop' }),
    }
  } catch (error) {
    if (error instanceof toml().TomlError) return broken(error.line, tomlWords(source, error.line))
    throw error
  }
}

/** The value of a line that begins with a day. */
const tomlDay = /^([\w.-]+[ \t]*=[ \t]*)(\d{4})-(\d{2})-(\d{2})(\S*)[ \t]*$/gm

// The parser takes the 30th of February for the first of March: in quotes it is no date, and that is noted.
function quotedUnlessReal(line: string, key: string, year: string, month: string, day: string, rest: string): string {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isReal = date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
  return isReal ? line : `${key}"${year}-${month}-${day}${rest.replaceAll('"', '')}"`
}

function readYaml(source: string): Parsed {
  // Flow collections are parsed by recursion: what is nested too deeply is refused before the parser sees it.
  if (opensDeeperThan(source, maxDepth)) return broken(1, 'nested deeper than 64 levels')
  const document = yaml().parseDocument(source, {
    customTags: null,
    schema: 'core',
    stringKeys: true,
    logLevel: 'silent',
  })
  const [error] = document.errors
  if (error) return broken(error.linePos?.[0].line ?? 1, yamlWords[error.code])

  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 100 })
  } catch (error_) {
    // The library throws a ReferenceError for an alias without an anchor, and when aliases multiply beyond the bound.
    if (error_ instanceof ReferenceError)
      return broken(1, yamlWords[/unresolved/i.test(error_.message) ? 'BAD_ALIAS' : 'RESOURCE_EXHAUSTION'])
    throw error_
  }
  if (value === null || value === undefined) return { kind: 'fields', fields: {} }
  if (isRecord(value)) return { kind: 'fields', fields: value }
  return typeof value === 'string' ? { kind: 'text' } : broken(1, 'it is a list, not a mapping')
}

function broken(line: number, why: string): Extract<FrontMatter, { kind: 'broken' }> {
  return { kind: 'broken', line: line + 1, reason: `The front matter cannot be read: ${why}` }
}

/** What is wrong with a line of TOML, from the line itself (calls.md#errors-can-be-corrected). */
function tomlWords(source: string, line: number): string {
  const written = (source.split('\n')[line - 1] ?? '').trim()
  if (written === '') return 'it ends where TOML needs a value'
  if (!/^[[#]/.test(written) && !written.includes('=')) return 'a line of TOML is a key, "=" and a value'
  return 'the line is not TOML: a text is in quotes, a name is given once, and what is opened is closed'
}

/** What is wrong with YAML, in our words: the parser's own change with its versions. */
const yamlWords: Record<Yaml.ErrorCode, string> = {
  ALIAS_PROPS: 'an alias (*name) has no tag or anchor of its own',
  BAD_ALIAS: 'an alias (*name) needs an anchor (&name) before it',
  BAD_COLLECTION_TYPE: 'the tag does not fit its list or mapping',
  BAD_DIRECTIVE: 'a line that begins with % is not allowed here; put the text in quotes',
  BAD_DQ_ESCAPE: 'a text in double quotes has an unknown \\ sequence; double the backslash',
  BAD_INDENT: 'the line is not indented as the ones around it, or a bracket before it is still open',
  BAD_PROP_ORDER: 'a tag or anchor is before the value, on its line',
  BAD_SCALAR_START: 'a text that begins with @, ` or another mark of YAML is in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a mapping begins within a line; a value that has ": " in it is in quotes',
  BLOCK_IN_FLOW: 'a list in [ ] or { } cannot have lines with "-" in it',
  DUPLICATE_KEY: 'the name is given twice',
  IMPOSSIBLE: 'it is not YAML',
  KEY_OVER_1024_CHARS: 'a name is longer than 1,024 characters',
  MISSING_CHAR: 'a bracket, quote, comma or blank is missing',
  MULTILINE_IMPLICIT_KEY: 'a name goes over several lines; is the ":" missing?',
  MULTIPLE_ANCHORS: 'a value has two anchors (&name)',
  MULTIPLE_DOCS: 'it has a second document; only one is read',
  MULTIPLE_TAGS: 'a value has two tags',
  NON_STRING_KEY: 'a name is not a text',
  RESOURCE_EXHAUSTION: 'its aliases multiply into too much',
  TAB_AS_INDENT: 'it is indented with a tab; use blanks',
  TAG_RESOLVE_FAILED: 'a value does not fit its tag',
  UNEXPECTED_TOKEN: 'there is something where YAML expects a name, a value or the end of the line',
}

function opensDeeperThan(source: string, limit: number): boolean {
  let depth = 0
  for (const [mark] of source.matchAll(/[[\]{}]/g)) {
    depth = mark === '[' || mark === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > limit) return true
  }
  return source.split('\n').some((line) => /^(?:[ \t]*-[ \t]){65}/.test(line) || /^ {2000}/.test(line))
}

function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.filter((entry) => typeof entry === 'object' && entry !== null && !isDate(entry)).flatMap(valuesOf)
  }
  return false
}

function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDate(value)
}

function isDate(value: unknown): boolean {
  return value instanceof Date || value instanceof toml().TomlDate
}
