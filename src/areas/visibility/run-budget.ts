/** What a run may spend, in US dollars (visibility.md#limits-of-cost). */
export type Budget = {
  /** Null: as much as it takes. */
  readonly limit: number | null
  spent: number
  /** The most that a call at each engine can cost: by its price, and at least what one has cost. */
  readonly most: Map<string, number>
  /** Engines that have answered: what a call there costs is known. */
  readonly known: Set<string>
  /** How many calls are under way at each engine, and who waits for one of them to end. */
  readonly underWay: Map<string, number>
  readonly waiting: (() => void)[]
}

/** `most`: by engine, what a call can cost at most as far as it is known before any. */
export function openBudget(given: Pick<Budget, 'limit' | 'spent' | 'most' | 'known'>): Budget {
  return { ...given, underWay: new Map(), waiting: [] }
}

/** The most that a call at this engine can cost. */
export const mostOf = ({ most }: Budget, engineId: string): number => most.get(engineId) ?? 0

/**
 * Sets money aside for a call. One that does not fit waits for calls under way; without any it does not fit at all. Where there is a
 * limit, the first call at an engine is alone there: what it turns out to cost counts for the others.
 */
export async function takeMoney(budget: Budget, engineId: string): Promise<boolean> {
  const { limit, underWay, waiting } = budget
  const isFirst = () => limit !== null && !budget.known.has(engineId) && underWay.has(engineId)
  const fits = () => limit === null || budget.spent + setAside(budget) + mostOf(budget, engineId) <= limit
  while (!fits() || isFirst()) {
    if (underWay.size === 0) return false
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  underWay.set(engineId, (underWay.get(engineId) ?? 0) + 1)
  return true
}

/** Ends a call for which money was set aside. */
export function giveBack({ underWay, waiting }: Budget, engineId: string): void {
  const others = (underWay.get(engineId) ?? 1) - 1
  if (others === 0) underWay.delete(engineId)
  else underWay.set(engineId, others)
  for (const go of waiting.splice(0)) go()
}

/** Notes what an answer cost. A dearer one than was thought raises what is set aside for all others at its engine. */
export function pay(budget: Budget, engineId: string, { cost, lost }: { cost: number; lost: number }): void {
  budget.spent += cost + lost
  budget.known.add(engineId)
  budget.most.set(engineId, Math.max(mostOf(budget, engineId), cost))
}

function setAside(budget: Budget): number {
  return [...budget.underWay].reduce((sum, [engineId, calls]) => sum + calls * mostOf(budget, engineId), 0)
}
