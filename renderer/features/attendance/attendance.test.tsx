import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { myDevelopment } from '#shared/contract/activity.ts'
import {
  type AttendedDay,
  approveDays,
  attendance,
  attendanceDays,
  attendanceSessions,
  type Correction,
  confirmDay,
  excuseException,
  newCorrection,
  queryDay,
} from '#shared/contract/attendance.ts'
import { myLevel } from '#shared/contract/gamification.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { Attendance } from './Attendance.tsx'
import { Development } from './Development.tsx'
import { SupervisorResourceScreen } from './SupervisorResource.tsx'
import { lengthInWords } from './text.ts'

const NOW = Date.parse('2026-07-20T10:00:00.000Z')

function show(Content: ComponentType, permissions: readonly PermissionName[] = [], address = '/') {
  const server = fakeLive({ now: () => NOW })
  server.services.session.signIn(testToken(permissions))
  renderWith(
    server.services,
    server.around(
      <MemoryRouter initialEntries={[address]}>
        <QueryClientProvider client={createQueryClient()}>
          <Content />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  )
  return { ...server, user: userEvent.setup() }
}

const day = (changes: Partial<AttendedDay>): AttendedDay => ({
  ...{ id: `7:${changes.date ?? '2026-07-15'}`, userID: 7, name: 'Jamie', date: '2026-07-15' },
  ...{ state: 'OPEN', note: '', isBySystem: false },
  scheduledStart: '2026-07-15T08:00:00.000Z',
  scheduledEnd: '2026-07-15T16:00:00.000Z',
  actualStart: '2026-07-15T08:00:00.000Z',
  actualEnd: '2026-07-15T16:30:00.000Z',
  ...{
    scheduledSeconds: 30_600,
    workedSeconds: 7 * 3600,
    breaks: 2,
    breakSeconds: 3600,
    breakOverSeconds: 0,
  },
  ...{ personalSeconds: 0, idleSeconds: 0, systemIssueSeconds: 0, excusedSeconds: 0, outSeconds: 0 },
  ...{ lateMinutes: 0, leftEarlyMinutes: 0, adherence: 0.984, conformance: 0.9, paidHours: 7.75 },
  counts: {
    ...{ judgedSeconds: 28_000, keptSeconds: 27_552, plannedWorkSeconds: 28_000, workedSeconds: 25_200 },
    ...{ due: 1, inTime: 1, absent: 0 },
  },
  ...{ outcome: 'ON_TIME', exceptions: [] },
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
  test('W158 days by weeks that begin on Monday, by UK time, with the time worked in each as in the sums', async () => {
    const at = show(Attendance)
    expect(screen.getByRole('status', { name: 'Loading your attendance' })).toBeDefined()
    at.answer(attendance, () => ({
      corrections: [],
      days: [
        day({ date: '2026-07-20', actualEnd: null, breaks: 0, breakSeconds: 0, workedSeconds: 3600 }),
        day({ date: '2026-07-19', workedSeconds: 1860 }),
        day({}),
      ],
    }))
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    const second = within(await screen.findByRole('region', { name: 'Week of 20 July' }))
    expect(second.getAllByText('1 h')[0]?.tagName).toBe('STRONG')
    expect(second.getByText('09:00 to now')).toBeDefined()
    // The day that goes on is marked, and no other.
    expect(screen.getAllByText('Under way')).toHaveLength(1)
    expect(second.getByText('Under way')).toBeDefined()
    const total = screen.getByText('worked on 3 days', { exact: false })
    expect(total.textContent).toBe('8 h 31 min worked on 3 days')
    const all = within(screen.getByRole('table')).getByRole('row', { name: /^All days/ })
    expect(within(all).getByText('8 h 31 min')).toBeDefined()
    expect(second.getByText('None')).toBeDefined()
    const first = within(screen.getByRole('region', { name: 'Week of 13 July' }))
    expect(first.getByText('7 h 31 min')).toBeDefined()
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

  test('4 §4.2.5 sums by week and month, the trend, and another time, which is checked first', async () => {
    const at = show(Attendance)
    const asked = () => at.made.filter(({ path }) => path === attendance.path).map(({ request }) => request)
    const none = { ...day({}).counts, keptSeconds: 14_000, inTime: 0 }
    at.answer(attendance, () => ({
      corrections: [],
      days: [
        day({ date: '2026-07-20', outSeconds: 600 }),
        day({ date: '2026-07-15', lateMinutes: 9, counts: none }),
        day({ date: '2026-06-30' }),
      ],
    }))
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    const sums = within(await screen.findByRole('region', { name: 'Sums' }))
    const rows = () => sums.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows()).toEqual([
      'Week ofDaysWorkedPaidLateLeft earlyBreak overPersonalSystem issuesExcusedOut of adherenceAdherenceConformancePunctuality',
      '20 Jul17 h7.75 h––––––10 min98 %90 %100 %',
      '13 Jul17 h7.75 h1––––––50 %90 %0 %',
      '29 Jun17 h7.75 h–––––––98 %90 %100 %',
      'All days321 h23.25 h1–––––10 min82 %90 %67 %',
    ])
    await at.user.selectOptions(sums.getByRole('combobox', { name: 'Sums by' }), 'MONTH')
    expect(rows().slice(1, 3)).toEqual([
      'Jul 2026214 h15.5 h1–––––10 min74 %90 %50 %',
      'Jun 202617 h7.75 h–––––––98 %90 %100 %',
    ])
    await at.user.click(sums.getByRole('button', { name: 'Show as table' }))
    const trend = within(sums.getByRole('region', { name: 'Adherence and punctuality' }))
    expect(trend.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      ...['MonthAdherencePunctuality', 'Jun 202698 %100 %', 'Jul 202674 %50 %'],
    ])
    expect(asked().at(-1)).toEqual({ from: '2026-06-23', to: '2026-07-20' })
    await at.user.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'LAST_MONTH')
    await waitFor(() => expect(asked().at(-1)).toEqual({ from: '2026-06-01', to: '2026-06-30' }))
    await at.user.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'OWN')
    const before = asked().length
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-07-21' } })
    expect(screen.getByText('The last day is before the first.')).toBeDefined()
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2024-07-18' } })
    expect(screen.getByText('At most 2 years at once.')).toBeDefined()
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } })
    expect(screen.getByText('Say from when to when.')).toBeDefined()
    expect(asked()).toHaveLength(before)
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-01' } })
    await waitFor(() => expect(asked().at(-1)).toEqual({ from: '2026-01-01', to: '2026-07-20' }))
  })

  test('without a day it says so; what can’t be had says why', async () => {
    const at = show(Attendance)
    at.answer(attendance, () => {
      throw refused(400, 'Out of order.')
    })
    const failure = await screen.findByText('Your attendance could not be loaded.')
    expect(failure.closest('[role="alert"]')).not.toBeNull()
    at.answer(attendance, () => ({ days: [], corrections: [] }))
    await at.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No shifts in this time.')).toBeDefined()
  })
})

describe('a day of one’s own', () => {
  const own = ['ITRACKER_CAN_SEE_MY_ATTENDANCE', 'ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME'] as const
  const late: AttendedDay['exceptions'][number] = {
    ...{ id: '7:1:LATE_START', kind: 'LATE_START', seconds: 1500, excuse: 'SUPERVISOR', excusedSeconds: 600 },
    start: '2026-07-15T08:00:00.000Z',
    end: '2026-07-15T08:25:00.000Z',
    ...{ excusedBy: 'Sam', reason: 'The bus', isNoticed: false },
  }
  const answering = (at: ReturnType<typeof show>, ...days: AttendedDay[]) =>
    at.answer(attendance, () => ({ days, corrections: [] }))

  test('D107 shows planned and actual times, paid hours, adherence, conformance, outcome and what was out of order', async () => {
    const at = show(Attendance, own)
    answering(at, day({ outcome: 'LATE', exceptions: [late] }))
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    // Four weeks, today the last.
    expect(at.made.filter(({ path }) => path === attendance.path).at(-1)?.request).toEqual({
      ...{ from: '2026-06-23', to: '2026-07-20' },
    })
    const heading = await screen.findByRole('heading', { name: /Wed 15 Jul/ })
    const card = within(heading.closest('li') as HTMLElement)
    for (const [name, value] of [
      ['Planned', '09:00 to 17:00'],
      ['Paid', '7.75 h'],
      ['Adherence', '98 %'],
      ['Conformance', '90 %'],
      ['Outcome', 'Late'],
    ] as const)
      expect(card.getByText(name).nextElementSibling?.textContent).toBe(value)
    expect(card.getByText(/Late start/).closest('li')?.textContent).toBe(
      'Late start 09:00–09:25, 25 min · 10 min excused by Sam: The bus',
    )
  })

  test('D108 is confirmed or queried with a reason, and not once it is approved', async () => {
    const at = show(Attendance, own)
    const sent: unknown[] = []
    answering(at, day({}), day({ id: '7:2026-07-14', date: '2026-07-14', state: 'APPROVED' }))
    at.answer(queryDay, (request) => {
      sent.push(request)
      return { done: true }
    })
    at.answer(confirmDay, (request) => {
      sent.push(request)
      return { done: true }
    })
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Approved')).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Confirm' })).toHaveLength(1)
    await at.user.click(screen.getByRole('button', { name: 'Query' }))
    const form = within(screen.getByRole('form', { name: 'Query' }))
    await at.user.type(form.getByRole('textbox'), 'no')
    await at.user.click(form.getByRole('button', { name: 'Query' }))
    expect(form.getByText('Say it in 3 characters or more.')).toBeDefined()
    await at.user.type(form.getByRole('textbox'), 'body was here')
    await at.user.click(form.getByRole('button', { name: 'Query' }))
    await at.user.click(await screen.findByRole('button', { name: 'Confirm' }))
    expect(sent).toEqual([{ date: '2026-07-15', reason: 'nobody was here' }, { date: '2026-07-15' }])
  })

  test('a correction is asked for with another activity, time and reason; what is refused stays typed', async () => {
    const at = show(Attendance, own)
    const sent: unknown[] = []
    answering(at, day({}), day({ id: '7:2026-07-12', date: '2026-07-12' }))
    at.answer(attendanceSessions, () => ({
      projects: [{ id: 7, name: 'Rail' }],
      sessions: [
        {
          ...{ id: 5, activity: 'BREAK', project: null, projectID: null, isCorrected: false },
          start: '2026-07-15T10:00:20.000Z',
          end: '2026-07-15T11:00:00.000Z',
        },
      ],
    }))
    at.answer(newCorrection, (request) => {
      sent.push(request)
      if (sent.length === 1) throw refused(400, 'This day is locked for pay.')
      return { id: 1 }
    })
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    // The other one is more than 7 days ago.
    await at.user.click(await screen.findByRole('button', { name: 'Correct' }))
    const form = within(await screen.findByRole('form', { name: 'Correct' }))
    await at.user.selectOptions(form.getByLabelText('It was'), 'MEETING')
    await at.user.clear(form.getByLabelText('To'))
    await at.user.type(form.getByLabelText('To'), '11:30')
    await at.user.type(form.getByLabelText('Why'), 'It was a meeting')
    await at.user.click(form.getByRole('button', { name: 'Ask for it' }))
    expect(await form.findByText('This day is locked for pay.')).toBeDefined()
    await at.user.click(form.getByRole('button', { name: 'Ask for it' }))
    const wanted = {
      sessionID: 5,
      requested: {
        ...{ activity: 'MEETING', projectID: null },
        start: '2026-07-15T10:00:20.000Z',
        end: '2026-07-15T10:30:00.000Z',
      },
      reason: 'It was a meeting',
    }
    expect(sent).toEqual([wanted, wanted])
  })
})

describe('Supervisor › Resource', () => {
  const out: AttendedDay['exceptions'][number] = {
    ...{
      id: '7:1:AWAY',
      kind: 'AWAY',
      seconds: 1500,
      excuse: 'NONE',
      excusedSeconds: 0,
      excusedBy: '',
      reason: '',
      isNoticed: false,
    },
    start: '2026-07-15T08:00:00.000Z',
    end: '2026-07-15T08:25:00.000Z',
  }
  const read = (days: AttendedDay[], corrections: Correction[] = []) => ({ days, corrections })

  test('D144 an exception is excused for some of its minutes with a reason', async () => {
    const at = show(SupervisorResourceScreen, [], '/?tab=adherence')
    const sent: unknown[] = []
    at.answer(attendanceDays, () =>
      read([day({ exceptions: [out, { ...out, id: 'x', excusedSeconds: 1500 }] })]),
    )
    at.answer(excuseException, (request) => {
      sent.push(request)
      return { done: true }
    })
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Jamie')).toBeDefined()
    // What is excused already isn't listed.
    await at.user.click(screen.getByRole('button', { name: 'Excuse' }))
    const form = within(screen.getByRole('form', { name: 'Excuse' }))
    await at.user.clear(form.getByLabelText('Minutes'))
    await at.user.type(form.getByLabelText('Minutes'), '10')
    await at.user.type(form.getByLabelText(/Details/), 'The bus')
    await at.user.click(form.getByRole('button', { name: 'Excuse' }))
    expect(sent).toEqual([{ exceptionID: '7:1:AWAY', minutes: 10, reason: 'Technical trouble: The bus' }])
  })

  test('nothing out of adherence and no days to approve say so', async () => {
    const at = show(SupervisorResourceScreen, [], '/?tab=adherence')
    at.answer(attendanceDays, () => read([day({})]))
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Nothing is out of adherence.')).toBeDefined()
    await at.user.click(screen.getByRole('link', { name: 'Days' }))
    expect(await screen.findByRole('heading', { name: 'Days' })).toBeDefined()
    expect(screen.getByText('Wed 15 Jul')).toBeDefined()
  })

  test('D145 confirmed days are chosen and approved, and each refusal is read', async () => {
    const at = show(SupervisorResourceScreen, [], '/?tab=adherence')
    const days = [
      day({ state: 'QUERIED', note: 'An hour is missing', id: '7:2026-07-14', date: '2026-07-14' }),
      day({ state: 'CONFIRMED' }),
      day({ state: 'CONFIRMED', id: '8:2026-07-15', name: 'Sam' }),
    ]
    const sent: unknown[] = []
    at.answer(attendanceDays, () => read(days))
    at.answer(approveDays, (request) => {
      sent.push(request)
      return {
        results: [
          { id: '7:2026-07-15', done: true, reason: '' },
          { id: '8:2026-07-15', done: false, reason: 'Somebody else has to approve your own day.' },
        ],
      }
    })
    await at.user.click(await screen.findByRole('button', { name: 'Try again' }))
    await at.user.click(screen.getByRole('link', { name: 'Days' }))
    expect(await screen.findByText('An hour is missing')).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Answer' })).toHaveLength(1)
    await at.user.click(screen.getByRole('checkbox', { name: 'All 2 confirmed days' }))
    await at.user.click(screen.getByRole('button', { name: 'Approve 2 days' }))
    expect(await screen.findByText('Somebody else has to approve your own day.')).toBeDefined()
    expect(sent).toEqual([{ ids: ['7:2026-07-15', '8:2026-07-15'] }])
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
