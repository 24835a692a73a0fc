/** US dollars; what is less than a cent has as many digits as it needs. */
export function dollars(value: number): string {
  const digits = value > 0 && value < 0.01 ? 4 : 2
  return `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`
}
