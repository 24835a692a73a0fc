import { openGraphCard, twitterCard } from '#areas/content/index.ts'
import { truncate } from '#std/text.ts'

import { counted, type Evidence, type Rule, shown, updating } from './rule.ts'
import type { Subject } from './subject.ts'
import { given, startOf, summaryOf } from './wording.ts'

const smallest = 1200

const og: Rule = card('og_incomplete', 'Open Graph', 'og', ({ item }) => ({
  title: item.ogTitle,
  description: item.ogDescription,
  hasImage: item.ogImageId !== null || item.featuredImageId !== null,
}))

const twitter: Rule = card('twitter_incomplete', 'Twitter', 'twitter', ({ item }) => ({
  title: item.twitterTitle,
  description: item.twitterDescription,
  hasImage: item.ogImageId !== null || item.featuredImageId !== null,
}))

const alt: Rule = {
  code: 'image_alt_missing',
  severity: 'warning',
  asks: 'Every image in content and the featured image have an alternative text.',
  field: 'content',
  check(subject) {
    const { page, index, item } = subject
    const images = page.images.filter(({ alt: text }) => given(text) === null)
    const featured =
      index.featuredImage !== null && given(index.featuredImage.alt) === null ? index.featuredImage : null
    if (page.images.length === 0 && index.featuredImage === null) return 'skipped'
    if (images.length === 0 && featured === null) return 'passed'
    const parts = [
      ...(images.length === 0 ? [] : [`${counted(images.length, 'image')} of the body`]),
      ...(featured === null ? [] : ['the featured image']),
    ]
    return {
      message: `There is no alternative text for ${parts.join(' and ')}. Say what the image shows, for readers who do not see it.`,
      evidence: {
        images: images.slice(0, shown).map(({ src }) => truncate(src, 500)),
        count: images.length + (featured === null ? 0 : 1),
        featuredImageId: featured?.id ?? null,
      },
      fix:
        featured === null || given(item.title) === null
          ? undefined
          : { operation: 'updateMedia', input: { mediaId: featured.id, alt: startOf(item.title, 300) } },
    }
  },
}

const featuredMissing: Rule = {
  code: 'featured_image_missing',
  severity: 'warning',
  asks: 'The item has a featured image, set with updateItem.',
  field: 'featuredImageId',
  check(subject) {
    if (subject.item.featuredImageId !== null) return 'passed'
    const { ogImageId } = subject.item
    return {
      message:
        'There is no featured image. Lists and shared links show the item without a picture: set featuredImageId.',
      evidence: {},
      fix: ogImageId === null ? undefined : updating(subject, { featuredImageId: ogImageId }),
    }
  },
}

const featuredSmall: Rule = {
  code: 'featured_image_small',
  severity: 'notice',
  asks: `The featured image is at least ${smallest} pixels wide.`,
  field: 'featuredImageId',
  check({ index }) {
    const image = index.featuredImage
    if (image === null || image.width === null) return 'skipped'
    if (image.width >= smallest) return 'passed'
    return {
      message: `The featured image is ${image.width} pixels wide. Use one of at least ${smallest}, or large previews are not shown.`,
      evidence: { mediaId: image.id, width: image.width, least: smallest },
    }
  },
}

/** Rules about shared links and images. */
export const socialRules: readonly Rule[] = [og, twitter, alt, featuredMissing, featuredSmall]

type Card = { title: string | null; description: string | null; hasImage: boolean }

function card(code: string, name: string, prefix: 'og' | 'twitter', of: (subject: Subject) => Card): Rule {
  return {
    code,
    severity: 'notice',
    asks: `${prefix}Title and ${prefix}Description are there, and the item has an ogImageId or a featured image.`,
    field: `${prefix}Title`,
    check(subject) {
      const { title, description, hasImage } = of(subject)
      const { title: defaultTitle, description: defaultText } = defaultsOf(subject, prefix)
      const proposed = defaultText ?? summaryOf(subject, 200)
      const missing = [
        ...(given(title) === null ? ['title'] : []),
        ...(given(description) === null ? ['description'] : []),
        ...(hasImage ? [] : ['image']),
      ]
      if (missing.length === 0) return 'passed'
      const fields: Evidence = {
        ...(given(title) === null && defaultTitle !== null ? { [`${prefix}Title`]: defaultTitle } : {}),
        ...(given(description) === null && proposed !== null ? { [`${prefix}Description`]: proposed } : {}),
      }
      const defaults = [
        ...(given(title) === null ? [`the title is ${quoted(defaultTitle)}`] : []),
        ...(given(description) === null ? [`the description is ${quoted(defaultText)}`] : []),
        ...(hasImage ? [] : ['there is no image']),
      ]
      return {
        message: `The ${name} fields lack ${missing.join(', ')}. Where the link is shared ${defaults.join(', ')}.`,
        evidence: { missing, defaultTitle, defaultDescription: defaultText },
        fix: Object.keys(fields).length === 0 ? undefined : updating(subject, fields),
      }
    },
  }
}

/** What is shown instead of what is missing. */
function defaultsOf({ item }: Subject, prefix: 'og' | 'twitter'): { title: string | null; description: string | null } {
  const none = { title: null, description: null, image: null }
  const source = {
    title: given(item.title) ?? '',
    seoTitle: given(item.seoTitle),
    metaDescription: given(item.metaDescription),
    excerpt: given(item.excerpt),
    tldr: given(item.tldr),
    og: none,
    twitter: none,
    featuredImage: null,
  }
  const og = { title: given(item.ogTitle), description: given(item.ogDescription), image: null }
  const { title, description } = prefix === 'og' ? openGraphCard(source) : twitterCard({ ...source, og })
  return { title: given(title), description: given(description) }
}

const quoted = (text: string | null) => (text === null ? 'empty' : `"${text}"`)
