import { expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'

import type { CallRecord } from './audit.ts'
import { lateRecords } from './late-records.ts'

test('an organization that reads much leaves room for the late records of others', async () => {
  const written: string[] = []
  const write = async ({ access }: CallRecord) => void written.push(access.organization.id)
  const late = lateRecords({ write, log: silentLog })
  const of = (id: string) => ({ access: { organization: { id } } }) as CallRecord

  for (let n = 0; n < 1200; n++) late.keep(of('org_busy'))
  late.keep(of('org_quiet'))
  await late.flush()

  expect(written.filter((id) => id === 'org_busy')).toHaveLength(500)
  expect(written.at(-1)).toBe('org_quiet')
})
