import { oneOf, wholeNumber } from '#platform/config/readers.ts'

import { groupOfVariables } from './about.ts'

export const limits = groupOfVariables()

export const limitsVariables = {
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).prefault('1000').register(limits, {
    description: 'Connections that the server holds at once; more are closed.',
    example: '5000',
    unset: '1000',
  }),
  RATE_LIMIT_STORE: oneOf('auto', 'memory', 'postgres').prefault('auto').register(limits, {
    description:
      'Where calls per key are counted: memory for a single node, postgres for several; auto depends on the database.',
    example: 'memory',
    unset: 'auto',
  }),
  CONTENT_RATE_PER_MINUTE: wholeNumber(0, 1_000_000_000).prefault('60000').register(limits, {
    description: 'Requests to the Content API per client address and minute; 0: no limit.',
    example: '120000',
    unset: '60000',
  }),
  CONTENT_CACHE_MB: wholeNumber(0, 1_000_000).prefault('64').register(limits, {
    description: 'Memory for answers of the Content API, in MB; 0: every request asks the database.',
    example: '256',
    unset: '64',
  }),
  OAUTH_REGISTRATIONS_PER_MINUTE: wholeNumber(0, 1_000_000).prefault('20').register(limits, {
    description: 'Agents that may register as OAuth clients per network and minute; 0: no limit.',
    example: '60',
    unset: '20',
  }),
  OAUTH_REGISTRATIONS_PER_DAY: wholeNumber(0, 1_000_000).prefault('200').register(limits, {
    description: 'The same per network and day; 0: no limit.',
    example: '1000',
    unset: '200',
  }),
}
