import { type DataSet, mostWritten, type Size } from '../generate/data-set.ts'
import type { Target } from '../measure.ts'
import { onCopy, withProduct } from '../product/measured.ts'
import { addFact } from '../result/facts.ts'
import type { Engine, Options } from '../result/result.ts'
import { measureRow, type Run } from '../rows.ts'
import { callWork, read } from './agent.ts'
import { measureGrowing, uncachedEnv } from './content.ts'

/** Articles of the first organization where the number of organizations grows: the most of these that the product writes itself. */
const itemsOfFirst = ({ sizes }: Pick<Options, 'sizes'>) =>
  Math.max(...sizes.filter((items) => items <= mostWritten), Math.min(...sizes))

/** Articles of one organization, or organizations, that the embedded engine is measured with: to make more takes hours. */
const mostEmbedded = { articles: 10_000, organizations: 100 }

/** The same rows on ever more articles, and on ever more organizations; then what the largest costs next to the smallest. */
export async function measureGrowth(engine: Engine, run: Run): Promise<void> {
  for (const size of sizesOfGrowth(engine, run.options))
    await onCopy(engine, size, run.options, ({ set, ...place }) =>
      withProduct(place, uncachedEnv, (product) => measureSize({ engine, size, set, product }, run)),
    )
  const { bySize, byOrganizations } = growing(engine, run.options)
  addRatios(run, { engine, over: bySize, name: 'articles', goal: engine === 'postgres' })
  addRatios(run, { engine, over: byOrganizations, name: 'organizations', goal: false })
}

/** The sets that growth is measured on. */
export function sizesOfGrowth(engine: Engine, options: Options): Size[] {
  const { bySize, byOrganizations } = growing(engine, options)
  return distinct([...bySize, ...byOrganizations])
}

function growing(engine: Engine, options: Options): Record<'bySize' | 'byOrganizations', Size[]> {
  const upTo = (most: number) => (count: number) => engine === 'postgres' || count <= most
  return {
    bySize: options.sizes.filter(upTo(mostEmbedded.articles)).map((items) => ({ items, organizations: 1 })),
    byOrganizations: options.organizations
      .filter(upTo(mostEmbedded.organizations))
      .map((organizations) => ({ items: itemsOfFirst(options), organizations })),
  }
}

type On = { engine: Engine; size: Size; set: DataSet; product: Target }

async function measureSize({ engine, size, set, product }: On, run: Run): Promise<void> {
  const base = { group: 'growth', engine, ...size } as const
  await measureGrowing({ product, set, base }, run)
  const { id, workload } = read
  await measureRow(product, { ...base, id, workload, work: callWork(read, set) }, run)
}

/** Rows that P-6 is about. */
const flat = new Set(['list uncached', 'single uncached', 'tag uncached'])

function addRatios(
  run: Run,
  { engine, over, name, goal }: { engine: Engine; over: readonly Size[]; name: string; goal: boolean },
): void {
  const [smallest, largest] = [over[0], over.at(-1)]
  if (smallest === undefined || largest === undefined || smallest === largest) return
  const costs = (size: Size) =>
    new Map(
      run.rows
        .filter(
          (row) =>
            row.group === 'growth' && row.engine === engine && row.round === 'median' && row.target === 'product',
        )
        .filter((row) => row.items === size.items && row.organizations === size.organizations)
        .map((row) => [row.id, row.totalCpuMs]),
    )
  const few = costs(smallest)
  for (const [id, many] of costs(largest)) {
    const before = few.get(id) ?? null
    const value = many === null || before === null ? null : many / before
    const judged = goal && flat.has(id) ? { goal: 'P-6', atMost: 1.5 } : {}
    const range =
      name === 'articles'
        ? `${largest.items} against ${smallest.items}`
        : `${largest.organizations} against ${smallest.organizations}`
    addFact(run, { id: `${id}, ${range} ${name}`, group: 'growth', engine, value, unit: 'x', ...judged })
  }
}

function distinct(sizes: readonly Size[]): Size[] {
  return [...new Map(sizes.map((size) => [`${size.items}/${size.organizations}`, size])).values()]
}
