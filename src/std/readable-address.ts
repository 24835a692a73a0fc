/** An address as people read it: encoded letters and digits of any script as themselves, everything else as it is. */
export function readableAddress(address: string): string {
  return address.replace(/(?:%[89a-f][\da-f])+/gi, (encoded) => {
    try {
      const decoded = decodeURIComponent(encoded)
      return /^[\p{L}\p{M}\p{N}]+$/u.test(decoded) ? decoded : encoded
    } catch {
      return encoded
    }
  })
}
