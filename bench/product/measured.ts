import type { Size } from '../generate/data-set.ts'
import { copyOf, type Copy } from '../generate/kept-set.ts'
import type { Target } from '../measure.ts'
import { databaseProcesses, type DatabaseProcesses } from '../meter/database-processes.ts'
import { hasProc } from '../meter/process-tree.ts'
import type { Engine, Options } from '../result/result.ts'
import { type Product, startProduct, untilQuiet } from './product.ts'

/** A copy of a data set with what measures its database. */
export type MeasuredPlace = Copy & { engine: Engine; database: DatabaseProcesses | undefined }

/** Opens a copy of the data set of this size for as long as `work` takes. */
export async function onCopy<T>(
  engine: Engine,
  size: Size,
  options: Pick<Options, 'reuse'>,
  work: (place: MeasuredPlace) => Promise<T>,
): Promise<T> {
  const databaseUrl = engine === 'postgres' ? process.env['DATABASE_URL'] : undefined
  const copy = await copyOf({ size, databaseUrl, reuse: options.reuse })
  const database = copy.databaseUrl === undefined ? undefined : await databaseProcesses(copy.databaseUrl)
  try {
    return await work({ ...copy, engine, database })
  } finally {
    await database?.close()
    await copy.drop()
  }
}

/** Runs the product on a place for as long as `work` takes, which begins when nothing goes on in the background. */
export async function withProduct<T>(
  place: Pick<MeasuredPlace, 'dataDir' | 'databaseUrl' | 'database'> & { preload?: string },
  env: Readonly<Record<string, string>>,
  work: (target: Target, product: Product) => Promise<T>,
): Promise<T> {
  const product = await startProduct({ ...place, env })
  try {
    if (hasProc()) await untilQuiet(product, 60_000)
    const { counters } = product
    const own = async () => ((await counters()).cpuMicroseconds ?? NaN) / 1000
    const meter = { pid: product.pid, database: place.database, own }
    return await work({ url: product.url, meter, counters }, product)
  } finally {
    await product.stop()
  }
}
