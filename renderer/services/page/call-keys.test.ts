import { expect, test } from 'vitest'
import { callKeyOf } from './call-keys.ts'

const keys = (key: string, part = {}) => ({
  ...{ key, ctrlKey: true, shiftKey: true, altKey: false, metaKey: false, ...part },
})

test('a call’s keys are with Ctrl and Shift, whichever way the letter comes, and with nothing else', () => {
  expect(['M', 'o', 'K', 'h', 'x'].map((key) => callKeyOf(keys(key)))).toEqual([
    ...['mute', 'camera', 'hand', 'leave', null],
  ])
  for (const part of [{ ctrlKey: false }, { shiftKey: false }, { altKey: true }, { metaKey: true }])
    expect(callKeyOf(keys('M', part))).toBeNull()
})
