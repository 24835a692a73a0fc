/** Percent-decoded as far as it is UTF-8: a name that was cut within a sequence keeps its whole characters. */
export function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    for (let end = run.length; end > run.length - 12 && end > 0; end -= 3) {
      try {
        return decodeURIComponent(run.slice(0, end))
      } catch {
        continue
      }
    }
    return ''
  })
}
