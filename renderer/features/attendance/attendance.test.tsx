import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { describe, expect, test } from 'vitest'
import { type AttendanceDay, myAttendance, myDevelopment } from '#shared/contract/activity.ts'
import { myLevel } from '#shared/contract/gamification.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { Attendance } from './Attendance.tsx'
import { Development } from './Development.tsx'
import { lengthInWords } from './text.ts'

function show(Content: ComponentType) {
  const server = fakeServices()
  server.services.session.signIn(testToken([]))
  renderWith(
    server.services,
    <QueryClientProvider client={createQueryClient()}>
      <Content />
    </QueryClientProvider>,
  )
  return { ...server, user: userEvent.setup() }
}

const day = (changes: Partial<AttendanceDay>): AttendanceDay => ({
  day: '2026-07-15',
  start: '2026-07-15T08:00:00.000Z',
  end: '2026-07-15T16:30:00.000Z',
  workedSeconds: 7 * 3600,
  breaks: 2,
  breakSeconds: 3600,
  activities: [
    { activity: 'AVAILABLE', seconds: 7 * 3600 },
    { activity: 'BREAK', seconds: 3600 },
  ],
  ...changes,
})

test('lengths read as people say them', () => {
  expect([0, 59, 60, 3599, 3600, 25_500].map(lengthInWords)).toEqual([
    '0 min',
    'Under a minute',
    '1 min',
    '59 min',
    '1 h',
    '7 h 5 min',
  ])
})

describe('My attendance', () => {
  test('W158 days by weeks that begin on Monday, by UK time, with the hours of a week to the quarter', async () => {
    const at = show(Attendance)
    expect(screen.getByRole('status', { name: 'Loading your attendance' })).toBeDefined()
    at.answer(myAttendance, () => ({
      days: [
        day({ day: '2026-07-20', end: null, breaks: 0, breakSeconds: 0, workedSeconds: 3600 }),
        day({ day: '2026-07-19', workedSeconds: 1860 }),
        day({}),
      ],
    }))
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    const second = within(await screen.findByRole('region', { name: 'Week of 20 July' }))
    expect(second.getByText('1 hour')).toBeDefined()
    expect(second.getByText('09:00 to now')).toBeDefined()
    // The day that goes on is marked, and no other.
    expect(screen.getAllByText('Under way')).toHaveLength(1)
    expect(second.getByText('Under way')).toBeDefined()
    expect(screen.getByText('8.75 hours')).toBeDefined()
    expect(screen.getByText('worked on 3 days', { exact: false })).toBeDefined()
    expect(second.getByText('None')).toBeDefined()
    const first = within(screen.getByRole('region', { name: 'Week of 13 July' }))
    expect(first.getByText('7.75 hours')).toBeDefined()
    expect(first.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      'Sun 19 Jul',
      'Wed 15 Jul',
    ])
    expect(first.getByText('31 min')).toBeDefined()
    expect(first.getAllByText('09:00 to 17:30')).toHaveLength(2)
    expect(first.getAllByText('2, 1 h in all')).toHaveLength(2)
    const activities = first.getAllByRole('list', { name: 'By activity' })[0]
    expect(activities?.textContent).toBe('Available 7 hBreak 1 h')
  })

  test('without a day it says so; what can’t be had says why', async () => {
    const at = show(Attendance)
    at.answer(myAttendance, () => {
      throw refused(400, 'Out of order.')
    })
    const failure = await screen.findByText('Your attendance could not be loaded.')
    expect(failure.closest('[role="alert"]')).not.toBeNull()
    at.answer(myAttendance, () => ({ days: [] }))
    await at.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('You have not worked in the last 28 days.')).toBeDefined()
  })
})

describe('My development', () => {
  test('W159 the level, the time for it, and feedback with its average', async () => {
    const at = show(Development)
    at.answer(myLevel, () => ({
      name: 'Explorer',
      level: 4,
      previousLevelXP: 300,
      currentXP: 399,
      nextLevelXP: 400,
      userID: 7,
    }))
    at.answer(myDevelopment, () => ({
      sessions: [
        {
          activity: 'TRAINING' as const,
          project: 'Rail',
          start: '2026-07-15T08:00:00.000Z',
          end: null,
          seconds: 60,
        },
        {
          activity: 'PROJECT BRIEF' as const,
          project: null,
          start: '2026-07-14T08:00:00.000Z',
          end: '2026-07-14T08:20:00.000Z',
          seconds: 1200,
        },
      ],
      feedback: [
        { ticketID: 8, rating: 4, comment: 'Quick' },
        { ticketID: 3, rating: 5, comment: '' },
      ],
    }))
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Level 4, Explorer')).toBeDefined()
    expect(screen.getByText('1 point to the next level')).toBeDefined()
    const time = screen.getByRole('list', { name: 'Time for your development' })
    expect([...time.children].map(({ textContent }) => textContent)).toEqual([
      'Training, RailWed 15 Jul, 09:00Under way',
      'Project briefTue 14 Jul, 09:0020 min',
    ])
    expect(screen.getByText('4.5 of 5 on average, over the last 2 ratings')).toBeDefined()
    expect(screen.getByText('Ticket 8').closest('li')?.textContent).toBe('Ticket 8Quick4 of 5')
  })

  test('nothing that isn’t kept is shown: no level, no time, no feedback', async () => {
    const at = show(Development)
    at.answer(myDevelopment, () => ({ sessions: [], feedback: [] }))
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(
      await screen.findByText('No training, brief or feedback session in the last 28 days.'),
    ).toBeDefined()
    expect(screen.getByText('Nobody has rated a ticket of yours yet.')).toBeDefined()
    expect(screen.queryByText('Your level')).toBeNull()
  })
})
