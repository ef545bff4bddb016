import { expect, test } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'

const MEETING = { ID: 5, screenShare: false }

function open(
  permissions: PermissionName[],
  popup: { closed: boolean } | null = { closed: false },
  how: 'CALL' | 'PLANNED' = 'PLANNED',
) {
  const opened: string[] = []
  const openWindow = (...args: string[]) => {
    opened.push(args.join(' '))
    return popup
  }
  const at = fakeLive({ page: { openWindow } })
  at.services.session.signIn(testToken(permissions))
  at.live.meetings.join(MEETING, how)
  return { ...at, opened, open: () => at.live.meetings.store.getState() }
}

test('S173 C080 C172 who may create one-to-one meetings joins as manager, others as agent', () => {
  expect(open(['CAN_CREATE_ONE_TO_ONE_MEETINGS']).open()).toEqual({
    ...{ payload: MEETING, role: 'manager', hasDoor: true },
  })
  expect(open([]).open()).toEqual({ payload: MEETING, role: 'agent', hasDoor: true })
  // Whoever has answered a call is in it at once, also in a window of its own.
  expect(open([], undefined, 'CALL').open()).toEqual({ payload: MEETING, role: 'agent' })
  const agent = open([])
  agent.live.meetings.join(MEETING, 'CALL')
  expect(agent.open()).toEqual({ payload: MEETING, role: 'agent' })
  const manager = ['CAN_CREATE_ONE_TO_ONE_MEETINGS', 'EXTERNAL_POPOUT_MEETING'] as const
  expect(open([...manager], undefined, 'CALL').opened[0]).toMatch(/^\/moderator-meeting-room\?room=5&call=1 /)
})

test('C035 S174 C080 a manager with popout permission gets a window of its own, an agent with it does not', () => {
  const popup = { closed: false }
  const at = open(['CAN_CREATE_ONE_TO_ONE_MEETINGS', 'EXTERNAL_POPOUT_MEETING'], popup)
  expect(at.open()).toBeNull()
  expect(at.opened).toEqual(['/moderator-meeting-room?room=5 meeting-5 popup,width=1200,height=768'])
  expect(at.services.storage.get('moderatorMeetingID')).toBe('5')
  expect(at.live.meetings.isInMeeting()).toBe(true)
  popup.closed = true
  expect(at.live.meetings.isInMeeting()).toBe(false)
  const agent = open(['EXTERNAL_POPOUT_MEETING'])
  expect(agent.opened).toEqual([])
  expect(agent.open()?.role).toBe('agent')
})

test('C035 S174 a blocked window is told', () => {
  const at = open(['CAN_CREATE_ONE_TO_ONE_MEETINGS', 'EXTERNAL_POPOUT_MEETING'], null)
  expect(at.messages()).toEqual([
    'The browser blocked the meeting window. Allow pop-ups for this site, then join again.',
  ])
  expect(at.live.meetings.isInMeeting()).toBe(false)
  // Nothing waits for a window that never came.
  expect(at.services.storage.get('moderatorMeetingID')).toBeNull()
})
