import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A module of WebAssembly: TypeScript has a type of its own for that only beside those of browsers. */
export type CompiledEngine = object

let compiling: Promise<CompiledEngine> | undefined
let compiled: CompiledEngine | undefined

/** The engine compiled once for all that this process opens: what V8 learns of it in one is known in the next. */
export async function compiledEngine(): Promise<CompiledEngine> {
  compiling ??= compile()
  return (compiled = await compiling)
}

/** The same if this process has compiled it already: a thread that is the only one compiles it faster by itself. */
export function compiledSoFar(): CompiledEngine | undefined {
  return compiled
}

async function compile(): Promise<CompiledEngine> {
  const entry = import.meta.resolve('@electric-sql/pglite')
  return compiler().compile(await readFile(fileURLToPath(new URL('pglite.wasm', entry))))
}

function compiler() {
  return Reflect.get(globalThis, 'WebAssembly') as { compile(bytes: Uint8Array): Promise<CompiledEngine> }
}
