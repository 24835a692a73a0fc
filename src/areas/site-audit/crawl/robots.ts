import { truncate } from '#std/text.ts'
import { normalPercents } from '#std/url-key.ts'
import { visibleText } from '#std/visible-text.ts'

/** A rule of a robots.txt: `text` is its line as it stands, with nothing hidden in it; `line` the number of that line. */
type Rule = { allow: boolean; pattern: string; text: string; line: number }
type Group = { names: string[]; rules: Rule[]; delay: number | null }

/** What a robots.txt says (RFC 9309). */
export type Robots = { groups: readonly Group[]; sitemaps: readonly string[] }

/** Whether an address may be requested, and the line that decides; both null where no rule matches. */
export type Decision = { allowed: boolean; rule: string | null; line: number | null }

const longestShown = 1000
const shown = (line: string) => visibleText(truncate(line, longestShown))

/** So many bytes of a file count. */
export const robotsBytes = 500 * 1024
/** The longest pause between two requests that a file can ask for, in seconds. */
const longestDelay = 10

export const allowAll: Robots = { groups: [], sitemaps: [] }
export const allowNone: Robots = {
  groups: [{ names: ['*'], rules: [{ allow: false, pattern: '/', text: '', line: 0 }], delay: null }],
  sitemaps: [],
}
/** Nobody knows what an origin says that does not answer; it counts as forbidding everything (RFC 9309, 2.3.1.4). */
export const noAnswer: Robots = { ...allowNone }

/** Reads a robots.txt. Lines that it does not know end no group; a rule without a value is none. */
export function parseRobots(text: string): Robots {
  const groups: Group[] = []
  const sitemaps: string[] = []
  let group: Group | undefined
  let isNaming = false
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const { name, value } = fieldOf(line)
    if (name === 'sitemap' && value !== '') sitemaps.push(value)
    if (name === 'user-agent') {
      if (group === undefined || !isNaming) groups.push((group = { names: [], rules: [], delay: null }))
      group.names.push(value.toLowerCase())
      isNaming = true
    }
    if (name !== 'allow' && name !== 'disallow' && name !== 'crawl-delay') continue
    isNaming = false
    if (group === undefined || value === '') continue
    if (name === 'crawl-delay') group.delay = delayOf(value) ?? group.delay
    else
      group.rules.push({ allow: name === 'allow', pattern: normalPercents(value), text: shown(line), line: index + 1 })
  }
  return { groups, sitemaps }
}

/** What a file says to a robot about the path and query of a key. The longest rule wins, at a tie the one that allows. */
export function decide(robots: Robots, token: string, path: string): Decision {
  let best: Rule | undefined
  for (const { rules } of groupsFor(robots, token))
    for (const rule of rules) {
      if (!matches(rule.pattern, path)) continue
      const longer = rule.pattern.length - (best?.pattern.length ?? -1)
      if (longer > 0 || (longer === 0 && rule.allow && best?.allow === false)) best = rule
    }
  if (best === undefined || path === '/robots.txt') return { allowed: true, rule: null, line: null }
  const isOfFile = best.line > 0
  return { allowed: best.allow, rule: isOfFile ? best.text : null, line: isOfFile ? best.line : null }
}

/** Seconds between the starts of two requests of a robot; 0: none are asked for. */
export function crawlDelay(robots: Robots, token: string): number {
  return Math.max(0, ...groupsFor(robots, token).map(({ delay }) => delay ?? 0))
}

/** The product token of a user agent: what stands before the first `/` or blank. */
export function productToken(userAgent: string): string {
  return /^[^/\s]*/.exec(userAgent.trim())?.[0] ?? ''
}

// Groups of one name count together, and those for everybody only where none is for this robot.
function groupsFor({ groups }: Robots, token: string): readonly Group[] {
  const name = token.toLowerCase()
  const own = groups.filter(({ names }) => names.includes(name))
  return own.length > 0 ? own : groups.filter(({ names }) => names.includes('*'))
}

function fieldOf(line: string): { name: string; value: string } {
  const [content = ''] = line.split('#', 1)
  const at = content.indexOf(':')
  if (at === -1) return { name: '', value: '' }
  return { name: content.slice(0, at).trim().toLowerCase(), value: content.slice(at + 1).trim() }
}

function delayOf(value: string): number | undefined {
  const seconds = Number(value)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, longestDelay) : undefined
}

/** Patterns begin at the path's begin; `*` stands for any characters, `$` at the end for the end. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const [first = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    if (isAnchored && index === rest.length - 1) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return !isAnchored || at === path.length
}
