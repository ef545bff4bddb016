import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { chatHub } from './chat.ts'

test('C228 onKeyStroke takes a source and a source id, both of them and nothing else', () => {
  const { args } = chatHub.methods.onKeyStroke
  expect(z.parse(args, ['TASK_CHAT', 7])).toEqual(['TASK_CHAT', 7])
  for (const wrong of [[], ['TASK_CHAT'], [7, 'TASK_CHAT'], ['TASK_CHAT', 7, 7]])
    expect(z.safeParse(args, wrong).success).toBe(false)
})

test('C229 makeCall takes a user, a meeting, one of two titles and whether the screen is shared', () => {
  const { args } = chatHub.methods.makeCall
  for (const title of ['General call', 'Group Call'])
    expect(z.parse(args, [2, 78, title, false])).toEqual([2, 78, title, false])
  for (const wrong of [
    [2, 78, 'General call'],
    [2, 78, false],
    [2, 78, 'Group call', false],
    [2, 78, 'General call', 'no'],
  ])
    expect(z.safeParse(args, wrong).success).toBe(false)
})

test('C230 focusedSomewhere names the conversation, someoneFocused also who reads it and when', () => {
  const { focusedSomewhere, someoneFocused } = chatHub.events
  const address = { source: 'MESSAGE', sourceID: 7 }
  const reader = { ...address, userID: 2, userName: 'Amelia Hart', readTime: '2026-11-21T10:00:00.000Z' }
  expect(z.parse(focusedSomewhere, [address])).toEqual([address])
  expect(z.parse(someoneFocused, [reader])).toEqual([reader])
  for (const wrong of [[], [{ source: 'MESSAGE' }]]) {
    expect(z.safeParse(focusedSomewhere, wrong).success).toBe(false)
    expect(z.safeParse(someoneFocused, wrong).success).toBe(false)
  }
})
