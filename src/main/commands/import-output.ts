/** Where a command writes to: here, or at the other end of the control channel. */
export type CommandOutput = {
  print(line: string): void
  /** How much is done, 0 to 1. */
  progress(fraction: number): void
}

type Stream = { write(text: string): unknown; isTTY?: boolean | undefined; columns?: number | undefined }

/** Lines on stdout; a progress bar on stderr where that is a terminal, nothing where it is not. `close` removes the bar. */
export function terminalOutput({
  stdout,
  stderr,
}: {
  stdout: Stream
  stderr: Stream
}): CommandOutput & { close(): void } {
  let shown = ''
  const show = (bar: string) => {
    if (stderr.isTTY !== true || bar === shown) return
    stderr.write(`\r\u001B[2K${bar}`)
    shown = bar
  }
  return {
    print(line) {
      show('')
      stdout.write(`${line}\n`)
    },
    progress: (fraction) => show(barOf(fraction, Math.min(40, (stderr.columns ?? 80) - 8))),
    close: () => show(''),
  }
}

/** An output whose lines and progress are sent as steps, for `serveControl`. */
export function relayedOutput(send: (step: unknown) => void): CommandOutput {
  return { print: (line) => send({ line }), progress: (fraction) => send({ fraction }) }
}

/** Takes the steps of a `relayedOutput` at the other end, for `askServer`. */
export function receiver(output: CommandOutput): (step: unknown) => void {
  return (step) => {
    if (typeof step !== 'object' || step === null) return
    if ('line' in step && typeof step.line === 'string') output.print(step.line)
    if ('fraction' in step && typeof step.fraction === 'number') output.progress(step.fraction)
  }
}

function barOf(fraction: number, width: number): string {
  const part = Math.min(1, Math.max(0, fraction))
  const full = Math.round(part * width)
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(Math.floor(part * 100)).padStart(3)} %`
}
