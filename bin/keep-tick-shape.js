import { createHook } from 'node:async_hooks'

// One object of `process.nextTick` that stays alive keeps their shape, which V8 would otherwise forget, and then store them all the slow way
// (operating.md#ticks-keep-their-shape). It is made before anything else is loaded.
const kept = []
const hook = createHook({
  init: (_id, type, _trigger, resource) => void (type === 'TickObject' && kept.push(resource)),
})
hook.enable()
process.nextTick(() => {})
hook.disable()

/** What is reachable is not collected. */
export default kept
