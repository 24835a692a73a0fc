import { circlesOf } from '#test/circles.ts'
import { importsOf } from '#test/floors.ts'

import type { Checkout } from './checkout.ts'
import type { Section } from './figures.ts'

/** Circular imports: those of values, and those that only types close. */
export function circleFigures({ product }: Checkout): Section {
  const imports = product.flatMap(({ file, text }) => importsOf(file, text))
  const ofValues = circlesOf(imports.filter(({ isType }) => !isType))
  const ofAll = circlesOf(imports)
  const known = new Set(ofValues.map((circle) => circle.join()))
  const ofTypes = ofAll.filter((circle) => !known.has(circle.join()))
  return {
    title: 'circles of imports',
    numbers: { 'with values': ofValues.length, 'closed by types alone': ofTypes.length },
    details: [
      ...ofValues.map((circle) => `values: ${circle.join(' - ')}`),
      ...ofTypes.map((circle) => `types: ${circle.join(' - ')}`),
    ],
  }
}
