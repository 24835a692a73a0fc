import { toast } from '#web/parts/toast.tsx'

/** Renames by `run`, and offers the name before for 8 seconds. Returns whether the new name was taken. */
export async function renamed(
  before: string,
  wanted: string,
  run: (name: string) => Promise<unknown>,
): Promise<boolean> {
  if ((await run(wanted)) === null) {
    toast(`“${before}” could not be renamed.`)
    return false
  }
  toast(`“${before}” is “${wanted}” now. Its slug is as it was.`, { label: 'Undo', run: () => void run(before) })
  return true
}
