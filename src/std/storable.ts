/** A text of others as a database takes it: without NUL, and with `�` for half a character. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
