import { truncate } from '#std/text.ts'

import { counted, type Rule, shown } from './rule.ts'
import { given } from './wording.ts'

const smallest = 1200

/** Also a fault of the organization. */
export const socialImageMissing = 'social_image_missing'

const alt: Rule = {
  code: 'image_alt_missing',
  severity: 'warning',
  asks: 'Every image in content and the featured image have an alternative text.',
  field: 'content',
  check(subject) {
    const { page, index } = subject
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
    }
  },
}

/**
 * A default of the organization would do as well. Where most of its items have no picture, the missing default is the fault
 * (checks.md#faults-of-the-organization).
 */
const imageMissing: Rule = {
  code: socialImageMissing,
  severity: 'warning',
  asks: 'The item has a featured image or an ogImageId, or the organization has defaults.socialImageId.',
  field: 'featuredImageId',
  check({ item, site }) {
    if (item.featuredImageId !== null || item.ogImageId !== null || site.hasSocialImage) return 'passed'
    return {
      message:
        'There is no picture, so lists and shared links show the item without one. Set featuredImageId, or a social image for all items in the settings (defaults.socialImageId).',
      evidence: {},
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
export const socialRules: readonly Rule[] = [imageMissing, alt, featuredSmall]
