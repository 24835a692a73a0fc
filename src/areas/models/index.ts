import { listLlmProviders } from './operations/list-llm-providers.ts'
import { setLlmProviderKey } from './operations/set-llm-provider-key.ts'

export { chooseProvider, openNamed, painters, writers } from './choose-writer.ts'
export { asRefusals, refusalOf } from './faults.ts'
/** @public for runs over engines */
export { askModel, notConfigured, openModel, type OpenModel } from './open-model.ts'
/** @public for engines */
export { providerSources, providerState, providerStates } from './provider-states.ts'

export { type Filled, fillForm, sumOf } from './write-form.ts'

export const operations = [setLlmProviderKey, listLlmProviders] as const
