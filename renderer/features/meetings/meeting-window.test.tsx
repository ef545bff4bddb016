import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeLive } from '../../testing/fake-live.tsx'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { CALL_ROOM } from './call-room-part.ts'
import { MeetingWindow } from './MeetingWindow.tsx'

const OFFER = { name: 'Bob Baker', callerID: 2, title: 'Call', meeting: { ID: 5, screenShare: false } }

test.each([
  ['somebody calls', 'recieveCall', OFFER],
  ['somebody is called', 'youAreConnecting', OFFER.name],
] as const)('what a call needs is fetched while it rings: %s', (_who, event, told) => {
  vi.spyOn(CALL_ROOM, 'now').mockReturnValue(null)
  const load = vi.spyOn(CALL_ROOM, 'load').mockReturnValue(new Promise(() => {}))
  const at = fakeLive()
  at.services.session.signIn(testToken([]))
  renderWith(at.services, at.around(<MeetingWindow />))
  expect(load).not.toHaveBeenCalled()
  act(() => at.hub.fire(event, told as never))
  expect(load).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})
