import { expect, test } from 'vitest'

import { descriptionSize, titleSize, type TextSize } from './search-texts.ts'

test('a title is as wide as it is drawn, or has as many letters as a reader sees', () => {
  const sizes: TextSize[] = [titleSize('iiii'), titleSize('Ξένη γη')]

  expect(sizes).toEqual([
    { value: 18, unit: 'pixels', least: 400, most: 600 },
    { value: 7, unit: 'graphemes', least: 30, most: 60 },
  ])
})

test('a description is as long as its characters', () => {
  expect(descriptionSize('Ink 🖋').value).toBe(5)
})
