import { expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { LISTED_CALLS } from './testing/listed-calls.ts'

test.each(allCalls.filter(({ call }) => !call.extension))(
  'the documents list $call.method $call.path',
  ({ call }) => {
    expect(LISTED_CALLS).toContain(`${call.method} ${call.path}`)
  },
)
