import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { allocationBoard } from '#shared/contract/allocation.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AddSlots, type FormSlot } from './AddSlots.tsx'

const HOURS = (from: number, ...people: number[]) =>
  Array.from({ length: 24 }, (_, hour) => people[hour - from] ?? 0)
const slot = (start: string, end: string, capacity: number): FormSlot => ({
  ...{ start, end, breakMinutes: 0, capacity, taken: 0 },
})
const THERE = slot('2026-06-02T08:00:00.000Z', '2026-06-02T09:00:00.000Z', 9)

function open(permissions: readonly PermissionName[], projectID: number | null = 7) {
  const server = fakeLive()
  server.services.session.signIn(testToken(permissions))
  const added: (readonly FormSlot[])[] = []
  renderSignedIn(
    server.services,
    server.around(
      <AddSlots
        {...{ from: '2026-06-01', to: '2026-06-16', projectID, slots: [THERE] }}
        onAdd={(slots) => added.push(slots)}
      />,
    ),
  )
  const asked = () =>
    server.made.flatMap(({ path, request }) => (path === allocationBoard.path ? [request] : []))
  return { ...server, added, asked, user: userEvent.setup() }
}
const nobody = { people: [], shifts: [], allocations: [], projects: [] }

test('4 §4.5.4 slots are copied from the needed people of allocation: of the window’s days and project, and none twice', async () => {
  const at = open(['IRESOURCE_CAN_SEE_ALLOCATION'])
  at.answer(allocationBoard, ({ day }) => ({
    ...nobody,
    needed:
      day === '2026-06-01'
        ? [
            { projectID: 7, day: '2026-06-02', hours: HOURS(9, 1.5) },
            { projectID: 7, day: '2026-06-03', hours: HOURS(9, 1, 2.5) },
          ]
        : [{ projectID: 7, day: '2026-06-16', hours: HOURS(20, 1) }],
  }))
  await at.user.click(screen.getByRole('button', { name: 'Copy from needed people' }))
  expect(await screen.findByText('2 slots added.')).toBeDefined()
  // The board has 14 days at once.
  expect(at.asked()).toEqual([
    { day: '2026-06-01', days: 14, projects: [7] },
    { day: '2026-06-15', days: 2, projects: [7] },
  ])
  expect(at.added).toEqual([
    [
      THERE,
      slot('2026-06-03T08:00:00.000Z', '2026-06-03T10:00:00.000Z', 3),
      slot('2026-06-16T19:00:00.000Z', '2026-06-16T20:00:00.000Z', 1),
    ],
  ])
})

test('4 §4.5.4 of no project all are asked for; where nobody is needed that is said', async () => {
  const at = open(['IRESOURCE_CAN_USE_ALLOCATOR'], null)
  at.answer(allocationBoard, () => ({ ...nobody, needed: [] }))
  await at.user.click(screen.getByRole('button', { name: 'Copy from needed people' }))
  expect(await screen.findByText('Nobody is needed in these days.')).toBeDefined()
  expect(at.asked()[0]).toEqual({ day: '2026-06-01', days: 14 })
  expect(at.added).toEqual([])
})

test('who may not see allocation has no needed people to copy', () => {
  open(['IRESOURCE_CAN_SEE_BOOKING_WINDOWS'])
  expect(screen.getByRole('button', { name: 'Add slots' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Copy from needed people' })).toBeNull()
})
