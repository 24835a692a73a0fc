const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/

/**
 * The key itself, if it is valid: no segment is empty or hidden, or leads upwards. The server makes keys, so anything else is a
 * fault.
 */
export function checkedKey(key: string): string {
  if (key.length > 600 || !key.split('/').every((part) => segment.test(part)))
    throw new Error('This is not the key of a file')
  return key
}
