import { expect, test } from 'vitest'
import { createDialogs } from './dialogs.ts'

test('S100 a dialog opens once, stays listed when closed, and opens again in its place', () => {
  const dialogs = createDialogs()
  dialogs.open('picture')
  dialogs.open('two-factor')
  dialogs.open('picture')
  dialogs.close('picture')
  expect(dialogs.store.getState().map(({ name, opened }) => [name, opened])).toEqual([
    ['picture', false],
    ['two-factor', true],
  ])
  dialogs.open('picture')
  expect(dialogs.store.getState()[0]?.opened).toBe(true)
  dialogs.reset()
  expect(dialogs.store.getState()).toEqual([])
})

test('S100 closing a dialog that nobody opened changes nothing', () => {
  const dialogs = createDialogs()
  const before = dialogs.store.getState()
  dialogs.close('picture')
  expect(dialogs.store.getState()).toBe(before)
})
