import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

/** OKLCH: lightness 0 to 1, chroma, hue in degrees. */
type Color = [lightness: number, chroma: number, hue: number]

const tokens = readFileSync(join(import.meta.dirname, '../std/tokens.css'), 'utf8')
const themes = { light: colorsOf(1), dark: colorsOf(4) }

const grounds = ['paper', 'surface', 'raised']
const softs = ['press', 'agent', 'ok', 'warn']
const text = [
  ...pairs(['ink', 'muted', 'press-ink', 'agent-ink', 'ok-ink', 'warn-ink', 'link'], grounds),
  ['on-press', 'press'],
  ['paper', 'ink'],
  ...softs.flatMap((soft) => pairs(['ink', 'muted', `${soft}-ink`], [`${soft}-soft`])),
] as const
const marks = pairs(['edge', 'press', 'agent', 'ok', 'warn'], grounds)

for (const theme of ['light', 'dark'] as const) {
  test(`text is read and marks are seen on every ground they are used on, ${theme}`, () => {
    expect(below(4.5, theme, text)).toEqual([])
    expect(below(3, theme, marks)).toEqual([])
  })
}

function below(least: number, theme: keyof typeof themes, shown: readonly (readonly [string, string])[]): string[] {
  return shown.flatMap(([front, back]) => {
    const ratio = contrast(colorOf(theme, front), colorOf(theme, back))
    return ratio < least ? [`${front} on ${back}: ${ratio.toFixed(2)}`] : []
  })
}

function pairs(front: readonly string[], back: readonly string[]): [string, string][] {
  return back.flatMap((ground) => front.map((name) => [name, ground] as [string, string]))
}

function colorOf(theme: keyof typeof themes, name: string): Color {
  const color = themes[theme].get(name)
  if (!color) throw new Error(`tokens.css has no colour --${name}`)
  return color
}

/** The colours of one theme by name; `first` is the place of its first number among the six. */
function colorsOf(first: 1 | 4): Map<string, Color> {
  const number = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`
  const pattern = new RegExp(String.raw`--([a-z-]+): light-dark\(${number}, ${number}\)`, 'g')
  return new Map(
    Array.from(tokens.matchAll(pattern), ([, name = '', ...numbers]) => {
      const [lightness = 0, chroma = 0, hue = 0] = numbers.slice(first - 1).map(Number)
      return [name, [lightness / 100, chroma, hue]]
    }),
  )
}

/** WCAG 2.2: the relation of two relative luminances, 1 to 21. */
function contrast(one: Color, other: Color): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** By way of OKLab and linear sRGB, clipped to its gamut. */
function luminance([lightness, chroma, hue]: Color): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return (
    0.2126 * clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  )
}
