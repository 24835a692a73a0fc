import { getConnectorState } from './operations/get-connector-state.ts'

export const operations = [getConnectorState] as const
