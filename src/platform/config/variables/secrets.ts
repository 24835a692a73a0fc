import { parsed } from '#platform/config/readers.ts'
import { readMasterKeys } from '#platform/vault/master-keys.ts'

import { groupOfVariables } from './about.ts'

export const secrets = groupOfVariables()

export const secretsVariables = {
  MASTHEAD_KEYS: parsed(readMasterKeys).optional().register(secrets, {
    description:
      'Master keys as kid:base64, separated by commas, of 32 random bytes each (openssl rand -base64 32). The first one encrypts, the others only decrypt. All nodes on one database need the same keys.',
    example: 'k2:<32 bytes in base64>,k1:<32 bytes in base64>',
    unset: 'a key file in DATA_DIR/keys, created at first start',
  }),
}
