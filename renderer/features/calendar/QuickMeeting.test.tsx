import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { searchUsers } from '#shared/contract/help.ts'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import type { LiveServices } from '../../services/live.tsx'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { QuickMeeting } from './QuickMeeting.tsx'

const AT = Date.parse('2026-11-23T12:00:00.000Z')

test("W252 a quick meeting is 15 minutes from now, called 'General Call', and rings at once", async () => {
  const { services, answer, made } = fakeServices({ now: () => AT })
  answer(searchUsers, () => [{ userID: 4, displayName: 'Grace Oduya', role: '', areaName: '' }])
  answer(newMeeting, () => {
    throw refused(403, 'Not now.')
  })
  const join = vi.fn()
  const make = vi.fn(async () => {})
  const onClose = vi.fn()
  const live = { meetings: { join }, calls: { make } } as unknown as LiveServices
  renderSignedIn(services, <QuickMeeting live={live} onClose={onClose} />)
  const user = userEvent.setup()
  expect(screen.getByText("15 minutes, 'General Call'")).toBeDefined()
  const start = () => screen.getByRole('button', { name: 'Start now' })
  expect(start()).toHaveProperty('disabled', true)
  await user.type(screen.getByRole('textbox', { name: 'With' }), 'gra')
  await user.click(await screen.findByRole('option', { name: /Grace Oduya/ }))
  await user.click(start())
  expect(await screen.findByText('Not now.')).toBeDefined()
  expect([onClose.mock.calls, join.mock.calls, make.mock.calls]).toEqual([[], [], []])
  answer(newMeeting, () => ({ meetingID: 78 }))
  await user.click(start())
  await waitFor(() => expect(make).toHaveBeenCalledOnce())
  const asked = { start: '2026-11-23T12:00:00.000Z', end: '2026-11-23T12:15:00.000Z', ids: [4] }
  expect(made.filter(({ path }) => path === newMeeting.path).at(-1)?.request).toEqual({
    ...asked,
    ...{ subject: 'General Call', agenda: '', immediate: true },
  })
  const payload = { ID: 78, screenShare: false }
  // A call begins at once, without the door of a planned meeting.
  expect(join.mock.calls).toEqual([[payload, 'CALL']])
  expect(make.mock.calls).toEqual([[[{ id: 4, name: 'Grace Oduya' }], payload]])
  expect(onClose).toHaveBeenCalledOnce()
})
