import { modelProviders, type ModelPrice } from '#kernel/model.ts'
import { isObject } from '#std/objects.ts'

import { baseUrl, type Read } from './readers.ts'

/** The address of a provider before its version segment, which may be given and is dropped. */
export function providerUrl(text: string): Read<string> {
  const read = baseUrl(text)
  return 'fault' in read ? read : { value: read.value.replace(/\/v1(beta)?$/, '') }
}

/** Prices as MODEL_PRICES has them. Faults name an entry by its number. */
export function modelPrices(text: string): Read<Readonly<Record<string, ModelPrice>>> {
  const given = parse(text)
  if (given === undefined) return { fault: 'is not JSON' }
  if (!isObject(given)) return { fault: 'is not a JSON object with names such as openai:<model> as its keys' }
  const prices: Record<string, ModelPrice> = {}
  for (const [at, [name, entry]] of Object.entries(given).entries()) {
    const price = priceIn(entry)
    if (!modelProviders.some((provider) => name.startsWith(`${provider}:`) && name.length > provider.length + 1))
      return { fault: `entry ${at + 1} is not named <provider>:<model>` }
    if (price === undefined)
      return { fault: `entry ${at + 1} is not {inputPerMillion, outputPerMillion, perSearch} with numbers from 0 on` }
    prices[name] = price
  }
  return { value: prices }
}

function priceIn(entry: unknown): ModelPrice | undefined {
  if (!isObject(entry)) return undefined
  const { inputPerMillion, outputPerMillion, perSearch, ...rest } = entry
  if (!isAmount(inputPerMillion) || !isAmount(outputPerMillion) || Object.keys(rest).length > 0) return undefined
  if (perSearch === undefined || perSearch === null) return { inputPerMillion, outputPerMillion, perSearch: null }
  return isAmount(perSearch) ? { inputPerMillion, outputPerMillion, perSearch } : undefined
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
