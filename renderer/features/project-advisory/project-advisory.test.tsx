import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  type AdvisoryProject,
  type AdvisoryRow,
  advisoryProject,
  projectAdvisory,
  setProjectStatus,
  whatIf,
} from '#shared/contract/advisory.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ProjectAdvisoryScreen } from './index.ts'

const RAIL: AdvisoryRow = {
  ...{ projectID: 1, code: 'P1', name: 'Rail', client: 'Calder Bank', status: 'LIVE', end: '2026-05-10' },
  ...{
    target: 100,
    achieved: 60,
    remaining: 40,
    rate: 1,
    targetRate: 1,
    hoursNeeded: 40,
    hoursAllocated: 36,
  },
  ...{ gap: 4, forecast: 96, finish: null, cells: { open: 3, full: 1, behind: 1 }, samplePerComplete: 4 },
  ...{ attemptsPerComplete: 3, refusalRate: 0.2, qcScore: 88, abandoned: [null, 0.02], verdict: 'BEHIND' },
  advice: ['Add 4 hours by Sunday, or 1 person each evening.'],
}
const BUS: AdvisoryRow = {
  ...{ ...RAIL, projectID: 2, name: 'Bus', verdict: 'ON_TRACK', forecast: 110, gap: -3, advice: [] },
}

const PROJECT: AdvisoryProject = {
  ...{ curve: [], cells: [], hours: [], people: [], sample: null, moves: ['PAUSED', 'CANCELLED'] },
  allocated: { count: 0, people: 0, next: [] },
}

async function open(
  rows: AdvisoryRow[] = [BUS, RAIL],
  { project = PROJECT, more = [] }: { project?: AdvisoryProject; more?: readonly PermissionName[] } = {},
) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken(['IRESOURCE_CAN_SEE_PROJECT_ADVISORY', ...more]))
  server.answer(projectAdvisory, () => ({ rows, asOf: '2026-05-04T12:00:00.000Z' }))
  server.answer(advisoryProject, () => project)
  renderSignedIn(server.services, <ProjectAdvisoryScreen />, '/resource/project-advisory')
  const sent = () => server.made.filter(({ path }) => path === whatIf.path).map(({ request }) => request)
  return { ...server, sent, timers, user: userEvent.setup() }
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('button')?.textContent)

test('D175 projects stand with their verdict, the worst first, with what would help, and are sorted and filtered', async () => {
  const { user } = await open()
  const rail = await screen.findByRole('row', { name: /Rail/ })
  expect(within(rail).getByText('Behind')).toBeTruthy()
  expect(within(rail).getByText('Add 4 hours by Sunday, or 1 person each evening.')).toBeTruthy()
  expect(within(rail).getByText('96 (96 %)')).toBeTruthy()
  expect(within(rail).getByText('3 open, 1 full, 1 behind')).toBeTruthy()
  expect(names()).toEqual(['Rail Calder Bank', 'Bus Calder Bank'])
  await user.click(screen.getByRole('button', { name: 'Project' }))
  expect(names()).toEqual(['Bus Calder Bank', 'Rail Calder Bank'])
  await user.click(screen.getByRole('button', { name: 'On track 1' }))
  expect(names()).toEqual(['Bus Calder Bank'])
})

test('D176 ‘What if’ asks as it is typed and says the other forecast; Escape closes and gives the focus back', async () => {
  const { answer, sent, timers, user } = await open()
  answer(whatIf, () => ({ forecast: { before: 96, after: 130, verdict: 'ON_TRACK' as const } }))
  await user.click(await screen.findByRole('button', { name: /^Rail/ }))
  const panel = within(await screen.findByRole('complementary', { name: 'Rail, details' }))
  expect(sent()).toEqual([])
  await user.type(panel.getByLabelText('Hours more'), '34')
  await user.type(panel.getByLabelText('People more, each evening'), '2')
  timers.pass(300)
  await panel.findByText('Forecast 130 instead of 96: On track')
  expect(sent().at(-1)).toEqual({ projectID: 1, hours: 34, people: 2, rate: null, end: null })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(document.activeElement?.textContent).toContain('Rail')
})

test('without a project it says so', async () => {
  await open([])
  await screen.findByText('No project is live or planned.')
})

test('4 §3.3 who may edit projects imports them here, others see no button', async () => {
  await open([], { more: ['PROJECTS_CAN_EDIT_ALL'] })
  expect(await screen.findByRole('button', { name: 'Import' })).toBeDefined()
  cleanup()
  await open([])
  await screen.findByText('No project is live or planned.')
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

const EDITOR = ['PROJECTS_CAN_EDIT_ALL'] as const

test('pausing names the allocations that end, asks, and reads the projects anew', async () => {
  const at = (hour: number) => `2026-05-05T${hour}:00:00.000Z`
  const allocated = {
    ...{ count: 3, people: 2 },
    next: [
      { name: 'Ann Ash', start: at(12), end: at(16) },
      { name: 'Bob', start: at(12), end: at(14) },
    ],
  }
  const { answer, made, user } = await open([BUS, RAIL], {
    ...{ project: { ...PROJECT, allocated }, more: EDITOR },
  })
  answer(setProjectStatus, () => ({ ended: 3 }))
  const count = (path: string) => made.filter((one) => one.path === path).length
  await user.click(await screen.findByRole('button', { name: /^Rail/ }))
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pause: Rail' }))
  dialog.getByText('3 allocations end, of 2 people, who are told:')
  dialog.getByText('Ann Ash, Tue 5 May 13:00–17:00')
  dialog.getByText('Bob, Tue 5 May 13:00–15:00')
  dialog.getByText('and 1 more')
  expect(count(setProjectStatus.path)).toBe(0)
  const before = count(projectAdvisory.path)
  await user.click(dialog.getByRole('button', { name: 'Pause' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(made.find(({ path }) => path === setProjectStatus.path)?.request).toEqual({
    ...{ projectID: 1, status: 'PAUSED' },
  })
  expect(count(projectAdvisory.path)).toBeGreaterThan(before)
})

test('why a project can’t go live is said in the question, which stays; a paused one is resumed', async () => {
  const paused: AdvisoryRow = { ...RAIL, status: 'PAUSED' }
  const { answer, user } = await open([paused], {
    ...{ project: { ...PROJECT, moves: ['LIVE', 'CANCELLED'] }, more: EDITOR },
  })
  answer(setProjectStatus, () => {
    throw new ApiError('refused', 'Before it goes live: a target.', 400)
  })
  await user.click(await screen.findByRole('button', { name: /^Rail/ }))
  await user.click(await screen.findByRole('button', { name: 'Resume' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Resume: Rail' }))
  // Nothing ends by it.
  expect(dialog.queryByText(/allocat(ion|ed) (ends|to it)\.?$/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Resume' }))
  await dialog.findByText('Before it goes live: a target.')
})

test('who may not edit projects is not asked to, and nothing is made of one that is closed', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: /^Rail/ }))
  await screen.findByText('Nobody has worked on it in the last 4 weeks.')
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
})
