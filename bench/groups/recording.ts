import type { Size } from '../generate/data-set.ts'
import { isWanted } from '../options.ts'
import { onCopy, withProduct } from '../product/measured.ts'
import type { Goal } from '../result/goals.ts'
import type { Engine } from '../result/result.ts'
import { measureRow, type Run } from '../rows.ts'
import { callWork, read, write } from './agent.ts'

/** Throughput that auditing may cost on PostgreSQL (docs/promises.md, 40). */
const goal: Goal = { id: 'promise 40', requestsAtLeast: 0.85 }

const rows = [
  { calling: read, id: 'recorded read' },
  { calling: write, id: 'recorded write' },
]

/** What the audit record of a call costs: the product next to itself without records, in turns. */
export async function measureRecording(engine: Engine, size: Size, run: Run): Promise<void> {
  const wanted = rows.filter(({ id }) => isWanted(run.options, 'agent', id))
  if (wanted.length === 0) return
  const preload = new URL('../baseline/unrecorded.ts', import.meta.url).pathname
  // An embedded database belongs to one process: each has a copy.
  await onCopy(engine, size, run.options, (place) =>
    onCopy(engine, size, run.options, (other) =>
      withProduct(place, {}, (product) =>
        withProduct({ ...other, preload }, {}, async (unrecorded) => {
          for (const { calling, id } of wanted)
            await measureRow(
              product,
              {
                id,
                group: 'agent',
                workload: `${calling.workload}; baseline: the same without audit records`,
                engine,
                ...size,
                work: callWork(calling, place.set),
                baseline: { target: unrecorded, work: callWork(calling, other.set) },
                ...(engine === 'postgres' ? { goal } : {}),
              },
              run,
            )
        }),
      ),
    ),
  )
}
