// Preloaded into every thread of a process: `Date` is off by the milliseconds in the file SHIFTED_CLOCK, which may change at any time.
// Each thread says in a file of its own, next to it, what it has read.
import { readFileSync, writeFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'

const file = process.env.SHIFTED_CLOCK ?? ''
const Real = Date
let shift = 0
function read() {
  const told = readFileSync(file, 'utf8')
  if (told === '' || Number(told) === shift) return
  shift = Number(told)
  writeFileSync(`${file}.${process.pid}.${threadId}`, told)
}
read()
setInterval(read, 20).unref()

const now = () => Real.now() + shift
globalThis.Date = new Proxy(Real, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
