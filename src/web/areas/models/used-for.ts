import type { OutputOf } from '#web/operations.ts'

type Found = Pick<OutputOf<'listLlmProviders'>, 'default'> & {
  providers: readonly Pick<
    OutputOf<'listLlmProviders'>['providers'][number],
    'provider' | 'configured' | 'writes' | 'draws'
  >[]
}
type Name = Found['providers'][number]['provider']

/** What a provider is used for here, where a call names none; of one without a key, what it would be used for. */
export function usedFor(name: Name, { default: chosen, providers }: Found): string {
  const withIt = providers.map((one) => (one.provider === name ? { ...one, configured: true } : one))
  const first = (can: 'writes' | 'draws') => {
    const able = withIt.filter((one) => one.configured && one[can])
    return (able.find(({ provider }) => provider === chosen?.provider) ?? able[0])?.provider
  }
  const uses = [
    ...(first('writes') === name ? ['drafts', 'rewrites', 'topics', 'descriptions', 'alt texts'] : []),
    ...(first('draws') === name ? ['pictures'] : []),
    'questions of AI answers',
  ]
  const words = new Intl.ListFormat('en-GB').format(uses)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
