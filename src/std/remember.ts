/**
 * The same function with its answers remembered, for values that come over and over: at most `most` of them, then all are forgotten. It
 * never answers undefined.
 */
export function remember<K, V extends NonNullable<unknown>>(read: (key: K) => V, most = 1000): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const answer = known.get(key)
    if (answer !== undefined) return answer
    if (known.size >= most) known.clear()
    const found = read(key)
    known.set(key, found)
    return found
  }
}
