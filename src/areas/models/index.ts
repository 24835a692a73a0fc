import { listLlmProviders } from './operations/list-llm-providers.ts'
import { setDefaultModel } from './operations/set-default-model.ts'
import { setLlmProviderKey } from './operations/set-llm-provider-key.ts'
import { testLlmProvider } from './operations/test-llm-provider.ts'

export { chooseProvider, openNamed, painters, writers } from './choose-writer.ts'
export { creditPrices } from './credit-prices.ts'
export { asRefusals } from './faults.ts'
/** @public for runs over engines */
export { askModel, openModel } from './open-model.ts'
/** @public for engines */
export { providerState, providerStates } from './provider-states.ts'

export { creditsFor, startPaid } from './spend.ts'
export { type Filled, fillForm, sumOf } from './write-form.ts'

export const operations = [setLlmProviderKey, listLlmProviders, setDefaultModel, testLlmProvider] as const
