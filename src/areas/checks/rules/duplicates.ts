import { errorScore, isNearBody, nearBody, sameBody, warnScore } from '#areas/checks/similarity/score.ts'

import { type Rule, type Severity, shown } from './rule.ts'
import type { Other, Subject } from './subject.ts'
import { given } from './wording.ts'

const percent = (share: number) => Math.round(share * 100)

const keyword: Rule = {
  code: 'keyword_duplicate',
  severity: 'error',
  asks: 'No other published or scheduled item has the same primary keyword; of a draft or a topic it is a warning only.',
  field: 'primaryKeyword',
  check(subject) {
    const { item, index } = subject
    if (given(item.primaryKeyword) === null) return 'skipped'
    const { sameKeyword, sameKeywordTopics } = index
    if (sameKeyword.length === 0 && sameKeywordTopics.length === 0) return 'passed'
    const live = sameKeyword.filter(({ status, isOpen }) => status !== 'draft' && isOpen)
    const first = live[0]?.title ?? sameKeyword[0]?.title ?? sameKeywordTopics[0]?.topic ?? ''
    const isGrave = live.length > 0
    return {
      severity: isGrave ? 'error' : 'warning',
      message: isGrave
        ? `“${first}” has the same primary keyword: the two compete with each other. Choose another keyword, or consolidate them.`
        : `The ${hiddenKind(sameKeyword[0])} “${first}” has the same primary keyword. Choose another one before it is published.`,
      evidence: {
        primaryKeyword: item.primaryKeyword,
        items: sameKeyword.slice(0, shown).map(({ id, title, status }) => ({ id, title, status })),
        topics: sameKeywordTopics.slice(0, shown),
        count: sameKeyword.length + sameKeywordTopics.length,
      },
      fix: consolidating(subject, live),
    }
  },
}

const secondary: Rule = {
  code: 'keyword_overlap_secondary',
  severity: 'notice',
  asks: "The primary keyword is no other item's secondary one.",
  field: 'primaryKeyword',
  check({ item, index }) {
    if (given(item.primaryKeyword) === null) return 'skipped'
    const [first] = index.secondaryOf
    if (first === undefined) return 'passed'
    return {
      message: `The primary keyword is a secondary one of “${first.title}”. Make sure that the two answer different questions, and link them.`,
      evidence: {
        primaryKeyword: item.primaryKeyword,
        items: index.secondaryOf.slice(0, shown).map(({ id, title, status }) => ({ id, title, status })),
        count: index.secondaryOf.length,
      },
    }
  },
}

const body: Rule = {
  code: 'near_duplicate_body',
  severity: 'error',
  asks: `Less than ${percent(nearBody)} % of the text is also in another item; below ${percent(sameBody)} % it is a warning only.`,
  field: 'content',
  source: 'similarity',
  check(subject) {
    const alike = bodiesAlike(subject)
    const [first] = alike
    if (first === undefined) return 'passed'
    return {
      severity: first.body >= sameBody ? 'error' : 'warning',
      message: `${percent(first.body)} % of the text is also in “${first.title}”. Rewrite one of the two, or consolidate them.`,
      evidence: {
        items: alike
          .slice(0, shown)
          .map(({ id, title, status, body: share }) => ({ id, title, status, similarity: rounded(share) })),
        count: alike.length,
      },
      fix: consolidating(subject, alike),
    }
  },
}

const title: Rule = {
  code: 'title_cannibalization',
  severity: 'error',
  asks: 'The title does not compete with that of another item; it is a warning only where the two are less alike and share neither keyword nor body.',
  field: 'title',
  source: 'similarity',
  check(subject) {
    const competing = subject.index.similar
      .filter(({ score, isSeries }) => score >= warnScore && !isSeries)
      .toSorted((a, b) => b.score - a.score)
    const [first] = competing
    if (first === undefined) return 'passed'
    const also = [keyword, body].filter((rule) => typeof rule.check(subject) === 'object').map(({ code }) => code)
    const severity: Severity = first.score >= errorScore || also.length > 0 ? 'error' : 'warning'
    return {
      severity,
      message: `“${first.title}” seems to answer the same question. Say in the title what is different here, or consolidate the two.`,
      evidence: {
        items: competing.slice(0, shown).map(({ id, title: name, status, score, parts }) => ({
          id,
          title: name,
          status,
          score: rounded(score),
          parts,
        })),
        count: competing.length,
        also,
      },
      fix: consolidating(subject, competing),
    }
  },
}

const recurring: Rule = {
  code: 'recurring_title',
  severity: 'notice',
  asks: 'A title of a series says near its beginning what is special about this edition.',
  field: 'title',
  source: 'similarity',
  check({ index }) {
    const editions = index.similar.filter((other) => other.isSeries && !isNearBody(other))
    const [first] = editions
    if (first === undefined) return 'passed'
    return {
      message: `The title is one of a series, like that of “${first.title}”: apart from a number, a date or a name they are alike. They do not compete. Readers choose by what differs, so put it early.`,
      evidence: {
        items: editions.slice(0, shown).map(({ id, title: name, status }) => ({ id, title: name, status })),
        count: editions.length,
      },
    }
  },
}

/** Rules about items that compete with each other (checks.md#similarity-score). */
export const duplicateRules: readonly Rule[] = [keyword, secondary, body, title, recurring]

function bodiesAlike({ index }: Subject) {
  return index.similar.filter(isNearBody).toSorted((a, b) => b.body - a.body)
}

/** What an item that nobody can read, or the topic where there is none, is to people. */
function hiddenKind(item: Other | undefined): string {
  if (item === undefined) return 'topic'
  return item.status === 'draft' ? 'draft' : 'item of a closed collection'
}

type Competitor = Pick<Other, 'id' | 'status' | 'collectionId'>

/** The other item leads to the winner: only a live one can win. Items of two collections cannot be consolidated. */
function consolidating({ item, index }: Subject, others: readonly Competitor[]) {
  if (!index.isOpen) return undefined
  const fitting = others.filter(({ collectionId }) => collectionId === item.collectionId)
  const isWinner = item.status === 'published' && fitting[0]?.status !== 'published'
  const other = isWinner ? fitting[0] : fitting.find(({ status }) => status === 'published')
  if (other === undefined) return undefined
  const winnerId = isWinner ? item.id : other.id
  const duplicateIds = isWinner ? [other.id] : [item.id]
  return {
    operation: 'consolidateItems',
    input: { winnerId, duplicateIds, rewriteReferences: true, createRedirects: true },
  }
}

const rounded = (share: number) => Math.round(share * 100) / 100
