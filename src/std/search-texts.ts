import { countGraphemes, isMostlyNonLatin, titleWidth } from './title-width.ts'

/** How long a text is that search results show, and from what to what it fits them. */
export type TextSize = { value: number; unit: 'pixels' | 'graphemes' | 'characters'; least: number; most: number }

export const titlePixels = { unit: 'pixels', least: 400, most: 600 } as const
export const titleGraphemes = { unit: 'graphemes', least: 30, most: 60 } as const
export const descriptionCharacters = { unit: 'characters', least: 121, most: 156 } as const

/** Latin titles are measured as search results draw them; in other scripts, characters are counted. */
export function titleSize(title: string) {
  return isMostlyNonLatin(title)
    ? { value: countGraphemes(title), ...titleGraphemes }
    : { value: titleWidth(title), ...titlePixels }
}

export function descriptionSize(description: string) {
  return { value: Array.from(description).length, ...descriptionCharacters }
}
