import { roomOf } from '#test/floors.ts'

import type { Checkout, SourceFile } from './checkout.ts'
import { percent, type Section, sumBy, total } from './figures.ts'
import { type Measured, readSyntax } from './syntax.ts'

/** Casts by room, the share of comments, and functions that are longer than a screen. */
export function codeFigures({ product, tests }: Checkout): Section[] {
  const syntax = product.map(readSyntax)
  const casts = syntax.filter((one) => one.casts > 0)
  const ofTests = tests.map(readSyntax)
  const isInArea = ({ file }: { file: string }) => file.startsWith('areas/')
  const castsOf = (files: typeof syntax) => total(files.map((one) => one.casts))
  const functions = syntax.flatMap((one) => one.functions)
  const functionsOfTests = ofTests.flatMap((one) => one.functions)

  return [
    {
      title: 'casts',
      numbers: {
        'in product code': castsOf(casts),
        'in areas': castsOf(casts.filter(isInArea)),
        'in tests of areas': castsOf(ofTests.filter(isInArea)),
        'in all tests': castsOf(ofTests),
        ...sumBy(
          casts,
          ({ file }) => roomOf(file),
          (one) => one.casts,
        ),
      },
    },
    {
      title: 'comments',
      numbers: {
        'percent of lines': percent(total(syntax.map(({ commented }) => commented)), linesOf(product)),
        lines: total(syntax.map(({ commented }) => commented)),
      },
    },
    {
      title: 'functions',
      numbers: {
        'over 60 lines': longerThan(60, functions).length,
        'over 80 lines': longerThan(80, functions).length,
        'of tests over 60 lines': longerThan(60, functionsOfTests).length,
        'of tests over 80 lines': longerThan(80, functionsOfTests).length,
      },
      details: [...longerThan(60, functions), ...longerThan(80, functionsOfTests)].map(describe),
    },
  ]
}

const linesOf = (files: readonly SourceFile[]): number => total(files.map(({ lines }) => lines))
const longerThan = (most: number, functions: readonly Measured[]): Measured[] =>
  functions.filter(({ lines }) => lines > most).toSorted(byLength)
const byLength = (a: Measured, b: Measured): number => b.lines - a.lines || a.file.localeCompare(b.file)
const describe = ({ file, name, line, lines }: Measured): string => `${lines} lines: ${file}:${line} ${name}`
