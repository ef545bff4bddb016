import { expect, test } from 'vitest'
import { readView, requestOf } from './use-list-address.ts'

test('A134 an address asks for tickets that nobody has, that are late, or that are due within the hour', () => {
  const asked = (address: string) => {
    const params = new URLSearchParams(address)
    const { scope, filter, lateOnly, dueOnly } = requestOf(readView((name) => params.get(name), 'ALL'))
    return [scope, filter, lateOnly, dueOnly]
  }
  expect(asked('')).toEqual(['ALL', 'Unresolved', false, false])
  expect(asked('scope=UNASSIGNED')).toEqual(['UNASSIGNED', 'Unresolved', false, false])
  expect(asked('late=true')).toEqual(['ALL', 'Unresolved', true, false])
  expect(asked('due=true')).toEqual(['ALL', 'Unresolved', false, true])
})
