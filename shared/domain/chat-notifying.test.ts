import { expect, test } from 'vitest'
import { isMentioned, notifies, sounds } from './chat-notifying.ts'
import { isSnoozed, snoozeEnd } from './chat-snooze.ts'
import { DEFAULT_AUDIO_SETTING } from './settings.ts'

const told = { isMentioned: false, isSnoozed: false, isQuiet: false }

test('C136 a conversation is snoozed while the end is in the future', () => {
  expect([isSnoozed(undefined, 5), isSnoozed(5, 5), isSnoozed(6, 5)]).toEqual([false, false, true])
  const evening = new Date(2026, 10, 21, 22, 30).getTime()
  expect(new Date(snoozeEnd('tomorrow', evening))).toEqual(new Date(2026, 10, 22, 8))
  expect(snoozeEnd('30-minutes', evening) - evening).toBe(1_800_000)
  expect(snoozeEnd('1-week', evening) - evening).toBe(604_800_000)
})

test('C013 C136 a message sounds and notifies by setting, mention, snooze and quiet hours', () => {
  expect(isMentioned('@[Tom](1)', 1)).toBe(true)
  expect(isMentioned('@[Everyone](0)', 1)).toBe(true)
  expect(isMentioned('@[Ben](3) Tom', 1)).toBe(false)
  expect(sounds('ALL', told)).toBe(true)
  expect(sounds('MENTIONED', told)).toBe(false)
  expect(sounds('MENTIONED', { ...told, isMentioned: true })).toBe(true)
  expect(sounds('ALL', { ...told, isSnoozed: true })).toBe(false)
  expect(sounds('ALL', { ...told, isQuiet: true })).toBe(false)
  const channel = { ...DEFAULT_AUDIO_SETTING.browserNotificationSetting, isEnabled: true }
  expect(notifies(channel, told)).toBe(true)
  expect(notifies({ ...channel, isEnabled: false }, told)).toBe(false)
  expect(notifies({ ...channel, notifyOnlyWhenMentioned: true }, told)).toBe(false)
  expect(notifies(channel, { ...told, isQuiet: true })).toBe(false)
})
