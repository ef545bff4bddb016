import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import {
  type Area,
  areaPeople,
  deactivateArea,
  listAreas,
  mergeAreas,
  moveArea,
  moveAreaPeople,
  saveArea,
} from '#shared/contract/areas.ts'
import { areaFigures } from '#shared/contract/resource-home.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AreasDialog, AreasScreen } from './index.ts'
import { places, treeLines } from './tree.ts'

const area = (id: number, name: string, parentID: number | null, more: Partial<Area> = {}): Area => ({
  ...{ id, name, parentID, version: 3, code: '', managerID: null, managerName: null, kind: 'OFFICE' },
  ...{ address: '', seats: null, openingHours: [], isActive: true, people: 0, seatsUsed: 0, room: null },
  closedDays: [],
  ...more,
})
const NORTH = area(1, 'North', null, { seats: 10, seatsUsed: 4, people: 2, managerName: 'Tom' })
const LEEDS = area(2, 'Leeds', 1)
const FLOOR = area(3, 'First floor', 2)
const OLD = area(4, 'Old town', null, { isActive: false })
const SOUTH = area(5, 'South', null)
const ALL = [FLOOR, LEEDS, NORTH, OLD, SOUTH]

const Dialog = () => <AreasDialog opened onClose={() => {}} />

function open(
  areas: Area[] = ALL,
  Shown: ComponentType = AreasScreen,
  also: PermissionName[] = ['CAN_CHANGE_USER_AREA'],
) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_AREAS', ...also]))
  server.answer(listAreas, () => ({ areas }))
  server.answer(areaPeople, () => ({
    people: [
      { id: 7, displayName: 'Ann Ash', userType: 'INTERVIEWER' },
      { id: 8, displayName: 'Bob Birch', userType: 'SUPERVISOR' },
    ],
  }))
  renderSignedIn(server.services, <Shown />)
  const sent = ({ path }: { path: string }) =>
    server.made.filter((one) => one.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}
const line = (name: string) => screen.findByRole('treeitem', { name: new RegExp(`^${name}`) })

test('A076 the tree has each area below the one that it is inside, with people, seats and manager, and goes by keys', async () => {
  const { user } = open()
  const north = await line('North')
  expect(screen.getAllByRole('treeitem').map((one) => one.getAttribute('aria-level'))).toEqual([
    ...['1', '2', '3', '1'],
  ])
  expect(north.textContent).toMatch(/North.*Tom.*4 of 10 seats.*2 people/)
  north.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(await line('Leeds'))
  await user.keyboard('{ArrowLeft}')
  expect((await line('Leeds')).getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('treeitem', { name: /^First floor/ })).toBeNull()
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(north)
  await user.keyboard('{End}')
  expect(document.activeElement).toBe(await line('South'))
  await user.keyboard('{Home}{Enter}')
  expect(await screen.findByRole('heading', { name: 'North' })).toBeTruthy()
  expect(screen.getAllByRole('treeitem').filter((one) => one.tabIndex === 0)).toHaveLength(1)
})

test('A076 an area is added inside another, moved and refused where it would be inside itself', async () => {
  const { user, answer, sent } = open()
  await user.click(await line('North'))
  await user.click(screen.getByRole('button', { name: 'Add an area inside' }))
  answer(saveArea, () => area(6, 'Hull', 1))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hull')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent(saveArea)).toEqual([expect.objectContaining({ name: 'Hull', parentID: 1 })]),
  )
  await user.click(await line('North'))
  await user.click(screen.getByRole('button', { name: 'Move…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move ‘North’' }))
  // Neither itself nor what is inside it.
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    ...['Choose an area', 'Top of the tree', 'South'],
  ])
  answer(moveArea, () => {
    throw refused(400, 'An area cannot be inside itself.')
  })
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Under' }), 'South')
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByText('An area cannot be inside itself.')).toBeTruthy()
  expect(sent(moveArea)).toEqual([{ id: 1, version: 3, parentID: 5 }])
})

test('A077 an area is merged into another, and why one isn’t deactivated is said', async () => {
  const { user, answer, sent } = open()
  await user.click(await line('South'))
  answer(deactivateArea, () => {
    throw refused(400, '2 people belong to this area.')
  })
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }))
  expect(await screen.findByText('2 people belong to this area.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Merge…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge ‘South’' }))
  answer(mergeAreas, () => NORTH)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Into' }), 'North / Leeds')
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(sent(mergeAreas)).toEqual([{ id: 5, version: 3, into: 2 }]))
})

test('A077 chosen people are moved to another area by who may', async () => {
  const { user, answer, sent } = open()
  await user.click(await line('North'))
  await user.click(await screen.findByRole('checkbox', { name: 'Bob Birch' }))
  await user.click(screen.getByRole('button', { name: 'Move 1 person…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 1 person' }))
  answer(moveAreaPeople, () => ({ done: true }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Into' }), 'South')
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(sent(moveAreaPeople)).toEqual([{ people: [8], into: 5 }]))
})

test('the dialog is the same tree; without areas it says so, and who may not move people has no boxes', async () => {
  const { user } = open([NORTH], Dialog, [])
  await user.click(await line('North'))
  expect(await screen.findByText('Ann Ash')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'Ann Ash' })).toBeNull()
})

test('no areas, and a failure with a way on, are told apart', async () => {
  open([])
  expect(await screen.findByText('There are no areas yet.')).toBeTruthy()
})

test('what is typed isn’t lost by another area', async () => {
  const { user, services } = open()
  await user.click(await line('North'))
  await user.type(screen.getByRole('textbox', { name: 'Code' }), 'N')
  await user.click(await line('South'))
  expect(services.prompts.store.getState().map(({ title }) => title)).toEqual(['Discard what you typed?'])
  expect(screen.getByRole('heading', { name: 'North' })).toBeTruthy()
})

test('inactive areas show when asked for, a search shows the way to what it finds', () => {
  const names = (options: Partial<Parameters<typeof treeLines>[1]>) =>
    treeLines(ALL, { closed: new Set(), term: '', withInactive: false, ...options }).map(
      (one) => one.area.name,
    )
  expect(names({})).toEqual(['North', 'Leeds', 'First floor', 'South'])
  expect(names({ withInactive: true })).toContain('Old town')
  expect(names({ term: 'FIRST', closed: new Set([1]) })).toEqual(['North', 'Leeds', 'First floor'])
  expect(names({ closed: new Set([2]) })).toEqual(['North', 'Leeds', 'South'])
  expect(places(ALL, 2).map(({ name }) => name)).toEqual(['North', 'South'])
})

test('D178 a day over seats is marked, and opens the planner on it', async () => {
  const server = fakeServices()
  server.services.session.signIn(
    testToken(['IRESOURCE_CAN_SEE_MODULE', 'IRESOURCE_CAN_MANAGE_AREAS', 'IRESOURCE_CAN_SEE_PLANNER']),
  )
  server.answer(listAreas, () => ({ areas: [NORTH] }))
  const day = (at: number, peak: number) => ({
    ...{ day: `2026-05-0${at}`, peak, isOver: peak > 2, isClosed: false },
  })
  server.answer(areaFigures, () => ({
    areas: [
      {
        ...{ areaID: NORTH.id, seats: 2, onShift: 1, hours: { office: 30, home: 10 } },
        days: [day(4, 3), day(5, 2)],
      },
    ],
    asOf: '2026-05-04T12:00:00.000Z',
  }))
  const { place, search } = renderSignedIn(
    server.services,
    <UiLabelsProvider value={createUiLabels(server.services)}>
      <AreasScreen />
    </UiLabelsProvider>,
    '/resource/manage-areas',
  )
  const row = within(await screen.findByRole('row', { name: new RegExp(NORTH.name) }))
  expect(row.getByText('75 % / 25 %')).toBeTruthy()
  expect(row.getAllByRole('button')).toHaveLength(1)
  await userEvent.click(row.getByRole('button', { name: /Mon,? 4: 3 people for 2 seats. Open the planner/ }))
  await waitFor(() =>
    expect(`${place()}${search() ?? ''}`).toBe('/resource/planner?day=2026-05-04&scale=day&group=area'),
  )
})
