/**
 * What a client takes, by name in lower case, with its weight from 0 to 1 (RFC 9110, 12.4.2): the elements of `Accept` and of
 * `Accept-Encoding`. Of a name that comes twice the first counts; an invalid weight is 0.
 */
export function weightsOf(header: string | readonly string[] | undefined): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const part of [header ?? []].flat().join(',').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (name !== '' && !weights.has(name)) weights.set(name, weightIn(parameters))
  }
  return weights
}

function weightIn(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  if (given === undefined) return 1
  const weight = Number(given.slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
