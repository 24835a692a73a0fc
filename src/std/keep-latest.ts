/** Sets an entry as the latest one. Beyond `most` entries, the one that was set longest ago is dropped. */
export function keepLatest<K, V>(map: Map<K, V>, most: number, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
