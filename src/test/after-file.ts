const closing: (() => Promise<void>)[] = []

/** Calls `close` after the last test of every file: test files share a process and its modules (vitest.config.ts). */
export function afterEachFile(close: () => Promise<void>): void {
  closing.push(close)
}

export async function endFile(): Promise<void> {
  for (const close of closing) await close()
}
