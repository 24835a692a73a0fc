/** Whether the sources run, not what was bundled of them (operating.md#starts-from-a-bundle). */
export const isSource = import.meta.url.endsWith('.ts')

/**
 * The file of a thread or a process of the program: next to the module `beside`, and in a bundle next to what runs. Example:
 * `entryFile(import.meta.url, './worker.ts')`.
 */
export function entryFile(beside: string, file: string): URL {
  return new URL(isSource ? file : file.replace(/\.ts$/, '.js'), beside)
}

/** The flags of a thread on the sources, which it reads as an earlier start has stripped them: what strips them would stay in its memory. */
export const threadArguments: string[] = isSource
  ? ['--import', new URL('../../bin/keep-stripped.js', import.meta.url).href, '--conditions=source']
  : []
