import { dirname } from 'node:path'

import ts from 'typescript'

import { roomOf } from '#test/floors.ts'

import type { Checkout, SourceFile } from './checkout.ts'
import { percent, type Section, sumBy, total } from './figures.ts'

const drawers = ['catalog', 'main', 'work', 'kernel', 'std', 'faces']

/** How the product is spread over its rooms, and how wide the doors of the areas are. */
export function roomFigures({ product, tests }: Checkout): Section[] {
  const areas = product.filter(({ file }) => file.startsWith('areas/'))
  const all = total(areas.map(({ lines }) => lines))
  const lines = sumBy(
    areas,
    ({ file }) => roomOf(file).slice('areas/'.length),
    (one) => one.lines,
  )
  const [largest = '', most = 0] = Object.entries(lines)[0] ?? []
  const doors = areas.filter(({ file }) => file === `${roomOf(file)}/index.ts`)
  const names = doors.map((door) => [roomOf(door.file).slice('areas/'.length), exportsOf(door)] as const)

  return [
    {
      title: 'areas',
      numbers: { 'percent of the largest': percent(most, all), lines: all, ...prefixed('lines of ', lines) },
      details: [`the largest is ${largest}`],
    },
    {
      title: 'doors of areas',
      numbers: {
        names: total(names.map(([, count]) => count)),
        ...Object.fromEntries(names.toSorted(([, a], [, b]) => b - a)),
      },
    },
    {
      title: 'files directly in a folder',
      numbers: Object.fromEntries(
        drawers.flatMap((drawer) => {
          const own = product.filter(({ file }) => dirname(file) === drawer).length
          const beside = tests.filter(({ file }) => dirname(file) === drawer).length
          return [
            [drawer, own],
            [`${drawer}, tests included`, own + beside],
          ]
        }),
      ),
    },
  ]
}

/** How many names a door offers. */
function exportsOf({ file, text }: SourceFile): number {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  return total(
    tree.statements.map((statement) => {
      if (ts.isExportDeclaration(statement)) {
        const { exportClause } = statement
        if (exportClause === undefined) throw new Error(`${file} exports a whole file: its names cannot be counted`)
        return ts.isNamedExports(exportClause) ? exportClause.elements.length : 1
      }
      const isExported =
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      if (isExported !== true) return 0
      return ts.isVariableStatement(statement) ? statement.declarationList.declarations.length : 1
    }),
  )
}

const prefixed = (prefix: string, numbers: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [prefix + name, value]))
