import { contentWords, keywordWords } from '#std/content-words.ts'
import { countWords } from '#std/page.ts'
import { truncate } from '#std/text.ts'

import { counted, type Rule, shown } from './rule.ts'
import { hasDate, hasFigure, type Statement } from './statements.ts'
import type { Subject } from './subject.ts'
import { given } from './wording.ts'

const perThousand = 3

const readiness: Rule = {
  code: 'quote_readiness_low',
  severity: 'notice',
  asks: `At least one sentence, and ${perThousand} per 1,000 words, can be quoted alone: short, and a definition of the primary keyword or a number with its source or date.`,
  field: 'content',
  check(subject) {
    const { wordCount } = subject.page
    if (wordCount === 0) return 'skipped'
    const least = Math.max(1, Math.ceil((perThousand * wordCount) / 1000))
    const quotable: Statement[] = []
    for (const statement of subject.statements) {
      if (isQuotable(statement, subject)) quotable.push(statement)
      if (quotable.length === least) return 'passed'
    }
    return {
      message: `${quotable.length} of the sentences can be quoted on their own; ${least} would do for ${counted(wordCount, 'word')}. Write short ones that define the subject, or that give a number with its source or date.`,
      evidence: {
        quotable: quotable.length,
        least,
        words: wordCount,
        sentences: quotable.slice(0, shown).map(({ text }) => truncate(text, 300)),
      },
    }
  },
}

/** Rules about what answers can quote. */
export const quoteRules: readonly Rule[] = [readiness]

/** 8 to 40 words that make sense on their own, with a definition of the keyword or a number with a source or date. */
function isQuotable(statement: Statement, { item, site }: Subject): boolean {
  const { text } = statement
  // A text that is far too long is not split into words.
  if (text.length > 1000 || startsDependent.test(text)) return false
  const keyword = given(item.primaryKeyword)
  const isSourced = hasFigure(text) && (statement.hasSource || hasDate(text))
  if (!isSourced && (keyword === null || !defines(text, keyword, site.locale))) return false
  const words = countWords(text, site.locale)
  return words >= 8 && words <= 40
}

/** The keyword is followed by a word such as "is" or "means". */
function defines(text: string, keyword: string, locale: string): boolean {
  const verb = defining.exec(text)
  if (verb === null) return false
  const before = new Set(contentWords(text.slice(0, verb.index), locale))
  const wanted = keywordWords(keyword, locale)
  return wanted.length > 0 && wanted.every((word) => before.has(word))
}

const startsDependent =
  /^["'“‘(]?(?:it|its|this|that|these|those|they|them|their|he|she|his|her|we|our|you|your|i|my|one|and|but|or|so|also|however|therefore|thus|hence|then|moreover|furthermore|besides|instead|otherwise|nevertheless|nonetheless|still|yet|additionally|consequently|meanwhile|because|such|here|there|er|sie|es|dies|diese|dieser|dieses|wir|ihr|und|aber|oder|doch|jedoch|deshalb|daher|außerdem|il|elle|ils|elles|ce|cela|ces|nous|vous|et|mais|ou|donc|cependant|el|ella|ellos|esto|esta|este|y|pero|o)(?![\p{L}\p{N}'’])/iu

const defining =
  /(?<![\p{L}\p{N}])(?:is|are|means|mean|refers? to|describes?|denotes?|stands? for|ist|sind|bedeutet|bezeichnet|est|sont|signifie|désigne|es|son|significa)(?![\p{L}\p{N}])/iu
