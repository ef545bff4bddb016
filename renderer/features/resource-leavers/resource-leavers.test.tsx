import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  getResourceLeaver,
  leaverShifts,
  listResourceLeavers,
  turnover,
} from '#shared/contract/resource-leavers.ts'
import { getViews } from '#shared/contract/views.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { resourceLeaverRecord } from '#shared/records/resource/resource-leaver.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ResourceLeaversScreen } from './index.ts'

async function open(permissions: readonly PermissionName[], daysLeft: number) {
  const server = fakeLive()
  server.services.session.signIn(testToken(['IRESOURCE_CAN_SEE_LEAVERS', ...permissions]))
  const ann = {
    ...{ id: 8, version: 1, displayName: 'Ann Ash', areaName: null, managerName: null, contractType: null },
    ...{ leaveDate: '2026-11-30', leaveReason: null, shifts: 0, lateShifts: 0, allocations: 0, requests: 0 },
    ...{ holidayRemaining: null, tickets: 0, equipment: 0, daysLeft },
  }
  const listed = { total: 1, isMore: false, asOf: '2026-11-21T12:00:00.000Z' }
  const columns = Object.keys(resourceLeaverRecord.columns)
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listResourceLeavers, () => ({ ...listed, columns, rows: [ann] }))
  server.answer(getResourceLeaver, () => ann)
  server.answer(leaverShifts, () => ({ shifts: [] }))
  server.answer(turnover, () => ({ months: [] }))
  const { own } = renderSignedIn(
    server.services,
    server.around(<ResourceLeaversScreen />),
    '/resource/leavers?open=8',
  )
  const talked = vi.fn(async () => true)
  own.conversations.bind(talked)
  await screen.findByRole('button', { name: 'End pattern and allocations' })
  return talked
}

test('4 §4.5.14 a leaver is written to, by who may write and until they are gone', async () => {
  const talked = await open(['CAN_SEND_MESSAGE'], 0)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Message' }))
  expect(talked).toHaveBeenCalledWith(8)
})

test('4 §4.5.14 nobody writes to a leaver who is gone', async () => {
  await open(['CAN_SEND_MESSAGE'], -1)
  expect(screen.queryByRole('button', { name: 'Message' })).toBeNull()
})

test('4 §4.5.14 without the permission there is no message', async () => {
  await open([], 9)
  expect(screen.queryByRole('button', { name: 'Message' })).toBeNull()
})
