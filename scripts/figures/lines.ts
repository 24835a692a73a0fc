import type { Checkout } from './checkout.ts'
import { quantile, type Section, total } from './figures.ts'

/** How many files there are, and how long they are. */
export function lineFigures({ product, tests }: Checkout): Section {
  const lengths = product.map(({ lines }) => lines)
  const longest = product.toSorted((a, b) => b.lines - a.lines).slice(0, 5)
  return {
    title: 'files of src',
    numbers: {
      files: product.length,
      lines: total(lengths),
      'median lines': quantile(lengths, 0.5),
      'p95 lines': quantile(lengths, 0.95),
      'most lines': quantile(lengths, 1),
      'files of tests': tests.length,
      'lines of tests': total(tests.map(({ lines }) => lines)),
      'files under 20 lines': lengths.filter((lines) => lines < 20).length,
    },
    details: longest.map(({ file, lines }) => `${lines} lines: ${file}`),
  }
}
