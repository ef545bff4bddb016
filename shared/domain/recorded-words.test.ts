import { expect, test } from 'vitest'
import { READING_KINDS, READING_RULES } from './recorded-readings.ts'
import { READING_PURPOSES, READING_WORDS, readingText, seerWords } from './recorded-words.ts'

test('D094 each kind has plain words, what it is recorded for, and who sees it', () => {
  const all = READING_KINDS.map(
    (kind) =>
      `${kind} | ${READING_WORDS[kind]} | ${READING_PURPOSES[kind]} | ${seerWords(READING_RULES[kind].seenBy)}`,
  )
  expect(all).toEqual([
    'ACTIVITY | Your activity | To pay your hours and plan breaks | You and your supervisors',
    'OVERRIDE | Your activity, set by somebody else | So that you can see who changed your activity, and why | You and your supervisors',
    'IDLE | Time without mouse and keyboard | To ask you whether you still work | You and your supervisors',
    'ACTIVE_APP | Program in front | To find out which programs get in the way of calls | You and those who see measurements',
    'PRESENCE | Whether you are there | So that colleagues know whether they can write to you | Only you',
    'DIALLER_STATUS | What you do at the dialler | So that nothing interrupts your calls | You and your supervisors',
    'DEVICE_GRADE | How good your machine is | To help you before your machine fails on a call | You and your supervisors',
    'WIFI | How good your wifi is | To help you when calls break off | You and your supervisors',
    'VPN | Your VPN | To help you when the dialler can’t be reached | You and your supervisors',
    'LOCATION | Whether your place is known | Because your projects may only be worked on in certain places | You and those who see measurements',
    'INTERVIEW | A call of yours | To count what you reached, for you and your projects | You and your supervisors',
    'QC_LISTEN | Somebody listened to you | To keep interviews good, and to tell you who heard them | You and those who check quality',
    'SCREEN | Your screen | To help you, when you agree to it | Only you',
    'MOOD | How you feel | So that you can see how you are over time | Only you',
    'REMOTE_COMMAND | Command to your windows | So that you can see who did something to your windows | You and your supervisors',
    'VIEW | Somebody looked | So that you can see who looked at your data | You and those who see the audit',
  ])
})

test('D094 the documents’ names are read as words; what a person or a program wrote stays as it is', () => {
  expect(readingText('WIFI', 'VERY_GOOD')).toBe('Very good')
  expect(readingText('DIALLER_STATUS', 'LOGGED_IN_ON_CALL, Rail_2, Bus')).toBe(
    'Logged in on call, Rail_2, Bus',
  )
  expect(readingText('ACTIVE_APP', 'MY_APP, Two')).toBe('MY_APP, Two')
  expect(readingText('WIFI', '')).toBe('')
})
