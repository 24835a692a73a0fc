/** What a text says about its kind besides its words: the names of its categories and tags, and a type that it states itself. */
type Told = { title: string; labels?: readonly string[]; stated?: string | undefined }

/**
 * The preset of article types that a title and its labels tell (content.md#types-of-imported-items); null where they do not. A type
 * that the text states itself comes first, then the form of the title, then labels.
 */
export function articleTypeOf({ title, labels = [], stated }: Told): string | null {
  const name = presetOf(stated ?? '')
  if (name !== undefined) return name
  const folded = title.toLowerCase()
  const form = forms.find(([, pattern]) => pattern.test(folded))?.[0]
  return form ?? labels.map(presetOf).find((preset) => preset !== undefined) ?? null
}

// In this order: a comparison of alternatives is a list of alternatives, release notes with a number are a release.
const forms: readonly (readonly [string, RegExp])[] = [
  ['release', /\b(?:release notes|changelog|what's new in)\b/],
  [
    'release',
    /\b(?:announc\w*|introducing|releas\w*|available|out now|is out|pre-?release|beta|testing|notes for)\b.*\bv?\d+\.\d+|\bv?\d+\.\d+\S*.*\b(?:released?|is out|available|pre-?release|testing|beta)\b/,
  ],
  ['release', /^[\p{L}\p{N}.+#-]+(?:\s[\p{L}\p{N}.+#-]+)?\sv?\d+\.\d+(?:\.\d+)*(?:\s?(?:alpha|beta|rc)\S*)?$/u],
  ['alternatives', /\b(?:alternatives?|competitors)\b(?! to consider the)/],
  ['comparison', /\b(?:vs\.?|versus|compared|comparison)\b/],
  ['case_study', /\b(?:case study|success story)\b/],
  [
    'review',
    /(?<!(?:in|code|peer|design|year in|under) )\breview(?:ed)?\b(?! (?:process|board|checklist|meeting|policy|period|queue|team|your|the))/,
  ],
  ['how_to', /^how (?:to|do i|do you|we)\b|\bstep[- ]by[- ]step\b/],
  [
    'listicle',
    /^(?:the |our |top )*\d+ (?:\S+ ){0,3}?(?:ways|tips|ideas|tools|examples|reasons|things|steps|mistakes|lessons|tricks|best|books|apps|questions|rules)\b|^top \d+\b/,
  ],
  ['guide', /\b(?:guide|tutorial|handbook|walkthrough|primer)\b/],
  ['explainer', /^(?:what (?:is|are|does)|why|when)\b|\bexplained\b|^understanding\b|^an? introduction to\b/],
  ['opinion', /\b(?:opinion|in defen[cs]e of|considered harmful|my take)\b/],
  [
    'news',
    /^(?:announcing|announcement|introducing|welcom\w+|meet the|call for|security advisory|save the date|update on|changes? (?:in|to)|goodbye|farewell|thank you)\b|\b(?:newsletter|this week in|joins|update|updates|recap|survey results|status report|press release|cve-\d{4}|incident report|post-?mortem|agenda|line-?up|schedule)\b/,
  ],
]

function presetOf(label: string): string | undefined {
  const key = label
    .toLowerCase()
    .trim()
    .replace(/[\s-]+/g, '_')
  return words.get(key) ?? words.get(key.replace(/s$/, ''))
}

const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    how_to: 'how_to',
    howto: 'how_to',
    tutorial: 'guide',
    listicle: 'listicle',
    list: 'listicle',
    comparison: 'comparison',
    alternative: 'alternatives',
    review: 'review',
    guide: 'guide',
    explainer: 'explainer',
    case_study: 'case_study',
    case_studie: 'case_study',
    customer_story: 'case_study',
    new: 'news',
    announcement: 'news',
    event: 'news',
    press: 'news',
    press_release: 'news',
    blog_update: 'news',
    release: 'release',
    release_note: 'release',
    changelog: 'release',
    glossary: 'glossary',
    definition: 'glossary',
    landing: 'landing',
    landing_page: 'landing',
    opinion: 'opinion',
    editorial: 'opinion',
  }),
)
