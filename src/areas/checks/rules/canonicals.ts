import { comparableUrl, siteHost } from '#std/comparable-url.ts'

import { publishing, type Rule, shown, updating } from './rule.ts'
import { isLive, type Subject } from './subject.ts'
import { given } from './wording.ts'

const missing: Rule = {
  code: 'canonical_missing',
  severity: 'notice',
  asks: 'A canonical URL is given or follows from siteUrl.',
  field: 'canonicalUrl',
  check({ item, index, site }) {
    if (given(item.canonicalUrl) !== null || index.selfUrl !== null) return 'passed'
    // Without a siteUrl that is one fault of the organization, not one of each item.
    if (site.siteUrl === null) return 'skipped'
    return {
      message:
        'The item has no canonical URL, and its collection has no template to make one. Set canonicalUrl, so that copies of the page count for it.',
      evidence: { canonicalUrl: null, siteUrl: site.siteUrl },
    }
  },
}

const invalid: Rule = {
  code: 'canonical_invalid',
  severity: 'error',
  asks: 'A canonical URL is absolute, http or https, and has no fragment.',
  field: 'canonicalUrl',
  check(subject) {
    const canonical = given(subject.item.canonicalUrl)
    if (canonical === null) return 'skipped'
    const reason = faultOf(canonical)
    if (reason === undefined) return 'passed'
    const cut = canonical.split('#', 1)[0] ?? ''
    return {
      message: `The canonical URL ${reason}. It must be a whole address such as https://example.com/page.`,
      evidence: { canonicalUrl: canonical, reason },
      fix: updating(subject, { canonicalUrl: faultOf(cut) === undefined ? cut : subject.index.selfUrl }),
    }
  },
}

const mismatch: Rule = {
  code: 'canonical_mismatch',
  severity: 'error',
  asks: 'A canonical URL is the public URL, unless the item is syndicated.',
  field: 'canonicalUrl',
  check(subject) {
    const { item, index } = subject
    const canonical = comparableUrl(item.canonicalUrl ?? '')
    if (canonical === undefined || index.selfUrl === null || item.canonicalReason === 'syndicated') return 'skipped'
    if (canonical === comparableUrl(index.selfUrl)) return 'passed'
    return {
      message: `The canonical URL is not the address of this item, so search engines leave the item out. Correct it, or set canonicalReason to “syndicated” if the original is elsewhere.`,
      evidence: { canonicalUrl: item.canonicalUrl, publicUrl: index.selfUrl },
      fix: updating(subject, { canonicalUrl: index.selfUrl }),
    }
  },
}

const otherHost: Rule = {
  code: 'canonical_other_host',
  severity: 'warning',
  asks: 'A canonical URL is on a domain of the brand, unless the item is syndicated.',
  field: 'canonicalUrl',
  check({ item, site }) {
    const url = URL.parse(item.canonicalUrl ?? '')
    if (url === null || !/^https?:$/.test(url.protocol) || site.hosts.size === 0) return 'skipped'
    // The original of a syndicated item is elsewhere by its nature.
    if (item.canonicalReason === 'syndicated') return 'skipped'
    if (site.hosts.has(siteHost(url.host))) return 'passed'
    const canAdd = site.domains.length < 20 && url.port === '' && /^[^[\]]+\.[^[\]]+$/.test(url.hostname)
    return {
      message: `The canonical URL is on ${url.host}, which is not one of the brand's domains. Add the domain to the brand if it is yours.`,
      evidence: { canonicalUrl: item.canonicalUrl, host: url.host, domains: [...site.hosts] },
      fix: canAdd
        ? { operation: 'updateOrganizationSettings', input: { brand: { domains: [...site.domains, url.hostname] } } }
        : undefined,
    }
  },
}

const toRedirect: Rule = {
  code: 'canonical_points_to_redirect',
  severity: 'error',
  asks: 'A canonical URL does not lead to a redirect.',
  field: 'canonicalUrl',
  check(subject) {
    const target = targetOf(subject)
    if (target === undefined) return 'skipped'
    if (target.to !== 'redirect') return 'passed'
    return {
      message: 'The canonical URL is an old address that leads elsewhere. Name the address that it leads to.',
      evidence: { canonicalUrl: subject.item.canonicalUrl, toItemId: target.itemId, toUrl: target.url },
      fix: fixToSelf(subject, target.url),
    }
  },
}

const toDraft: Rule = {
  code: 'canonical_points_to_draft',
  severity: 'error',
  asks: 'A canonical URL leads to something published.',
  field: 'canonicalUrl',
  check(subject) {
    const target = targetOf(subject)
    if (target === undefined) return 'skipped'
    if (target.to !== 'item' || isLive(target.item) || target.item.id === subject.item.id) return 'passed'
    const { id, title, status, isOpen } = target.item
    return {
      message: `The canonical URL is the address of “${title}”, which is ${isOpen ? status : 'in a closed collection'}: nobody can open it. Publish that item or name another address.`,
      evidence: { canonicalUrl: subject.item.canonicalUrl, itemId: id, status },
      fix: publishing(isOpen ? id : undefined),
    }
  },
}

const shared: Rule = {
  code: 'canonical_shared',
  severity: 'error',
  asks: 'No other published item has the same canonical URL.',
  field: 'canonicalUrl',
  check(subject) {
    const { item, index } = subject
    if (given(item.canonicalUrl) === null) return 'skipped'
    const [first] = index.sameCanonical
    if (first === undefined) return 'passed'
    return {
      message: `“${first.title}” is published with the same canonical URL, so only one of the two is found. Give each its own.`,
      evidence: {
        canonicalUrl: item.canonicalUrl,
        items: index.sameCanonical.slice(0, shown).map(({ id, title }) => ({ id, title })),
        count: index.sameCanonical.length,
      },
      fix: fixToSelf(subject, null),
    }
  },
}

const sharedPath: Rule = {
  code: 'address_shared',
  severity: 'warning',
  asks: 'No other live item has the same path on the website.',
  field: 'slug',
  check({ index }) {
    if (index.sameAddress === undefined) return 'skipped'
    const [first] = index.sameAddress
    if (first === undefined) return 'passed'
    return {
      message: `“${first.title}” is published at the same path, so the website shows only one of the two. Give one another slug, or change the urlTemplate of its collection.`,
      evidence: {
        items: index.sameAddress.slice(0, shown).map(({ id, title, collectionId }) => ({ id, title, collectionId })),
        count: index.sameAddress.length,
      },
    }
  },
}

const noindex: Rule = {
  code: 'noindex_published',
  severity: 'warning',
  asks: 'What is published, or has a canonical URL, may be indexed.',
  field: 'robots',
  check(subject) {
    const { item } = subject
    const hasCanonical = given(item.canonicalUrl) !== null
    if (item.robots.noindex !== true || (item.status !== 'published' && !hasCanonical)) return 'passed'
    return {
      message:
        item.status === 'published'
          ? 'The item is published and search engines must not show it (robots.noindex). Take noindex away if they should.'
          : 'The item has a canonical URL and noindex together, which contradict each other. Keep one of them.',
      evidence: { status: item.status, noindex: true, canonicalUrl: item.canonicalUrl },
      fix: updating(subject, { robots: { noindex: false } }),
    }
  },
}

/** Rules about the address of an item and its canonical URL (checks.md#canonicals). */
export const canonicalRules: readonly Rule[] = [
  missing,
  invalid,
  mismatch,
  otherHost,
  toRedirect,
  toDraft,
  shared,
  sharedPath,
  noindex,
]

function faultOf(canonical: string): string | undefined {
  const url = URL.parse(canonical)
  if (url === null) return /^[a-z][a-z0-9+.-]*:/i.test(canonical) ? 'cannot be parsed' : 'is not absolute'
  if (!/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(canonical))
    return 'is not an absolute http or https address'
  return canonical.includes('#') ? 'has a fragment' : undefined
}

function targetOf({ item, index }: Subject) {
  return index.targets.get(given(item.canonicalUrl) ?? '')
}

function fixToSelf(subject: Subject, other: string | null) {
  const url = other ?? subject.index.selfUrl
  return updating(subject, { canonicalUrl: url !== null && url.length <= 2048 ? url : null })
}
