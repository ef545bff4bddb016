import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  type AllocationBoard,
  allocationBoard,
  proposeAllocations,
  publishAllocations,
  type SentStroke,
  saveAllocations,
} from '#shared/contract/allocation.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AllocationScreen } from './index.ts'

const DAY = '2099-05-05'
const at = (time: string) => `${DAY}T${time}:00.000Z`
const ROW = {
  ...{ id: 1, userID: 7, projectID: 1, start: at('08:00'), end: at('10:00') },
  ...{ state: 'PLANNED' as const, isRemoved: false, by: 'Pat' },
}
const PROJECT: AllocationBoard['projects'][number] = {
  ...{ id: 1, code: 'P1', name: 'Rail', isLive: true, skills: [], minimumPeople: 2, maximumPeople: 5 },
  ...{ timeZone: 'Europe/London', callingHours: [], priority: 'HIGH', boostedUntil: null },
  ...{ targetCompletes: 100, achieved: 40, cells: [], rate: 2, end: '2099-05-09', hoursElsewhere: 10 },
}
const BOARD: AllocationBoard = {
  people: [
    { userID: 7, name: 'Ann Ash', areaID: null, skills: [] },
    { userID: 8, name: 'Bob Bell', areaID: null, skills: [] },
  ],
  shifts: [7, 8].map((userID) => ({
    ...{
      userID,
      projectID: null,
      location: 'OFFICE' as const,
      breakMinutes: 0,
      start: at('08:00'),
      end: at('16:00'),
    },
  })),
  allocations: [ROW],
  projects: [PROJECT, { ...PROJECT, id: 2, name: 'Bus', maximumPeople: null, minimumPeople: 0 }],
  needed: [{ projectID: 1, day: DAY, hours: Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 6 : 0)) }],
}
const PLANNER: readonly PermissionName[] = [
  'IRESOURCE_CAN_SEE_ALLOCATION',
  'IRESOURCE_CAN_ASSIGN',
  'IRESOURCE_CAN_USE_ALLOCATOR',
]

async function open(board = BOARD, permissions = PLANNER) {
  const services = fakeLive()
  services.services.session.signIn(testToken([...permissions]))
  services.answer(allocationBoard, () => board)
  services.answer(saveAllocations, (sent) => ({
    allocations: (sent as { allocations: SentStroke[] }).allocations.flatMap(
      ({ projectID, ...one }, index) =>
        projectID === null ? [] : [{ ...ROW, ...one, projectID, id: 100 + index }],
    ),
  }))
  renderSignedIn(services.services, services.around(<AllocationScreen />), `/resource/allocation?day=${DAY}`)
  await screen.findByRole('heading', { name: 'Allocation' })
  const saved = () =>
    services.made
      .filter(({ path }) => path === saveAllocations.path)
      .map(({ request }) =>
        (
          request as {
            allocations: { userID: number; projectID: number | null; start: string; end: string }[]
          }
        ).allocations
          .map(
            ({ userID, projectID, start, end }) =>
              `${userID} P${projectID} ${start.slice(11, 16)}-${end.slice(11, 16)}`,
          )
          .join(', '),
      )
  return { ...services, saved, user: userEvent.setup() }
}
const block = () => {
  const box = document.querySelector<HTMLElement>('[data-shift]')
  if (!box) throw new Error('no block')
  return box
}
const status = () => screen.getAllByRole('status').map((one) => one.textContent)

test('D023 an allocation is taken up with Space, moved with arrows, put down with Enter or back with Escape, and said', async () => {
  const { saved } = await open()
  block().focus()
  fireEvent.keyDown(block(), { key: ' ' })
  expect(status()).toContain('Taken up. Arrow keys move it, Enter puts it down, Escape puts it back.')
  fireEvent.keyDown(block(), { key: 'ArrowRight' })
  expect(status().join()).toMatch(/Ann Ash, Tue,? 5 May,? 09:15–11:15/)
  fireEvent.keyDown(block(), { key: 'Escape' })
  expect(status()).toContain('Put back.')
  expect(saved()).toEqual([])
  fireEvent.keyDown(block(), { key: ' ' })
  fireEvent.keyDown(block(), { key: 'ArrowRight' })
  fireEvent.keyDown(block(), { key: 'Enter' })
  await waitFor(() =>
    expect(saved()).toEqual(['7 PNone 08:00-10:00, 7 P1 08:15-10:15'.replace('None', 'null')]),
  )
})

test('D153 what is against a place is said while it is moved, and it isn’t put there', async () => {
  const { saved } = await open()
  block().focus()
  fireEvent.keyDown(block(), { key: ' ' })
  fireEvent.keyDown(block(), { key: 'ArrowLeft' })
  expect(status().join()).toContain('Ann Ash is not on shift then.')
  fireEvent.keyDown(block(), { key: 'Enter' })
  expect(status()).toContain('Ann Ash is not on shift then.')
  expect(saved()).toEqual([])
})

test('with a project in hand a click on a person’s day fills what is free of their shift', async () => {
  const { saved, user } = await open()
  await user.click(screen.getByRole('button', { name: 'Bus' }))
  const cells = document.querySelectorAll<HTMLElement>('[data-person="7"] [data-day]')
  await user.click(cells[0] as HTMLElement)
  await waitFor(() => expect(saved()).toEqual(['7 P2 10:00-16:00']))
})

test('people without an allocation stand on top; projects show what they need, have, lack and will have', async () => {
  await open()
  const rows = [...document.querySelectorAll('[data-person]')].map((row) => row.getAttribute('data-person'))
  expect(rows).toEqual(['8', '7'])
  const rail = screen.getByRole('rowheader', { name: /Rail/ }).closest('tr')
  // 40, 10 hours elsewhere and 2 here at 2 an hour.
  expect(rail?.nextElementSibling?.textContent).toContain('Forecast 64 of 100 · People 2–5')
  expect([...(rail?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual([
    '6 h',
    '2 h',
    '4 h',
  ])
})

test('D154 a proposal shows with its forecasts and is applied or discarded; nothing is saved before', async () => {
  const { answer, saved, user } = await open()
  const proposal = [{ userID: 8, projectID: 1, start: at('08:00'), end: at('16:00') }]
  answer(proposeAllocations, () => ({ proposal, forecasts: [{ projectID: 1, before: 64, after: 80 }] }))
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  const bar = within(await screen.findByRole('region', { name: 'Proposal' }))
  expect(bar.getByText('1 allocation of 1 person, 8 hours')).toBeTruthy()
  expect(bar.getByRole('row', { name: /Rail 64 of 100 80 of 100/ })).toBeTruthy()
  await user.click(bar.getByRole('button', { name: 'Discard' }))
  expect(saved()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Propose' }))
  await user.click(await screen.findByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(saved()).toEqual(['8 P1 08:00-16:00']))
})

test('drafts are published after a look at them, and named as whose they are', async () => {
  const { answer, user } = await open()
  answer(publishAllocations, () => ({ published: 1, told: 1, isForTool: true }))
  await user.click(screen.getByRole('button', { name: 'Publish 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish' }))
  expect(dialog.getByText('Draft of Pat')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Publish 1' }))
  await waitFor(() =>
    expect(status()).toContain(
      '1 change is published. 1 person was told. The survey tool gets it within a minute.',
    ),
  )
})

test('an empty day says so; who may only look is offered nothing', async () => {
  await open({ ...BOARD, people: [], shifts: [], allocations: [] }, ['IRESOURCE_CAN_SEE_ALLOCATION'])
  await screen.findByText('Nobody is on shift on this day.')
  expect(screen.queryByRole('button', { name: /Publish|Propose|Undo/ })).toBeNull()
})

test('4 §4.5.2 a day is copied to any other day that isn’t over; the shown one and the past are refused', async () => {
  const later = { ...BOARD, allocations: [] }
  const home = await open()
  home.answer(allocationBoard, (request) => ((request as { day: string }).day === DAY ? BOARD : later))
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Copy day…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy this day' }))
  const day = dialog.getByLabelText<HTMLInputElement>('To the day')
  expect(day.value).toBe('2099-05-06')
  const to = async (value: string) => {
    fireEvent.change(day, { target: { value } })
    await user.click(dialog.getByRole('button', { name: 'Copy' }))
  }
  await to('')
  expect(dialog.getByText('Choose a day.')).toBeDefined()
  await to(DAY)
  expect(dialog.getByText('It is there already. Choose another one.')).toBeDefined()
  await to('2020-01-01')
  expect(dialog.getByText('This is in the past.')).toBeDefined()
  await to('2099-05-19')
  await waitFor(() =>
    expect(
      home.made.filter(({ path }) => path === allocationBoard.path).map(({ request }) => request),
    ).toContainEqual({ day: '2099-05-19', days: 1 }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
