import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  extractID,
  NOTIFICATION_TARGETS,
  NOTIFICATION_TYPES,
  notificationType,
  readMilestone,
  shownSubject,
  type TargetKind,
  targetOf,
} from './notifications.ts'

test('W058 the five kinds have their numbers', () => {
  expect(NOTIFICATION_TYPES.map((_, number) => notificationType(number))).toEqual([
    'NEW_UPDATE',
    'MESSAGE',
    'EMAIL',
    'REQUESTED_HELP',
    'GAMIFICATION_MILESTONE_ACHIEVED',
  ])
  expect(notificationType(5)).toBeNull()
})

const WORDS: Readonly<Record<TargetKind, readonly string[]>> = {
  TASK: ['Task', 'task', 'TASK'],
  TICKET: ['Ticket', 'ticket'],
  TICKET_ISSUE: ['Ticket issue', 'Issue', 'ticket  issue'],
  TOUR: ['Tour', 'the tour'],
  EXPORT: ['Export', 'the export'],
  MEETING: ['Meeting', 'meeting'],
}

test('W060 a subject is read for the id of a task, ticket, issue, tour and meeting, however it is written', () => {
  const links = fc.constantFrom(': ', ' ', ' #', ' ID: ', ' id ', ' no. ', ' - ', ':')
  const text = fc.constantFrom('', ' was given to you', ', 14:00', ' (3 of 5)')
  for (const kind of NOTIFICATION_TARGETS)
    fc.assert(
      fc.property(
        fc.constantFrom(...WORDS[kind]),
        links,
        fc.integer({ min: 1, max: 10 ** 9 }),
        text,
        (word, link, id, rest) => {
          const subject = `${word}${link}${id}${rest}`
          expect(extractID(kind, subject)).toEqual({ ok: true, id })
          expect(targetOf({ source: '', subject })).toBe(kind)
        },
      ),
    )
})

test.each([
  ['W223', 'TASK', 'Unable to extract Task ID'],
  ['W224', 'TICKET_ISSUE', 'Unable to extract ticket issue ID'],
  ['W225', 'TICKET', 'Unable to extract ticket ID'],
  ['W226', 'TOUR', 'Unable to extract tour ID'],
  ['W227', 'MEETING', 'Unable to extract Meeting ID'],
] as const)('W223 W224 W225 W226 W227 %s: a subject without the id of a %s gives: %s', (_, kind, message) => {
  for (const subject of ['', 'Nothing to see', `${WORDS[kind][0]} was changed`, '41', 'Multitasking 4'])
    expect(extractID(kind, subject)).toEqual({ ok: false, message })
})

test('W228 a task whose number is no usable id gives words of its own', () => {
  for (const subject of ['Task: 0', `Task: ${'9'.repeat(30)}`])
    expect(extractID('TASK', subject)).toEqual({ ok: false, message: 'Error extracting task ID' })
  expect(extractID('TASK', 'Task: 1')).toEqual({ ok: true, id: 1 })
})

test('W060 a target is named by the source first; a word in passing is none', () => {
  expect(targetOf({ source: 'TASK', subject: 'Something was given to you' })).toBe('TASK')
  expect(targetOf({ source: 'TICKET', subject: 'Ticket: 7 was merged into ticket 9' })).toBe('TICKET')
  expect(targetOf({ source: '', subject: 'The meeting room is closed' })).toBeNull()
  expect(targetOf({ source: 'GAMIFICATION', subject: 'You have reached a milestone' })).toBeNull()
  expect(extractID('TICKET', 'Ticket: 7 was merged into ticket 9')).toEqual({ ok: true, id: 7 })
})

test.each([
  ['Tour: 1 shows what is new with tickets', 'Tour shows what is new with tickets'],
  ['Ticket: 1209 has a new answer', 'Ticket has a new answer'],
  ['Ticket issue: 1221 is still being worked on', 'Ticket issue is still being worked on'],
  ['Task ID: 41 was given to you', 'Task was given to you'],
  ['TASK #41 was given to you', 'TASK was given to you'],
  ['Meeting no. 91, QC calibration, begins at 14:00', 'Meeting, QC calibration, begins at 14:00'],
  ['Ticket: 7 was resolved with ticket 9: 3 cables', 'Ticket was resolved with ticket 9: 3 cables'],
  ['Task 3 of 5 is done', 'Task 3 of 5 is done'],
  ['Meeting: 14:00 is the new time', 'Meeting: 14:00 is the new time'],
  ['Multitasking: 4', 'Multitasking: 4'],
  ['Your rota for week 12', 'Your rota for week 12'],
])('W060 people read %j as %j', (subject, shown) => {
  expect(shownSubject(subject)).toBe(shown)
})

test('W059 a milestone body has its name and date; anything else is no milestone', () => {
  const milestone = { milestoneName: '500 interviews', milestoneAchievedDate: '2026-11-20T10:00:00.000Z' }
  expect(readMilestone(JSON.stringify({ ...milestone, more: 1 }))).toEqual(milestone)
  for (const body of [
    '',
    'null',
    '[]',
    '<p>Hello</p>',
    '{"milestoneName":"x"}',
    '{"milestoneName":1,"milestoneAchievedDate":2}',
    '{"milestoneName":"x","milestoneAchievedDate":2}',
    '{"milestoneName":1,"milestoneAchievedDate":"2026-11-20T10:00:00.000Z"}',
  ])
    expect(readMilestone(body)).toBeNull()
})
