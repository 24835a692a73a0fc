/** A process that stands still loses one of so many parts of the time at most. */
const parts = 10

export type AwakeTimer = {
  /** Stops it. Returns how many ms have counted. */
  stop(): number
}

/**
 * Calls `over` once this process has run for so many ms. Time in which it stood still (the machine slept, or had too much else to do)
 * does not count: nothing that is waited for could have come. What has come by the end is looked at before `over` is called.
 */
export function awakeTimer(ms: number, over: () => void): AwakeTimer {
  const part = ms / parts
  let [done, since] = [0, performance.now()]
  let last: NodeJS.Immediate | undefined
  let timer = setTimeout(next, part)

  function next(): void {
    done++
    since = performance.now()
    if (done < parts) timer = setTimeout(next, part)
    else last = setImmediate(over)
  }
  return {
    stop() {
      clearTimeout(timer)
      clearImmediate(last)
      return Math.min(ms, done * part + Math.min(part, performance.now() - since))
    },
  }
}
