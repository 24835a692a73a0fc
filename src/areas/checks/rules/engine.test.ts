import { describe, expect, test } from 'vitest'

import { check, checkInSlices, rules } from './engine.ts'
import type { CheckedItem } from './subject.ts'
import { supporter } from './support.ts'
import { filler, goodBody, other, subject, to } from './test-subject.ts'

type Change = NonNullable<Parameters<typeof subject>[0]>
type Case = [what: string, change: Change, severity: 'error' | 'warning' | 'notice' | null]

const item = (fields: Partial<CheckedItem>): Change => ({ item: fields })
const body = (html: string): Change => ({ body: html })
const p = (text: string) => `<p>${text}</p>`
const keyword = 'email marketing software'
const linked = (words: number, links: number) =>
  p(
    `${filler(words - links)} ${Array.from({ length: links }, (_, i) => `<a href="/articles/to-${i}">go</a>`).join(' ')}`,
  )
const dense = (hits: number, words: number) =>
  p(`${Array.from({ length: hits }, () => `${keyword}. `).join('')}${filler(words - hits * 3)}`)
const schema = (fields: object) => ({ '@context': 'https://schema.org', ...fields })
const article = (fields: object = {}) => schema({ '@type': 'Article', headline: title, author: 'Acme', ...fields })
const title = 'Email marketing software compared for small teams'
const faq = [{ question: 'What is it?', answer: 'A tool.' }]
const faqSchema = (answer: string) =>
  schema({
    '@type': 'FAQPage',
    mainEntity: [{ '@type': 'Question', name: 'What is it?', acceptedAnswer: { '@type': 'Answer', text: answer } }],
  })
const own = 'https://site.example/articles/email-marketing-software'
const draft = other('itm_draft', { status: 'draft' })
const similar = (fields: object) => ({
  index: {
    similar: [
      {
        id: 'itm_like' as never,
        title: 'Like it',
        status: 'published' as const,
        collectionId: 'col_articles',
        body: 0,
        isSeries: false,
        score: 0,
        parts: { title: 0, keyword: 0, headings: 0 },
        ...fields,
      },
    ],
  },
})

/** At least one case on each side of every threshold. */
const cases: Record<string, Case[]> = {
  seo_title_missing: [
    ['both blank', item({ seoTitle: ' ', title: '' }), 'error'],
    ['title only', item({ seoTitle: null }), null],
  ],
  seo_title_defaulted: [
    ['SEO title blank', item({ seoTitle: ' ' }), 'notice'],
    ['SEO title given', item({ seoTitle: title }), null],
  ],
  seo_title_too_long: [
    ['above 600 pixels', item({ seoTitle: `${'z'.repeat(60)}i` }), 'warning'],
    ['600 pixels', item({ seoTitle: 'z'.repeat(60) }), null],
    ['61 characters of another script', item({ seoTitle: '題'.repeat(61) }), 'warning'],
    ['60 characters of another script', item({ seoTitle: '題'.repeat(60) }), null],
  ],
  seo_title_too_short: [
    ['below 400 pixels', item({ seoTitle: `${'z'.repeat(39)}f` }), 'notice'],
    ['400 pixels', item({ seoTitle: 'z'.repeat(40) }), null],
    ['29 characters of another script', item({ seoTitle: '題'.repeat(29) }), 'notice'],
    ['30 characters of another script', item({ seoTitle: '題'.repeat(30) }), null],
  ],
  seo_title_no_keyword: [
    ['a word is missing', item({ seoTitle: 'Marketing software for small teams compared' }), 'warning'],
    [
      'in the second half',
      item({ seoTitle: 'How small teams compare and choose their email marketing software' }),
      'notice',
    ],
    ['other endings', item({ seoTitle: 'Emails: the marketing of software for small teams' }), null],
  ],
  meta_description_missing: [
    ['blank', item({ metaDescription: '  ' }), 'error'],
    ['given', {}, null],
  ],
  meta_description_length: [
    ['109', item({ metaDescription: 'x'.repeat(109) }), 'warning'],
    ['110', item({ metaDescription: 'x'.repeat(110) }), 'notice'],
    ['120', item({ metaDescription: 'x'.repeat(120) }), 'notice'],
    ['121', item({ metaDescription: 'x'.repeat(121) }), null],
    ['156', item({ metaDescription: 'x'.repeat(156) }), null],
    ['157', item({ metaDescription: 'x'.repeat(157) }), 'notice'],
    ['165', item({ metaDescription: 'x'.repeat(165) }), 'notice'],
    ['166', item({ metaDescription: 'x'.repeat(166) }), 'warning'],
  ],
  meta_description_no_keyword: [
    ['a word is missing', item({ metaDescription: 'Software for email, compared.' }), 'notice'],
    ['all there', item({ metaDescription: 'Software for the marketing of emails, compared.' }), null],
  ],
  meta_description_duplicate: [
    ['on another item', { index: { sameDescription: [other('itm_a')] } }, 'warning'],
    ['on none', { index: { sameDescription: [] } }, null],
  ],
  h1_missing: [
    ['neither field nor heading', item({ h1: ' ', bodyH1s: 0 }), 'notice'],
    ['a heading in the body', item({ h1: null, bodyH1s: 1 }), null],
  ],
  h1_multiple: [
    ['field and heading', item({ bodyH1s: 1 }), 'warning'],
    ['two headings', item({ h1: null, bodyH1s: 2 }), 'warning'],
    ['one heading', item({ h1: null, bodyH1s: 1 }), null],
  ],
  primary_keyword_missing: [
    ['blank', item({ primaryKeyword: '' }), 'error'],
    ['given', {}, null],
  ],
  primary_keyword_long: [
    ['5 content words', item({ primaryKeyword: 'copper meadow lantern harbor velvet' }), 'notice'],
    [
      '4 content words and stop words',
      item({ primaryKeyword: 'the copper of a meadow and the lantern in harbor' }),
      null,
    ],
    ['8 content words', item({ primaryKeyword: filler(8) }), 'notice'],
    ['9 content words', item({ primaryKeyword: filler(9) }), 'warning'],
  ],
  keyword_not_in_intro: [
    ['a word is missing', body(p('Marketing software is old.') + goodBody), 'warning'],
    ['in two sentences', body(p('Email is old. Marketing software is not.') + goodBody), 'notice'],
    ['in one sentence', body(p('It is old. Software for email marketing is not.') + goodBody), null],
    ['no paragraph', body('<h2>Title</h2>'), null],
  ],
  keyword_density_low: [
    ['one hit', body(dense(1, 150)), 'notice'],
    ['2 hits in 401 words', body(dense(2, 401)), 'notice'],
    ['2 hits in 400 words', body(dense(2, 400)), null],
    ['one hit in 99 words', body(dense(1, 99)), null],
    ['no hit in 100 words', body(p(filler(100))), 'notice'],
  ],
  keyword_density_high: [
    ['3 %', body(dense(6, 200)), null],
    ['above 3 %', body(dense(7, 200)), 'warning'],
    ['4 %', body(dense(8, 200)), 'warning'],
    ['above 4 %', body(dense(9, 200)), 'error'],
    ['99 words', body(dense(9, 99)), null],
  ],
  slug_weak: [
    ['76 characters', item({ slug: `email-${'x'.repeat(70)}` }), 'notice'],
    ['75 characters', item({ slug: `email-${'x'.repeat(69)}` }), null],
    ['9 words', item({ slug: 'email-a-b-c-d-e-f-g-h' }), 'notice'],
    ['8 words', item({ slug: 'email-a-b-c-d-e-f-g' }), null],
    ['digits', item({ slug: '2026-01', primaryKeyword: null }), 'notice'],
    ['no word of the keyword', item({ slug: 'crm-guide' }), 'notice'],
    ['another script', item({ slug: 'crm-guide', primaryKeyword: '営業支援' }), null],
  ],
  social_image_missing: [
    ['neither picture', item({ ogImageId: null, featuredImageId: null }), 'warning'],
    ['a featured image', item({ ogImageId: null, ogTitle: null, twitterDescription: ' ' }), null],
    ['a social image', item({ featuredImageId: null }), null],
    [
      'one of the organization',
      { item: { ogImageId: null, featuredImageId: null }, site: { hasSocialImage: true } },
      null,
    ],
    [
      'a fault of the organization',
      { item: { ogImageId: null, featuredImageId: null }, index: { faults: new Set(['social_image_missing']) } },
      null,
    ],
  ],
  image_alt_missing: [
    ['in the body', body(`${goodBody}<img src="https://x.example/a.png" alt="">`), 'warning'],
    ['without the attribute', body(`${goodBody}<img src="https://x.example/a.png">`), 'warning'],
    ['featured', { index: { featuredImage: { id: 'med_x', alt: null, width: null } } }, 'warning'],
    ['all given', body(`${goodBody}<img src="https://x.example/a.png" alt="A desk">`), null],
  ],
  featured_image_small: [
    ['1199 pixels', { index: { featuredImage: { id: 'med_x', alt: 'x', width: 1199 } } }, 'notice'],
    ['1200 pixels', { index: { featuredImage: { id: 'med_x', alt: 'x', width: 1200 } } }, null],
    ['unknown', { index: { featuredImage: { id: 'med_x', alt: 'x', width: null } } }, null],
  ],
  heading_gap: [
    ['301 words', body(`<h2>A</h2>${p(filler(301))}`), 'notice'],
    ['300 words', body(`<h2>A</h2>${p(filler(300))}`), null],
    ['a level skipped', body('<h2>A</h2><h4>B</h4>'), 'notice'],
    ['no level skipped', body('<h2>A</h2><h3>B</h3><h4>C</h4><h2>D</h2>'), null],
  ],
  schema_invalid: [
    ['no object', item({ schemaJsonLd: [] }), 'error'],
    ['another context', item({ schemaJsonLd: { ...article(), '@context': 'https://example.com' } }), 'error'],
    ['an article without headline', item({ schemaJsonLd: article({ headline: '' }) }), 'error'],
    ['a question page without questions', item({ schemaJsonLd: schema({ '@type': 'FAQPage' }) }), 'error'],
    ['a how-to without steps', item({ schemaJsonLd: schema({ '@type': 'HowTo', name: 'x', step: [] }) }), 'error'],
    ['a product without offer', item({ schemaJsonLd: schema({ '@type': 'Product', name: 'x' }) }), 'error'],
    ['what ends the script', item({ schemaJsonLd: article({ description: 'a </script>' }) }), 'error'],
    ['within a graph', item({ schemaJsonLd: schema({ '@graph': [{ '@type': 'Article' }] }) }), 'error'],
    ['a valid article', item({ schemaJsonLd: article() }), null],
    ['a valid how-to', item({ schemaJsonLd: schema({ '@type': 'HowTo', name: 'x', step: ['y'] }) }), null],
    ['a valid product', item({ schemaJsonLd: schema({ '@type': 'Product', name: 'x', offers: {} }) }), null],
  ],
  schema_mismatch: [
    ['another headline', item({ schemaJsonLd: article({ headline: 'Another' }) }), 'warning'],
    ['another url', item({ schemaJsonLd: article({ url: 'https://site.example/other' }) }), 'warning'],
    ['the same url', item({ schemaJsonLd: article({ url: `${own}/?utm_source=x` }) }), null],
  ],
  faq_schema_mismatch: [
    ['another answer', item({ faq, schemaJsonLd: faqSchema('Another.') }), 'warning'],
    ['none on the page', item({ schemaJsonLd: faqSchema('A tool.') }), 'warning'],
    ['the same', item({ faq, schemaJsonLd: faqSchema(' a  tool. ') }), null],
    ['no FAQ in the schema', item({ faq, schemaJsonLd: article() }), null],
  ],
  tldr_missing: [
    ['601 words', { item: { tldr: null }, body: p(filler(601)) }, 'notice'],
    ['600 words', { item: { tldr: null }, body: p(filler(600)) }, null],
  ],
  canonical_missing: [
    ['no template', { item: { canonicalUrl: null }, index: { selfUrl: null } }, 'notice'],
    ['no site', { item: { canonicalUrl: null }, index: { selfUrl: null }, site: { siteUrl: null } }, null],
    ['made from the site', item({ canonicalUrl: null }), null],
  ],
  canonical_invalid: [
    ['relative', item({ canonicalUrl: '/articles/x' }), 'error'],
    ['another scheme', item({ canonicalUrl: 'ftp://site.example/x' }), 'error'],
    ['a fragment', item({ canonicalUrl: `${own}#top` }), 'error'],
    ['not an address', item({ canonicalUrl: 'https://' }), 'error'],
    ['given', {}, null],
  ],
  canonical_mismatch: [
    ['another path', item({ canonicalUrl: 'https://site.example/articles/else' }), 'error'],
    ['another parameter', item({ canonicalUrl: `${own}?page=2` }), 'error'],
    [
      'the same in another spelling',
      item({ canonicalUrl: 'https://SITE.example:443/articles/email-marketing-software/?utm_source=a&gclid=b' }),
      null,
    ],
    ['syndicated', item({ canonicalUrl: 'https://other.example/x', canonicalReason: 'syndicated' }), null],
  ],
  canonical_other_host: [
    ['another host', item({ canonicalUrl: 'https://other.example/x' }), 'warning'],
    ['syndicated', item({ canonicalUrl: 'https://other.example/x', canonicalReason: 'syndicated' }), null],
    [
      'a domain of the brand',
      { item: { canonicalUrl: 'https://brand.example/x' }, site: { hosts: new Set(['brand.example']) } },
      null,
    ],
  ],
  canonical_points_to_redirect: [
    ['a redirect', { targets: { [own]: { to: 'redirect', itemId: 'itm_a', url: null } } }, 'error'],
    ['itself', {}, null],
  ],
  canonical_points_to_draft: [
    ['a draft', { targets: { [own]: to(draft) } }, 'error'],
    [
      'itself as a draft',
      { item: { status: 'draft' }, targets: { [own]: to(other('itm_own', { status: 'draft' })) } },
      null,
    ],
  ],
  canonical_shared: [
    ['with another', { index: { sameCanonical: [other('itm_a')] } }, 'error'],
    ['with none', {}, null],
  ],
  noindex_published: [
    ['published', item({ robots: { noindex: true } }), 'warning'],
    ['a draft with a canonical URL', item({ status: 'draft', robots: { noindex: true } }), 'warning'],
    ['a draft without', item({ status: 'draft', robots: { noindex: true }, canonicalUrl: null }), null],
  ],
  thin_content: [
    ['199', body(p(filler(199))), 'error'],
    ['200', body(p(filler(200))), 'warning'],
    ['299', body(p(filler(299))), 'warning'],
    ['300', body(p(filler(300))), null],
    ['a guide of 899', { item: { articleType: 'guide' }, body: p(filler(899)) }, 'notice'],
    ['a guide of 900', { item: { articleType: 'guide' }, body: p(filler(900)) }, null],
    ['a pillar page of 899', { item: { isPillar: true }, body: p(filler(899)) }, 'notice'],
    ['a glossary entry of 149', { item: { articleType: 'glossary' }, body: p(filler(149)) }, 'error'],
    ['an entry of a glossary of 150', { index: { collectionKind: 'glossary' }, body: p(filler(150)) }, null],
    ['news of 49', { item: { articleType: 'news' }, body: p(filler(49)) }, 'error'],
    ['news of 50', { item: { articleType: 'news' }, body: p(filler(50)) }, 'notice'],
    ['news of 99', { item: { articleType: 'news' }, body: p(filler(99)) }, 'notice'],
    ['news of 100', { item: { articleType: 'news' }, body: p(filler(100)) }, null],
    ['a release by its title', { item: { title: 'Announcing Acme 1.2.3' }, body: p(filler(100)) }, null],
    [
      'news by a label',
      { item: { title: 'Our new office' }, index: { labels: ['Announcements'] }, body: p(filler(100)) },
      null,
    ],
    [
      'an article with the title of a release',
      { item: { title: 'Announcing Acme 1.2.3', articleType: 'explainer' }, body: p(filler(199)) },
      'error',
    ],
    ['a guide only by its title', { item: { title: 'A guide to email' }, body: p(filler(300)) }, null],
    [
      'code and captions',
      body(`<pre><code>${filler(200)}</code></pre><figure><figcaption>${filler(200)}</figcaption></figure>`),
      'error',
    ],
    ['399 Chinese characters', body(p('文'.repeat(399))), 'error'],
    ['400 Chinese characters', body(p('文'.repeat(400))), 'warning'],
  ],
  thin_sections: [
    ['3 of 39 words', body(`<h2>A</h2>${p(filler(39))}`.repeat(3)), 'notice'],
    ['3 of 40 words', body(`<h2>A</h2>${p(filler(40))}`.repeat(3)), null],
    ['2 of 39 words', body(`<h2>A</h2>${p(filler(39))}`.repeat(2)), null],
    ['with a section below', body(`<h2>A</h2><h3>B</h3>${p(filler(40))}`.repeat(3)), null],
  ],
  near_duplicate_body: [
    ['0.85', similar({ body: 0.85 }), 'error'],
    ['0.84', similar({ body: 0.84 }), 'warning'],
    ['0.60', similar({ body: 0.6 }), 'warning'],
    ['0.59', similar({ body: 0.59 }), null],
    ['0.84 in a series', similar({ body: 0.84, isSeries: true }), null],
    ['0.85 in a series', similar({ body: 0.85, isSeries: true }), 'error'],
  ],
  internal_links_none: [
    ['301 words', body(p(filler(301))), 'error'],
    ['300 words', body(p(filler(300))), null],
    ['only to other sites', body(p(`<a href="https://else.example">x</a> ${filler(300)}`)), 'error'],
    ['links that are not followed', { item: { robots: { nofollow: true } }, body: linked(301, 3) }, 'error'],
    [
      'only to itself',
      { body: p(`<a href="/me">x</a> ${filler(300)}`), targets: { '/me': to(other('itm_own')) } },
      'error',
    ],
    ['on a domain of the brand', body(p(`<a href="https://www.site.example/x">x</a> ${filler(300)}`)), null],
  ],
  internal_links_few: [
    ['one in 300 words', body(linked(300, 1)), 'warning'],
    ['one in 299 words', body(linked(299, 1)), null],
    ['two', body(linked(300, 2)), null],
    ['ten in 9000 words', body(linked(9000, 10)), null],
    ['nine in 9000 words', body(linked(9000, 9)), 'warning'],
    ['two in 1001 words', body(linked(1001, 2)), 'warning'],
    ['two in 1000 words', body(linked(1000, 2)), null],
    ['three in 1500 words', body(linked(1500, 3)), null],
    ['none in 300 words', body(p(filler(300))), 'warning'],
  ],
  internal_link_broken: [
    ['nowhere', { targets: { '/articles/first': { to: 'nothing' } } }, 'error'],
    ['a page of the website', { targets: { '/articles/first': { to: 'unknown' } } }, null],
  ],
  internal_link_to_redirect: [
    ['a redirect', { targets: { '/articles/first': { to: 'redirect', itemId: 'itm_a', url: null } } }, 'warning'],
    ['an item', {}, null],
  ],
  internal_link_to_draft: [
    ['a draft', { targets: { '/articles/first': to(draft) } }, 'error'],
    ['a scheduled item', { targets: { '/articles/first': to(other('itm_s', { status: 'scheduled' })) } }, 'error'],
    ['a published item', {}, null],
    ['in a closed collection', { targets: { '/articles/first': to(other('itm_c', { isOpen: false })) } }, 'error'],
  ],
  address_shared: [
    ['another item', { index: { sameAddress: [other('itm_there')] } }, 'warning'],
    ['nobody', { index: { sameAddress: [] } }, null],
    ['no such collection', {}, null],
  ],
  orphan_page: [
    ['no link', { index: { isLinked: false } }, 'warning'],
    ['a draft', { item: { status: 'draft' }, index: { isLinked: false } }, null],
    ['in a closed collection', { index: { isLinked: false, isOpen: false } }, null],
    ['one link', { index: { isLinked: true } }, null],
  ],
  suggested_links_unused: [
    [
      'an accepted item',
      item({ suggestions: [{ anchor: 'x', targetItemId: 'itm_third', state: 'accepted' }] }),
      'notice',
    ],
    [
      'an accepted address',
      item({ suggestions: [{ anchor: 'x', url: 'https://site.example/articles/third', state: 'accepted' }] }),
      'notice',
    ],
    [
      'used',
      item({
        suggestions: [
          { anchor: 'x', targetItemId: 'itm_first', state: 'accepted' },
          { anchor: 'y', url: 'https://site.example/articles/second', state: 'accepted' },
        ],
      }),
      null,
    ],
    ['open', item({ suggestions: [{ anchor: 'x', targetItemId: 'itm_third', state: 'open' }] }), null],
  ],
  related_unpublished: [
    [
      'a draft',
      {
        item: { relatedArticles: ['itm_draft'] },
        index: { related: new Map([['itm_draft', { ...draft, isTrashed: false }]]) },
      },
      'warning',
    ],
    ['removed', item({ relatedArticles: ['itm_gone'] }), 'warning'],
    [
      'published',
      {
        item: { relatedArticles: ['itm_a'] },
        index: { related: new Map([['itm_a', { ...other('itm_a'), isTrashed: false }]]) },
      },
      null,
    ],
  ],
  external_links_none: [
    ['601 words', body(linked(601, 2)), 'notice'],
    ['600 words', body(linked(600, 2)), null],
    ['one link', body(`${linked(700, 2)}<p><a href="https://else.example/">x</a></p>`), null],
  ],
  competing_anchor: [
    [
      'elsewhere',
      body(`${goodBody}<p><a href="https://else.example">the software for email marketing</a></p>`),
      'warning',
    ],
    [
      'to itself',
      {
        body: `${goodBody}<p><a href="/me">email marketing software</a></p>`,
        targets: { '/me': to(other('itm_own')) },
      },
      null,
    ],
    ['other words', body(`${goodBody}<p><a href="/x">email marketing</a></p>`), null],
  ],
  keyword_duplicate: [
    ['published', { index: { sameKeyword: [other('itm_a')] } }, 'error'],
    ['scheduled', { index: { sameKeyword: [other('itm_a', { status: 'scheduled' })] } }, 'error'],
    ['a draft', { index: { sameKeyword: [draft] } }, 'warning'],
    ['a topic', { index: { sameKeywordTopics: [{ id: 'top_a', topic: 'x' }] } }, 'warning'],
    ['none', {}, null],
  ],
  keyword_overlap_secondary: [
    ['of another', { index: { secondaryOf: [other('itm_a')] } }, 'notice'],
    ['of none', {}, null],
  ],
  title_cannibalization: [
    [
      'the title competes, the whole does not',
      similar({ parts: { title: 1, keyword: 0, headings: 0 }, score: 0.4 }),
      null,
    ],
    ['score 0.55', similar({ score: 0.55 }), 'warning'],
    ['score 0.54', similar({ score: 0.54 }), null],
    ['score 0.80', similar({ score: 0.8 }), 'error'],
    ['a series', similar({ score: 0.8, isSeries: true }), null],
    ['with a near duplicate', similar({ score: 0.6, body: 0.6 }), 'error'],
    ['with the same keyword', { index: { ...similar({ score: 0.6 }).index, sameKeyword: [draft] } }, 'error'],
  ],
  recurring_title: [
    ['an edition of a series', similar({ isSeries: true }), 'notice'],
    ['a copy of another edition', similar({ isSeries: true, body: 0.9 }), null],
    ['a title that competes', similar({ score: 0.6 }), null],
  ],
  custom_fields_missing: [
    ['one left out', { index: { missingFields: ['price'] } }, 'error'],
    ['none left out', { index: { missingFields: [] } }, null],
    ['none required', { index: { missingFields: undefined } }, null],
  ],
  quote_readiness_low: [
    ['none', body(p(filler(100))), 'notice'],
    ['one in 333 words', body(p('Email marketing software is a tool that sends campaigns.') + p(filler(324))), null],
    [
      'one in 334 words',
      body(p('Email marketing software is a tool that sends campaigns.') + p(filler(325))),
      'notice',
    ],
    ['seven words', body(p('Email marketing software is a sending tool.')), 'notice'],
    ['eight words', body(p('Email marketing software is a good sending tool.')), null],
    ['begins with a pronoun', body(p('This email marketing software is a good sending tool.')), 'notice'],
    ['a number with a year', body(p('About 40 of all the small teams wrote in 2025.')), null],
    ['a number without a source', body(p('About 40 of all the small teams wrote something once.')), 'notice'],
  ],
  claim_unsupported: [
    ['a percentage, by a person', body(p('Sales grew by 40 % last winter.')), 'notice'],
    ['by an agent', { item: { origin: 'agent' }, body: p('Sales grew by 40 percent last winter.') }, 'warning'],
    ['by a model', { item: { origin: 'ai' }, body: p('It costs $ 30 a seat.') }, 'warning'],
    ['a unit', body(p('It answers within 30 ms.')), 'notice'],
    ['a count', body(p('It has 300 templates.')), 'notice'],
    ['a comparison of a brand', body(p('Nothing sends better than Acme does.')), 'notice'],
    ['a superlative of a brand', body(p('Acme is the fastest sender of them all.')), 'notice'],
    ['a brand that is named', body(p('Acme sends campaigns to readers.')), null],
    ['code', body(p('It prints <code>took 40 ms for 300 rows</code> and ends.')), null],
    ['versions', body(p('Update to 1.70.2 before Node 18 ends.')), null],
    ['a date and a time', body(p('It begins on 12 May at 10:30, or at 5 pm in London.')), null],
    ['an example', body(p('For example, a limit of 500 rows is enough.')), null],
    ['a small count', body(p('It has 3 parts.')), null],
    [
      'the count of its own list',
      body(`${p('All of the 11 rules hold.')}<ul>${'<li>one rule</li>'.repeat(11)}</ul>`),
      null,
    ],
    [
      'another count than that of its list',
      body(`${p('All of the 12 rules hold.')}<ul><li>one rule</li></ul>`),
      'notice',
    ],
    ['a year, an ordinal, a list', body(p('In 2025 the 3rd one came. Step 4 follows. Rust 1.70 is out.')), null],
    ['with a link', body(p('Sales grew by <a href="https://x.example">40 %</a>.')), null],
    ['with a footnote', body(p('Sales grew by 40 % last winter[1].')), null],
    [
      'with a citation that quotes it',
      {
        item: { citations: [{ quote: 'Winter sales: they grew by 40 %.' }] },
        body: p('Sales grew by 40 % last winter.'),
      },
      null,
    ],
    [
      'with a citation that quotes something else',
      { item: { citations: [{ quote: 'Sales fell by 3 %.' }, {}] }, body: p('Sales grew by 40 % last winter.') },
      'notice',
    ],
    [
      'in the library',
      {
        body: p('Sales grew by 40 % last winter.'),
        index: { supports: supporter(['Winter sales: they grew by 40 %.'], 'en') },
      },
      null,
    ],
    [
      'another figure in the library',
      {
        body: p('Sales grew by 41 % last winter.'),
        index: { supports: supporter(['Winter sales: they grew by 40 %.'], 'en') },
      },
      'notice',
    ],
  ],
}

test('an item without a fault has no warning and the full score', () => {
  const summary = { errors: 0, warnings: 0, notices: 0 }
  expect(check(subject())).toEqual({ warnings: [], summary, score: 100, withheld: [] })
})

test('every rule has its cases, on both sides', () => {
  expect(rules.map(({ code }) => code).toSorted()).toEqual(Object.keys(cases).toSorted())
  for (const [code, own] of Object.entries(cases)) {
    expect(
      own.some(([, , severity]) => severity === null),
      code,
    ).toBe(true)
    expect(
      own.some(([, , severity]) => severity !== null),
      code,
    ).toBe(true)
  }
})

describe.each(Object.entries(cases))('%s', (code, own) => {
  test.each(own)('%s', (_, change, severity) => {
    const found = check(subject(change)).warnings.filter((warning) => warning.code === code)

    expect(found.map((warning) => warning.severity)).toEqual(severity === null ? [] : [severity])
  })
})

test('warnings come by severity, then code, each with a sentence and evidence', () => {
  const { warnings, summary } = check(
    subject({ item: { seoTitle: null, metaDescription: null, h1: null, featuredImageId: null, ogImageId: null } }),
  )

  const order = warnings.map(({ severity, code }) => `${['error', 'warning', 'notice'].indexOf(severity)} ${code}`)
  expect(order).toEqual(order.toSorted())
  expect(summary).toEqual({ errors: 1, warnings: 1, notices: 2 })
  for (const { message } of warnings) expect(message).toMatch(/\.$/)
})

test('a rule weighs as its gravest severity, passes what it did not lose, and counts once', () => {
  const full = rules.map((rule) => ({ rule, verdict: rule.check(subject()) }))
  const weight = { error: 3, warning: 2, notice: 1 }
  const total = full.reduce((sum, { rule, verdict }) => sum + (verdict === 'skipped' ? 0 : weight[rule.severity]), 0)

  // A rule of warnings that found a notice loses one of its two.
  const { score } = check(subject({ item: { metaDescription: `Email marketing software ${'x'.repeat(95)}` } }))

  expect(score).toBe(Math.round((100 * (total - 1)) / total))
})

test('what is consolidated leads to a published item, and to none where there is none', () => {
  const fixOf = (status: 'draft' | 'published', otherStatus: 'draft' | 'scheduled' | 'published') => {
    const { index } = similar({ body: 0.9, status: otherStatus })
    const { warnings } = check(subject({ item: { status }, index }))
    return warnings.find(({ code }) => code === 'near_duplicate_body')?.fix?.input['winnerId']
  }

  expect(fixOf('draft', 'draft')).toBeUndefined()
  expect(fixOf('draft', 'scheduled')).toBeUndefined()
  expect(fixOf('draft', 'published')).toBe(similar({}).index.similar[0]?.id)
  expect(fixOf('published', 'draft')).toBe(subject().item.id)
})

test('mended structured data name the brand or the site as the author, never a competitor', () => {
  const authorOf = (site: Change['site']) => {
    const { warnings } = check(subject({ item: { schemaJsonLd: [] }, ...(site === undefined ? {} : { site }) }))
    return warnings.find(({ code }) => code === 'schema_invalid')?.fix?.input['schemaJsonLd']
  }

  expect(authorOf({})).toMatchObject({ author: { name: 'Acme' } })
  expect(authorOf({ brandName: null, brandNames: ['Rival'] })).toMatchObject({
    author: { name: 'https://site.example' },
  })
})

test('what is proposed reads as somebody would write it: a phrase, whole sentences, and nothing where there is none', () => {
  const fixesOf = (change: Change) =>
    Object.assign({}, ...check(subject(change)).warnings.map(({ fix }) => fix?.input ?? {})) as Record<string, unknown>
  const paragraph =
    'Email marketing software sends campaigns to the readers of a small team, and says who has read them.'
  const long = `${paragraph} It also ${filler(30)}.`

  expect(fixesOf({ item: { primaryKeyword: null } })['primaryKeyword']).toBe('email marketing software')
  expect(fixesOf({ item: { primaryKeyword: null, title: 'Email marketing software' } })['primaryKeyword']).not.toBe(
    'email marketing software',
  )
  expect(fixesOf({ item: { primaryKeyword: null, title: 'On frogs' } })).not.toHaveProperty('primaryKeyword')
  const keywordOf = (title: string, site = {}) =>
    fixesOf({
      item: { primaryKeyword: null, title },
      body: p('The harbor’s update: Acme, an update of the harbor.'),
      site,
    })['primaryKeyword']
  expect(keywordOf('March update')).toBeUndefined()
  expect(keywordOf('The harbor’s reach')).toBe('harbor')
  expect(keywordOf('Acme and the harbor', { siteUrl: 'https://harbor.example' })).toBeUndefined()
  const undescribed = { metaDescription: null, excerpt: null }
  expect(fixesOf({ item: undescribed, body: p(long) })['metaDescription']).toBe(paragraph)
  expect(fixesOf({ item: undescribed, body: p(filler(90)) })).not.toHaveProperty('metaDescription')
  const described = `${paragraph} They pay for what they send. Also ${filler(20)}`
  expect(fixesOf({ item: { metaDescription: described } })['metaDescription']).toBe(
    `${paragraph} They pay for what they send.`,
  )
  const seoTitle = 'Email marketing software for small teams: how to choose among all of those that exist'
  expect(fixesOf({ item: { seoTitle } })['seoTitle']).toBe('Email marketing software for small teams')
  expect(fixesOf({ item: { seoTitle: filler(20) } })).not.toHaveProperty('seoTitle')
})

test('between any two rules others have their turn, and what is found is the same', async () => {
  const checked = subject()
  let turns = 0

  const found = await checkInSlices(checked, () => {
    turns++
    return Promise.resolve()
  })

  expect(turns).toBe(rules.length)
  expect(found).toEqual(check(checked))
})
