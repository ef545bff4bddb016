import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type PlannerWeek, type PlanPerson, plannerWeek } from '#shared/contract/planner.ts'
import type { PlanShift } from '#shared/contract/shifts.ts'
import type { PlanLooker } from '#shared/hubs/plan-looks.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { PlannerScreen } from './index.ts'

// Monday, 4 May 2026, 13:00 in London.
const NOW = Date.UTC(2026, 4, 4, 12)

const person = (userID: number, name: string): PlanPerson => ({
  ...{ userID, name, areaID: null, contractTypeID: null, managerID: null, isActive: true },
  ...{ startDate: null, leaveDate: null, agency: null, openTask: null, isOptedOut48: false },
  ...{ weeklyHours: null, skills: [], otherWeeks: [], coreTimes: [] },
})
const shift = (id: number, userID: number, day: string): PlanShift => ({
  ...{ id, version: 1, userID, start: `${day}T08:00:00.000Z`, end: `${day}T12:00:00.000Z` },
  ...{ breakMinutes: 0, projectID: null, areaID: null, location: 'OFFICE', note: '' },
  ...{ state: 'PUBLISHED', patternID: null, planned: null },
})
const WEEK: PlannerWeek = {
  people: [person(1, 'Ann'), person(2, 'Bob')],
  shifts: [shift(11, 1, '2026-05-05'), shift(12, 1, '2026-05-06'), shift(21, 2, '2026-05-05')],
  ...{ events: [], needed: [], holidays: [], projects: [], areas: [], contractTypes: [], managers: [] },
  limits: {
    ...{ restHours: 11, dayOffWithinDays: 7, weekHours: 48, meanOfWeeks: 17, shortestShiftHours: 2 },
    ...{ longestShiftHours: 12, breakMinutes: 20, breakAfterHours: 6, noticeDays: 2 },
  },
  ...{ mayShortenRest: false, mayBookPast: false },
}

async function open() {
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('innerHeight', 844)
  const home = fakeLive({ now: () => NOW })
  home.services.session.signIn(testToken(['IRESOURCE_CAN_SEE_PLANNER', 'IRESOURCE_CAN_ASSIGN']))
  home.answer(plannerWeek, () => WEEK)
  renderSignedIn(home.services, home.around(<PlannerScreen />))
  await screen.findByRole('heading', { name: 'Ann' })
  const look = (...lookers: PlanLooker[]) => act(() => home.hub.fire('planLookers', lookers))
  return { ...home, look, user: userEvent.setup() }
}
const by = (userID: number, userName: string, selection: PlanLooker['selection'] = null): PlanLooker => ({
  ...{ userID, userName, selection },
})
const day = (name: RegExp) => {
  const found = screen.getAllByRole('listitem').find((one) => name.test(one.textContent))
  if (!found) throw new Error(`no day ${name}`)
  return within(found)
}

test('4 §4.5.5 on a phone it is said which day or shift of whom each of the other planners has chosen, and one goes there', async () => {
  const { look, user } = await open()
  expect(screen.queryByRole('list', { name: 'Also in the planner' })).toBeNull()
  look(
    by(8, 'Pam', { userID: 2, day: '2026-05-05', shiftID: 21 }),
    by(9, 'Max', { userID: 1, day: '2026-05-07', shiftID: null }),
    by(7, 'Eve'),
    by(6, 'Kim', { userID: 99, day: '2026-05-07', shiftID: null }),
  )
  const list = within(screen.getByRole('list', { name: 'Also in the planner' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Pam: Bob, Tue 5 May 09:00–13:00',
    'Max: Ann, Thu 7 May',
    'Eve',
    'Kim',
  ])
  // At the day or shift itself, of whom is shown.
  expect(day(/^Thursday 7 May/).getByText('Chosen by Max')).toBeDefined()
  expect(screen.queryByText('Chosen by Pam')).toBeNull()
  const gone: (string | undefined)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    gone.push(this.dataset.day)
  })
  await user.click(list.getByRole('button', { name: 'Pam: Bob, Tue 5 May 09:00–13:00' }))
  await screen.findByRole('heading', { name: 'Bob' })
  expect(gone.at(-1)).toBe('2026-05-05')
  expect(day(/^Tuesday 5 May/).getByText('Chosen by Pam')).toBeDefined()
  expect(screen.queryByText('Chosen by Max')).toBeNull()
  look(by(8, 'Pam'))
  expect(screen.queryByText('Chosen by Pam')).toBeNull()
  look()
  expect(screen.queryByRole('list', { name: 'Also in the planner' })).toBeNull()
})

test('4 §4.5.5 on a phone the shift or day that is opened is told to other planners', async () => {
  const { hub, user } = await open()
  const told = () =>
    hub.invoked.filter(({ method }) => method === 'lookAtPlan').map(({ args: [selection] }) => selection)
  expect(told()).toEqual([null])
  await user.click(day(/^Wednesday 6 May/).getByRole('button', { name: /09:00–13:00/ }))
  await waitFor(() => expect(told().at(-1)).toEqual({ userID: 1, day: '2026-05-06', shiftID: 12 }))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'New shift, Friday 8 May' }))
  await waitFor(() => expect(told().at(-1)).toEqual({ userID: 1, day: '2026-05-08', shiftID: null }))
})
