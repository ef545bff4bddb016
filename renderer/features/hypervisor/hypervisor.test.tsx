import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  boostProject,
  type HypervisorColumn,
  type HypervisorPerson,
  type HypervisorState,
  hypervisorState,
  moveOnHypervisor,
} from '#shared/contract/hypervisor.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { HypervisorScreen } from './index.ts'

const NOW = Date.UTC(2026, 4, 5, 12)
const at = (time: string) => `2026-05-05T${time}:00.000Z`
const RAIL: HypervisorColumn = {
  ...{ id: 1, code: 'P1', name: 'Rail', isLive: true, skills: [], minimumPeople: 0, maximumPeople: null },
  ...{ timeZone: 'Europe/London', callingHours: [], priority: 'HIGH', boostedUntil: null },
  ...{ targetCompletes: 100, achieved: 40, cells: [], rate: 2, end: '2026-05-09', hoursElsewhere: 10 },
  ...{ targetToday: 20, completesToday: 5, forecastToday: 13, hoursLeftToday: 4, planned: 1, onIt: 1 },
  ...{ elsewhere: 0, absent: 0, waiting: 0, appointmentsDue: 2, atRisk: [], nearlyFull: [] },
  ...{ abandonedRate: 0.031, sampleUsable: 1200, hours: [{ hour: at('12:00'), needed: 3, planned: 1 }] },
}
const ANN: HypervisorPerson = {
  ...{ userID: 7, name: 'Ann Ash', activity: 'AVAILABLE', projectID: 1, scheduledProjectID: 1 },
  ...{ since: at('11:00'), shift: { start: at('10:00'), end: at('16:00') }, isOnCall: false },
  ...{ isAbsent: false, isWaiting: false, skills: [] },
}
const RISK = { recordID: 9, time: at('12:30'), respondentRef: 'R9', isOverdue: false }
const STATE: HypervisorState = {
  ...{ asOf: at('12:00'), closeOfDay: at('23:00') },
  projects: [RAIL, { ...RAIL, id: 2, name: 'Bus', rate: 3, hoursLeftToday: 0, atRisk: [RISK] }],
  people: [ANN],
}
const ALL: readonly PermissionName[] = [
  ...(['IRESOURCE_CAN_SEE_HYPERVISOR', 'IRESOURCE_CAN_ASSIGN', 'PROJECTS_CAN_BOOST'] as const),
  'CAN_FORCE_MASTER_ACTIVITY',
]

async function open(state = STATE, permissions = ALL, address = '/resource/hypervisor') {
  const server = fakeLive({ now: () => NOW })
  server.services.session.signIn(testToken([...permissions]))
  server.answer(hypervisorState, () => state)
  server.answer(moveOnHypervisor, () => state)
  server.answer(boostProject, () => state)
  renderSignedIn(server.services, server.around(<HypervisorScreen />), address)
  await screen.findByRole('heading', { name: 'Hypervisor' })
  const sent = (call: { readonly path: string }) =>
    server.made.filter(({ path }) => path === call.path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}
const column = (name: string) => screen.getByRole('region', { name })
const card = () => screen.getByRole('button', { name: /^Ann Ash/ })
const said = () => screen.getAllByRole('status').map((one) => one.textContent)

test('D156 D023 while somebody is moved by keys both forecasts show their change; Enter puts down, Escape puts back', async () => {
  const { sent, user } = await open()
  card().focus()
  fireEvent.keyDown(card(), { key: ' ' })
  fireEvent.keyDown(card(), { key: 'ArrowRight' })
  // 4 hours of hers: 8 completes of the one, 12 of the other.
  expect(said()).toContain('Bus. Forecast today: Rail −8, Bus +12')
  expect(within(column('Rail')).getByText('−8')).toBeTruthy()
  expect(within(column('Bus')).getByText('+12')).toBeTruthy()
  fireEvent.keyDown(card(), { key: 'Escape' })
  expect(said()).toContain('Put back.')
  expect(within(column('Rail')).queryByText('−8')).toBeNull()
  fireEvent.keyDown(card(), { key: ' ' })
  fireEvent.keyDown(card(), { key: 'ArrowRight' })
  fireEvent.keyDown(card(), { key: 'Enter' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Ann Ash to Bus' }))
  expect(sent(moveOnHypervisor)).toEqual([])
  await user.click(dialog.getByRole('checkbox', { name: 'Switch now' }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() =>
    expect(sent(moveOnHypervisor)).toEqual([{ userID: 7, projectID: 2, afterCall: true, switchNow: true }]),
  )
  await waitFor(() => expect(said()).toContain('Ann Ash is planned on Bus now.'))
})

test('D023 arrows go one project at a time and no further than the last; Space puts down, Tab puts back', async () => {
  const air = { ...RAIL, id: 3, name: 'Air', rate: 5, hoursLeftToday: 0 }
  await open({ ...STATE, projects: [...STATE.projects, air] })
  const press = (key: string) => fireEvent.keyDown(card(), { key })
  /** The column that would gain by a move, and what. */
  const gains = () =>
    ['Rail', 'Bus', 'Air'].flatMap((name) =>
      within(column(name))
        .queryAllByText(/^\+\d+$/)
        .map((one) => `${name} ${one.textContent?.trim()}`),
    )
  card().focus()
  // Only Space takes up.
  expect([press('ArrowRight'), press('Enter')]).toEqual([true, true])
  expect(gains()).toEqual([])
  expect(press(' ')).toBe(false)
  expect(press('ArrowRight')).toBe(false)
  expect(gains()).toEqual(['Bus +12'])
  press('ArrowRight')
  expect(gains()).toEqual(['Air +20'])
  press('ArrowRight')
  expect(gains()).toEqual(['Air +20'])
  press('ArrowLeft')
  expect(gains()).toEqual(['Bus +12'])
  press('x')
  expect(gains()).toEqual(['Bus +12'])
  press('ArrowLeft')
  press('ArrowLeft')
  press('ArrowRight')
  expect(gains()).toEqual(['Bus +12'])
  expect(press('Tab')).toBe(true)
  expect(said()).toContain('Put back.')
  expect(gains()).toEqual([])
  press(' ')
  press('ArrowRight')
  press(' ')
  expect(await screen.findByRole('dialog', { name: 'Move Ann Ash to Bus' })).toBeTruthy()
})

test('what is against a move is said while it is over that project, and nothing is asked', async () => {
  const full = { ...STATE.projects[1], skills: [{ id: 3, name: 'Welsh' }] } as HypervisorColumn
  await open({ ...STATE, projects: [RAIL, full] })
  card().focus()
  fireEvent.keyDown(card(), { key: ' ' })
  fireEvent.keyDown(card(), { key: 'ArrowRight' })
  expect(within(column('Bus')).getByText('Ann Ash lacks the skill Welsh.')).toBeTruthy()
  fireEvent.keyDown(card(), { key: 'Enter' })
  expect(said()).toContain('Ann Ash lacks the skill Welsh.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the address shows projects with appointments at risk alone', async () => {
  await open(STATE, ALL, '/resource/hypervisor?show=at-risk')
  expect(screen.queryByRole('region', { name: 'Rail' })).toBeNull()
  expect(within(column('Bus')).getByText('1 appointment at risk')).toBeTruthy()
  expect(within(column('Bus')).getByText('13:30 R9, nobody there')).toBeTruthy()
})

test('who may only look moves and boosts nobody; an empty board says so', async () => {
  await open({ ...STATE, projects: [] }, ['IRESOURCE_CAN_SEE_HYPERVISOR'])
  expect(screen.getByText('No live project needs people now.')).toBeTruthy()
})

test('a project is boosted for some hours', async () => {
  const { sent, user } = await open()
  await user.click(within(column('Rail')).getByRole('button', { name: 'Boost' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Boost for 2 hours' }))
  await waitFor(() => expect(sent(boostProject)).toEqual([{ projectID: 1, until: at('14:00') }]))
})
