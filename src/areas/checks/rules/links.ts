import { keywordKey } from '#std/content-words.ts'
import type { PageLink } from '#std/page.ts'
import { truncate } from '#std/text.ts'

import { isExternal, ownPath } from './own-address.ts'
import { counted, publishing, type Rule, shown, updating } from './rule.ts'
import { isLive, type Subject, type Target } from './subject.ts'
import { given } from './wording.ts'

const wordsWithoutLink = 300
const wordsPerLink = 500
const mostAsked = 10
const wordsWithoutSource = 600

const none: Rule = {
  code: 'internal_links_none',
  severity: 'error',
  asks: `A text above ${wordsWithoutLink} words has a link to another own page that search engines follow.`,
  field: 'content',
  check(subject) {
    const { wordCount } = subject.page
    if (wordCount <= wordsWithoutLink) return 'skipped'
    if (followedCount(subject) > 0) return 'passed'
    return {
      message: `The text has ${wordCount} words and no link to another page of the site that search engines follow. Link to related items; suggestInternalLinks shows which ones the text names, if any.`,
      evidence: { words: wordCount, internalLinks: 0, internalLinksNofollow: ownLinks(subject).length },
    }
  },
}

const few: Rule = {
  code: 'internal_links_few',
  severity: 'warning',
  asks: `A text of ${wordsWithoutLink} words or more has one internal link per ${wordsPerLink} words, at least two and ${mostAsked} at most.`,
  field: 'content',
  check(subject) {
    const { wordCount } = subject.page
    if (wordCount < wordsWithoutLink) return 'skipped'
    const count = followedCount(subject)
    // One finding per problem: without any link, the more severe rule reports it.
    if (count === 0 && wordCount > wordsWithoutLink) return 'skipped'
    const least = Math.min(mostAsked, Math.max(2, wordCount / wordsPerLink))
    if (count >= least) return 'passed'
    return {
      message: `The text has ${counted(count, 'internal link')} in ${counted(wordCount, 'word')}; ${Math.ceil(least)} would lead readers on to related items. suggestInternalLinks shows which ones the text names, if any.`,
      evidence: { words: wordCount, internalLinks: count, least: Math.ceil(least) },
    }
  },
}

const broken: Rule = {
  code: 'internal_link_broken',
  severity: 'error',
  asks: 'Every internal link leads to an item.',
  field: 'content',
  check: (subject) => {
    const links = linksTo(subject, ({ to }) => to === 'nothing')
    if (links === undefined) return 'skipped'
    if (links.length === 0) return 'passed'
    return {
      message: `${counted(links.length, 'internal link')} ${links.length === 1 ? 'leads' : 'lead'} nowhere: there is neither an item nor a redirect. Correct ${links.length === 1 ? 'it' : 'them'} in the body, or add a redirect.`,
      evidence: { links: links.slice(0, shown).map(({ link }) => evidenceOf(link)), count: links.length },
    }
  },
}

const toRedirect: Rule = {
  code: 'internal_link_to_redirect',
  severity: 'warning',
  asks: 'Internal links lead to the present address.',
  field: 'content',
  check: (subject) => {
    const links = linksTo(subject, ({ to }) => to === 'redirect')
    if (links === undefined) return 'skipped'
    if (links.length === 0) return 'passed'
    return {
      message: `${counted(links.length, 'internal link')} ${links.length === 1 ? 'uses' : 'use'} an old address that leads elsewhere. Link to the new one.`,
      evidence: {
        links: links.slice(0, shown).map(({ link, target }) => ({
          ...evidenceOf(link),
          ...(target.to === 'redirect' ? { toItemId: target.itemId, toUrl: target.url } : {}),
        })),
        count: links.length,
      },
    }
  },
}

const toDraft: Rule = {
  code: 'internal_link_to_draft',
  severity: 'error',
  asks: 'Internal links lead to published items.',
  field: 'content',
  check: (subject) => {
    const links = linksTo(subject, (target) => isUnpublished(target, subject.item.id))
    if (links === undefined) return 'skipped'
    if (links.length === 0) return 'passed'
    const publishable = links.flatMap(({ target }) =>
      target.to === 'item' && target.item.isOpen ? target.item.id : [],
    )
    return {
      message: `${counted(links.length, 'internal link')} ${links.length === 1 ? 'leads' : 'lead'} to items that are not published, or whose collection is closed: nobody can open them. Publish them or take the links out.`,
      evidence: {
        links: links.slice(0, shown).map(({ link, target }) => ({
          ...evidenceOf(link),
          ...(target.to === 'item'
            ? { itemId: target.item.id, title: target.item.title, status: target.item.status }
            : {}),
        })),
        count: links.length,
      },
      fix: publishing(publishable[0]),
    }
  },
}

const orphan: Rule = {
  code: 'orphan_page',
  severity: 'warning',
  asks: 'Another published item links to it, once it is published.',
  field: null,
  check({ item, index }) {
    if (!isLive({ ...item, isOpen: index.isOpen })) return 'skipped'
    if (index.isLinked) return 'passed'
    return {
      message:
        'No other published item links to this one, so readers and search engines hardly find it. Link to it from a related item.',
      evidence: { incomingLinks: 0 },
    }
  },
}

const suggested: Rule = {
  code: 'suggested_links_unused',
  severity: 'notice',
  asks: 'Accepted link suggestions are in the content, or dismissed.',
  field: 'internalLinkSuggestions',
  check(subject) {
    const { item, page, index, site } = subject
    const accepted = item.suggestions.filter(({ state }) => state === 'accepted')
    if (accepted.length === 0) return 'skipped'
    const linkedItems = new Set(page.links.flatMap(({ href }) => itemOf(index.targets.get(href)) ?? []))
    const linkedPaths = new Set(page.links.map(({ href }) => ownPath(href, site) ?? href))
    const unused = accepted.filter(({ targetItemId, url }) =>
      targetItemId === undefined
        ? !linkedPaths.has(ownPath(url ?? '', site) ?? url ?? '')
        : !linkedItems.has(targetItemId),
    )
    if (unused.length === 0) return 'passed'
    return {
      message: `${counted(unused.length, 'accepted link suggestion')} ${unused.length === 1 ? 'is' : 'are'} not in the body. Put ${unused.length === 1 ? 'it' : 'them'} in, or dismiss ${unused.length === 1 ? 'it' : 'them'}.`,
      evidence: {
        suggestions: unused
          .slice(0, shown)
          .map(({ anchor, targetItemId = null, url = null }) => ({ anchor, targetItemId, url })),
        count: unused.length,
      },
      fix: updating(subject, {
        internalLinkSuggestions: item.suggestions.map((entry) =>
          unused.includes(entry) ? { ...entry, state: 'dismissed' } : entry,
        ),
      }),
    }
  },
}

const related: Rule = {
  code: 'related_unpublished',
  severity: 'warning',
  asks: 'relatedArticles names published items.',
  field: 'relatedArticles',
  check(subject) {
    const { relatedArticles } = subject.item
    if (relatedArticles.length === 0) return 'skipped'
    const isShown = (id: string) => {
      const other = subject.index.related.get(id)
      return other !== undefined && isLive(other) && !other.isTrashed
    }
    const hidden = relatedArticles.filter((id) => !isShown(id))
    if (hidden.length === 0) return 'passed'
    return {
      message: `${counted(hidden.length, 'related article')} ${hidden.length === 1 ? 'is' : 'are'} not public, so the website cannot show ${hidden.length === 1 ? 'it' : 'them'}. Publish ${hidden.length === 1 ? 'it' : 'them'} or name others.`,
      evidence: {
        items: hidden.map((id) => {
          const other = subject.index.related.get(id)
          return { id, title: other?.title ?? null, status: other?.isTrashed === false ? other.status : 'removed' }
        }),
      },
      fix: updating(subject, { relatedArticles: relatedArticles.filter(isShown) }),
    }
  },
}

const externalNone: Rule = {
  code: 'external_links_none',
  severity: 'notice',
  asks: `A text above ${wordsWithoutSource} words links to a source on another website.`,
  field: 'content',
  check({ page, site }) {
    if (page.wordCount <= wordsWithoutSource) return 'skipped'
    if (page.links.some(({ href }) => isExternal(href, site))) return 'passed'
    return {
      message: `The text has ${page.wordCount} words and no link to another website. Link to the sources that it relies on.`,
      evidence: { words: page.wordCount, externalLinks: 0 },
    }
  },
}

const anchor: Rule = {
  code: 'competing_anchor',
  severity: 'warning',
  asks: 'No link to another page has the own primary keyword as its anchor.',
  field: 'content',
  check(subject) {
    const { item, page, index, site } = subject
    const keyword = given(item.primaryKeyword)
    const key = keyword === null ? '' : keywordKey(keyword, site.locale)
    if (key === '') return 'skipped'
    const competing = page.links.filter(
      ({ href, anchor: text }) =>
        !href.startsWith('#') && itemOf(index.targets.get(href)) !== item.id && keywordKey(text, site.locale) === key,
    )
    if (competing.length === 0) return 'passed'
    return {
      message: `${counted(competing.length, 'link')} with the primary keyword “${keyword ?? ''}” as its text ${competing.length === 1 ? 'leads' : 'lead'} to another page, which tells search engines that it is the better one. Use other words for ${competing.length === 1 ? 'it' : 'them'}.`,
      evidence: { primaryKeyword: keyword, links: competing.slice(0, shown).map(evidenceOf), count: competing.length },
    }
  },
}

/** Rules about links (checks.md#which-links-are-broken). */
export const linkRules: readonly Rule[] = [
  none,
  few,
  broken,
  toRedirect,
  toDraft,
  orphan,
  suggested,
  related,
  externalNone,
  anchor,
]

const evidenceOf = ({ href, anchor: text }: PageLink) => ({ href: truncate(href, 500), anchor: truncate(text, 200) })
const itemOf = (target: Target | undefined) => (target?.to === 'item' ? target.item.id : undefined)

/** Links to the organization's own pages. */
function ownLinks({ item, page, index, site }: Subject): PageLink[] {
  return page.links.filter(
    ({ href }) => ownPath(href, site) !== undefined && itemOf(index.targets.get(href)) !== item.id,
  )
}

function followedCount(subject: Subject): number {
  if (subject.item.robots.nofollow === true) return 0
  return ownLinks(subject).filter(({ isFollowed }) => isFollowed).length
}

/** Own links whose target is of this kind; undefined if the body has no own links at all. */
function linksTo(subject: Subject, wanted: (target: Target) => boolean) {
  const links = ownLinks(subject)
  if (links.length === 0) return undefined
  return links.flatMap((link) => {
    const target = subject.index.targets.get(link.href)
    return target !== undefined && wanted(target) ? [{ link, target }] : []
  })
}

const isUnpublished = (target: Target, ownId: string) =>
  target.to === 'item' && !isLive(target.item) && target.item.id !== ownId
