import { contentWords } from '#std/content-words.ts'

// Words of titles that mean the same for the question a text answers; the first one represents them all.
const groups = [
  'tool software platform app application solution program',
  'reduce lower cut decrease minimize shrink',
  'increase improve boost grow raise',
  'customer client buyer',
  'pricing price cost fee charge bill',
  'alternative competitor replacement',
  'comparison compare versus difference',
  'create build make develop',
  'choose pick select',
  'employee staff',
  'freelancer freelance freelancing',
  'company business firm',
  'begin beginner',
  'fix solve resolve troubleshoot',
  'speed fast faster accelerate',
  'set setup',
  'tutorial guide introduction intro handbook walkthrough',
  'optimize optimization optimise optimisation',
  'automate automation',
  'migrate migration',
  'integrate integration',
  'authenticate authentication auth',
  'configure configuration',
  'install installation',
  'implement implementation',
  'deploy deployment',
  'calculate calculation',
  'postgresql postgres',
  'kubernetes k8s',
  'javascript js',
  'typescript ts',
  'picture image photo',
]

// Words that nearly any title may contain, whatever it is about.
const fillers = new Set(
  contentWords(
    `best top ultimate complete definitive essential comprehensive simple easy proven right free good great effective guide tutorial
    introduction intro handbook walkthrough explained explanation understanding overview basics tip way step idea thing reason need
    know learn matter work really pro con create build make step-by-step`,
  ),
)

const meanings = new Map<string, string>(
  groups.flatMap((group) => {
    const [first = '', ...others] = group.split(' ').flatMap((word) => contentWords(word))
    return others.map((other) => [other, first] as const)
  }),
)

/** The stems that mean the same as one of these, including themselves. */
export function spellingsOf(stems: readonly string[]): string[] {
  const meant = new Set(stems.map((stem) => meanings.get(stem) ?? stem))
  const others = [...meanings].flatMap(([spelling, meaning]) => (meant.has(meaning) ? [spelling] : []))
  return [...new Set([...stems, ...meant, ...others])]
}

/** The distinct stems of a title, with synonyms merged and without the words that say nothing, unless none would be left. */
export function meaningOf(stems: readonly string[]): Set<string> {
  const telling = stems.filter((stem) => !fillers.has(stem))
  return new Set((telling.length > 0 ? telling : stems).map((stem) => meanings.get(stem) ?? stem))
}
