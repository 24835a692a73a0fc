/** What makes a title one of a series: versions, issues, parts, months, years. */
export type Editions = {
  /** Versions, numbers of issues and parts, months, quarters and anniversaries. */
  issues: ReadonlySet<string>
  /** Whether one of them implies that there are others: a version with a point, a part, a month. */
  isMarked: boolean
  years: ReadonlySet<string>
  /** Whether the text stays and its year is updated: "Best CRM software 2025". */
  isEvergreen: boolean
  /** What happens once a year: a survey, a roadmap. */
  isEvent: boolean
}

/** The editions of a folded title, and the title without any of its numbers and months. */
export function editionsOf(title: string): Editions & { rest: string } {
  const words = title.match(wordPattern) ?? []
  const issues = new Set<string>()
  const years = new Set<string>()
  const rest: string[] = []
  let isMarked = false
  for (const [at, word] of words.entries()) {
    const kind = kindOf(words, at)
    if (kind === 'word' || kind === 'mark') rest.push(word)
    if (kind === 'year') years.add(word)
    if (kind !== 'issue' && kind !== 'number') continue
    issues.add(word.replace(/^[v#]/, '') + stageOf(words.slice(at + 1, at + 5)))
    isMarked ||= kind === 'issue'
  }
  const isEvent = words.some((word) => eventWords.has(word))
  const isEvergreen = !isEvent && words.some((word) => evergreenWords.has(word))
  return { issues, isMarked, years, isEvergreen, isEvent, rest: rest.join(' ') }
}

/** The stage after a version, with its number: `-rc.2`. */
function stageOf(after: readonly string[]): string {
  const words = after.filter(isWord)
  const [stage = '', number = ''] = words
  return stages.has(stage) ? ` ${stage} ${/^\d+$/.test(number) ? number : ''}`.trimEnd() : ''
}

/** Whether two titles belong to different editions, so that they do not compete however similar their words are. */
export function areEditions(one: Editions, other: Editions): boolean {
  if (one.issues.size > 0 && other.issues.size > 0 && !areEqual(one.issues, other.issues)) return true
  if (one.issues.size === 0 && other.isMarked) return true
  if (other.issues.size === 0 && one.isMarked) return true
  if (areEqual(one.years, other.years)) return false
  // A month of this year and one without a year; the survey of a year and the first survey.
  if (one.issues.size > 0 || one.isEvent || other.isEvent) return true
  return one.years.size > 0 && other.years.size > 0 && !(one.isEvergreen && other.isEvergreen)
}

type Kind = 'word' | 'mark' | 'year' | 'quantity' | 'number' | 'issue'

// A number with its sign and decimal points, a word, or a mark that ends a phrase.
const wordPattern = /(?:[v#](?=\d))?\d+(?:[.,]\d+)*(?![\p{L}\p{M}\p{N}])|[\p{L}\p{M}\p{N}'+%]+|[^\p{L}\p{M}\p{N}\s]/gu

function kindOf(words: readonly string[], at: number): Kind {
  const word = words[at] ?? ''
  const before = words[at - 1] ?? ''
  const after = words[at + 1] ?? ''
  if (/^[v#]?\d/.test(word)) return kindOfNumber(words, at)
  if (isMonth(word, before, after) || /^[qh][1-4]$/.test(word)) return 'issue'
  if (seasons.has(word) && isYear(after)) return 'issue'
  if (counted.has(word) && (issueWords.has(before) || isAnniversary(after, words[at + 2]))) return 'issue'
  return isWord(word) ? 'word' : 'mark'
}

function kindOfNumber(words: readonly string[], at: number): Kind {
  const [beforeThat, before = '', word = '', after = '', afterThat] = [-2, -1, 0, 1, 2].map((by) => words[at + by])
  if (/^\d+(?:st|nd|rd|th)$/.test(word))
    return isMonth(before, '', '1') || editionWords.has(after) ? 'issue' : 'quantity'
  if (/\d\p{L}/u.test(word)) return 'word'
  if (isYear(word) && before !== '-') return 'year'
  if (/^[v#]|\d\.\d/.test(word) || issueWords.has(before) || (before === '.' && issueWords.has(beforeThat ?? '')))
    return 'issue'
  if (before === '-' || before === '/' || isAnniversary(after, afterThat)) return 'issue'
  if (after === '%' || after === '/') return after === '/' ? 'issue' : 'quantity'
  // "7 ways", "Checklist: 25 steps", "in 3 days" count something; "Windows 11", "Security 112" name it.
  const counts = isWord(after) && !/^\d/.test(after) && (before === '' || !isWord(before) || beforeCounts.has(before))
  return counts ? 'quantity' : 'number'
}

function isMonth(word: string, before: string, after: string): boolean {
  if (months.has(word)) return true
  // Also an ordinary word: it is a month only at the beginning, or next to a date, the end or a preposition.
  if (word !== 'may') return false
  return (
    before === '' ||
    /^\d/.test(after) ||
    /^\d/.test(before) ||
    after === '' ||
    !isWord(after) ||
    beforeMonths.has(before)
  )
}

/** "Five years of", "10 years of": one more each year. */
const isAnniversary = (after: string, afterThat: string | undefined) => /^years?$/.test(after) && afterThat === 'of'

const listed = (text: string) => new Set(text.split(' '))

const months = listed(
  'january february march april june july august september october november december jan feb apr jun jul aug sep sept oct nov dec',
)
const stages = listed('alpha beta rc preview')
const seasons = listed('spring summer autumn fall winter')
const issueWords = listed(
  'part chapter episode ep volume vol issue week day no nr number edition sprint release version lesson season round phase milestone',
)
const editionWords = listed('edition annual anniversary birthday quarter')
const counted = listed('one two three four five six seven eight nine ten i ii iii iv v vi vii viii ix x')
const beforeCounts = listed(
  'top the best our my your these in of with and to from over under within about only just at by for than other another first last',
)
const beforeMonths = listed('in for of from since until')
const evergreenWords = listed(
  `best top how what why guide tutorial vs versus alternative alternatives competitors pricing price prices cost costs software tool tools
  app apps platform platforms services review reviews template templates checklist policy tips ways ideas examples strategies practices
  ultimate complete free cheap compare compared comparison`.replace(/\s+/g, ' '),
)
const eventWords = listed(
  `survey results roadmap recap report state announcing announcement announcements retrospective goals conference summit awards
  update updates election elections electing annual reunion`.replace(/\s+/g, ' '),
)

const isYear = (word: string) => /^(?:19|20)\d\d$/.test(word)
const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word)

function areEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((entry) => other.has(entry))
}
