const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** "23 h 59 min", "4 min 10 s", from milliseconds. Seconds are shown only near the end. */
export function timeLeft(ms: number): string {
  if (ms <= 0) return 'no time left'
  if (ms >= hour) return `${Math.floor(ms / hour)} h ${Math.floor((ms % hour) / minute)} min`
  if (ms >= 10 * minute) return `${Math.floor(ms / minute)} min`
  if (ms >= minute) return `${Math.floor(ms / minute)} min ${Math.floor((ms % minute) / second)} s`
  return `${Math.ceil(ms / second)} s`
}
