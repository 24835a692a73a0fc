import type { Run } from '../rows.ts'
import { printFact } from './print.ts'
import type { Fact } from './result.ts'

type Found = Omit<Fact, 'goal' | 'met' | 'note'> & { atMost?: number; goal?: string; note?: string | null }

/** Adds a figure that is not one of a row, judges it, and prints it. `goal`: the id of the goal that `atMost` belongs to. */
export function addFact({ facts }: Pick<Run, 'facts'>, { atMost, goal, note = null, ...found }: Found): void {
  const text = goal === undefined ? null : `${goal}: <= ${atMost ?? ''} ${found.unit}`
  const met = atMost === undefined || found.value === null ? null : found.value <= atMost
  const fact = { ...found, goal: text, met, note }
  facts.push(fact)
  printFact(fact)
}
