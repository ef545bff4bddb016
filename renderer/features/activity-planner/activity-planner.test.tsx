import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { livePerson } from '#shared/contract/live-person.ts'
import { type MyDay, myDay } from '#shared/contract/my-day.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ActivityPlannerDialog } from './ActivityPlannerDialog.tsx'

const NOW = Date.UTC(2026, 4, 4, 12)
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
const DAY = {
  shift: { start: at(-180), end: at(200), location: 'HOME', project: 'Rail', breakMinutes: 30 },
  planned: [{ kind: 'WORK', start: at(-180), end: at(200), isFixed: false, project: 'Rail' }],
  exceptions: [],
  sessions: [
    {
      ...{ id: 1, activity: 'MEETING', project: null, category: 'Team', start: at(-60), end: at(-12) },
      ...{ seconds: 2880, by: null, isTimeCorrected: false, isCorrected: false },
    },
  ],
} as unknown as MyDay

function open(params?: { userID: number; name: string }) {
  const home = fakeLive({ now: () => NOW })
  const asked: unknown[] = []
  home.answer(myDay, (request) => {
    asked.push(request)
    return { ...DAY, date: (request as { date: string }).date }
  })
  home.answer(livePerson, (request) => {
    asked.push(request)
    return DAY as never
  })
  const dialog = <ActivityPlannerDialog opened onClose={() => {}} params={params} />
  renderSignedIn(home.services, home.around(dialog))
  return { ...home, asked, user: userEvent.setup() }
}
const pieces = async (name = 'My day') => {
  await screen.findByRole('region', { name })
  return [...document.querySelectorAll('[title]')].map((one) => one.getAttribute('title'))
}
const PIECES = ['Planned: Work, 10:00–16:20', 'Meeting, 12:00–12:48, 48 min']

test('D091 ‘Activity planner’ shows one’s own day, and any other that is chosen', async () => {
  const { asked } = open()
  expect(await pieces()).toEqual(PIECES)
  expect(screen.getByText('Shift 10:00–16:20')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-05-01' } })
  await waitFor(() => expect(asked).toContainEqual({ date: '2026-05-01' }))
  expect(asked[0]).toEqual({ date: '2026-05-04' })
})

test('D091 of somebody on the live panel it shows today, with nothing to be put right', async () => {
  const { asked, user } = open({ userID: 7, name: 'Jamie Whitfield' })
  expect(await pieces('Day bar')).toEqual(PIECES)
  expect(screen.getByText('Activity planner: Jamie Whitfield')).toBeDefined()
  expect(asked).toEqual([{ userID: 7 }])
  await user.click(screen.getByRole('button', { name: /^Meeting/ }))
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull()
  // Whose day it is began it, and not who reads it.
  expect(screen.queryByText(/Set by you/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.queryByRole('cell', { name: 'You' })).toBeNull()
})

test('what can’t be read says why', async () => {
  const home = open()
  await pieces()
  home.answer(myDay, () => {
    throw refused(403, 'You have no permission for this.')
  })
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-05-02' } })
  expect(await screen.findByText('The day could not be read.')).toBeDefined()
})
