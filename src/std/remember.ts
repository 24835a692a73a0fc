/**
 * The same function with its answers remembered, for values that come over and over: at most `most` of them, then all are forgotten. It
 * never answers undefined. `keyOf`: what tells one call from another, by default its first argument.
 */
export function remember<A extends readonly unknown[], V extends NonNullable<unknown>>(
  read: (...given: A) => V,
  most = 1000,
  keyOf: (...given: NoInfer<A>) => unknown = (...given) => given[0],
): (...given: A) => V {
  const known = new Map<unknown, V>()
  return (...given) => {
    const key = keyOf(...given)
    const answer = known.get(key)
    if (answer !== undefined) return answer
    if (known.size >= most) known.clear()
    const found = read(...given)
    known.set(key, found)
    return found
  }
}
