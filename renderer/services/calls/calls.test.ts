import { describe, expect, test, vi } from 'vitest'
import {
  incomingCall,
  meetingAlert,
  meetingPayload,
  meetingRequest,
  ringingEntry,
} from '#shared/contract/call-entities.ts'
import { acceptCall, missedCalls } from '#shared/contract/calls.ts'
import { chatStatuses } from '#shared/contract/chat-status.ts'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import { GROUP_CALL_MAX } from '#shared/domain/calls.ts'
import type { Presence } from '#shared/domain/presence.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'

const MEETING = { ID: 5, screenShare: false }
const offer = (callerID = 2, name = 'Bob Baker') => ({
  callerID,
  name,
  title: 'General call',
  meeting: MEETING,
})
const TIME = '2026-11-21T12:00:00.000Z'

function open() {
  const at = fakeLive()
  const { calls } = at.live
  const state = () => calls.store.getState()
  const banner = () => at.live.banners.store.getState().find(({ kind }) => kind === 'missed-calls')?.text
  return { ...at, calls, state, banner }
}

test('S115 a ringing entry and an incoming call hold just their fields', () => {
  expect(ringingEntry.safeParse({ name: 'Bob', status: 'RINGING' }).success).toBe(true)
  expect(ringingEntry.safeParse({ name: 'Bob', status: 'CONNECTING' }).success).toBe(true)
  expect(ringingEntry.safeParse({ name: 'Bob', status: 'TALKING' }).success).toBe(false)
  expect(Object.keys(incomingCall.shape)).toEqual(['name', 'callerID'])
  expect(Object.keys(ringingEntry.shape)).toEqual(['name', 'status'])
})

test('S116 C114 meeting alert, request and payload hold just their fields', () => {
  expect(Object.keys(meetingAlert.shape)).toEqual(['meetingID', 'title', 'time'])
  expect(Object.keys(meetingRequest.shape)).toEqual(['host', 'subject', 'agenda'])
  expect(Object.keys(meetingPayload.shape)).toEqual(['ID', 'screenShare'])
})

describe('an incoming call', () => {
  test('S167 recieveCall rings; who declines tells the hub', () => {
    const at = open()
    at.hub.fire('recieveCall', offer())
    expect(at.state().incoming).toEqual(offer())
    expect(at.played).toEqual(['ring'])
    at.calls.decline()
    expect(at.state().incoming).toBeNull()
    expect(at.stopped).toEqual(['ring'])
    expect(at.hub.invoked).toEqual([{ method: 'declineCallOffer', args: [2, 'Declined the call.'] }])
  })

  test('S167 who accepts goes to its meeting', async () => {
    const at = open()
    at.answer(acceptCall, ({ callerID }) => ({ ID: callerID + 3, screenShare: true }))
    at.hub.fire('recieveCall', offer())
    const accepted = at.calls.accept()
    // The server tells all windows, this one too, before it answers.
    at.hub.fire('callRespondedElseWhere', { name: 'Bob Baker', callerID: 2 })
    expect(at.state().incoming).not.toBeNull()
    await accepted
    expect(at.state().incoming).toBeNull()
    expect(at.live.meetings.store.getState()).toEqual({
      payload: { ID: 5, screenShare: true },
      role: 'agent',
    })
  })

  test('S167 one that is over when it is accepted leads nowhere', async () => {
    const at = open()
    at.answer(acceptCall, () => {
      throw refused(400, 'This call is over.')
    })
    at.hub.fire('recieveCall', offer())
    await at.calls.accept()
    expect(at.state()).toMatchObject({ incoming: null, answering: false })
    expect(at.live.meetings.isInMeeting()).toBe(false)
  })

  test.each([
    ['a meeting', (at: ReturnType<typeof open>) => at.live.meetings.join(MEETING)],
    [
      'a call that they make',
      (at: ReturnType<typeof open>) => at.calls.setRinging({ name: 'Cat', status: 'RINGING' }),
    ],
    ['a call that rings', (at: ReturnType<typeof open>) => at.hub.fire('recieveCall', offer(3, 'Cat Cole'))],
  ])("S168 in %s it is declined with 'On another call.', and told as missed", (_, enter) => {
    const at = open()
    enter(at)
    const before = at.state().incoming
    at.hub.fire('recieveCall', offer())
    expect(at.state().incoming).toEqual(before)
    expect(at.hub.invoked).toEqual([{ method: 'declineCallOffer', args: [2, 'On another call.'] }])
    expect(at.banner()).toBe('You missed a call from Bob Baker')
  })

  test("S169 cancelIncomingCall clears it with 'Call cancelled by caller'; another caller's leaves it", () => {
    const at = open()
    at.hub.fire('recieveCall', offer())
    at.hub.fire('cancelIncomingCall', { callerID: 3, reason: 'CANCELLED' })
    expect(at.state().incoming).not.toBeNull()
    at.hub.fire('cancelIncomingCall', { callerID: 2, reason: 'CANCELLED' })
    expect(at.state().incoming).toBeNull()
    expect(at.messages()).toEqual(['Call cancelled by caller'])
  })

  test('S170 callRespondedElseWhere clears it without a word', () => {
    const at = open()
    at.hub.fire('recieveCall', offer())
    at.hub.fire('callRespondedElseWhere', { name: 'Bob Baker', callerID: 2 })
    expect(at.state().incoming).toBeNull()
    expect(at.messages()).toEqual([])
    expect(at.banner()).toBeUndefined()
  })

  test("S321 'You missed a call from {name}' when nobody answered, also while no window was open", async () => {
    const at = open()
    at.hub.fire('recieveCall', offer())
    at.hub.fire('cancelIncomingCall', { callerID: 2, reason: 'UNANSWERED' })
    expect(at.banner()).toBe('You missed a call from Bob Baker')
    expect(at.messages()).toEqual([])
    at.answer(missedCalls, () => [{ name: 'Dee Desk', callerID: 4, time: TIME }])
    await at.calls.readMissed()
    expect(at.banner()).toBe('You missed a call from Dee Desk')
    expect(at.live.banners.store.getState()[0]?.items).toEqual([
      'You missed a call from Dee Desk',
      'You missed a call from Bob Baker',
    ])
  })
})

describe('a call that is made', () => {
  const BOB = { id: 2, name: 'Bob Baker' }
  const CAT = { id: 3, name: 'Cat Cole' }

  test('S171 the ringing list adds or updates by name, removes by name, and clears', () => {
    const at = open()
    at.hub.fire('youAreConnecting', 'Bob Baker')
    at.hub.fire('youAreConnecting', 'Cat Cole')
    at.hub.fire('youAreRinging', 'Bob Baker')
    expect(at.state().ringing).toEqual([
      { name: 'Bob Baker', status: 'RINGING' },
      { name: 'Cat Cole', status: 'CONNECTING' },
    ])
    at.calls.removeRinging('Bob Baker')
    expect(at.state().ringing.map(({ name }) => name)).toEqual(['Cat Cole'])
    at.calls.clearRinging()
    expect(at.state().ringing).toEqual([])
  })

  test('S172 hang-up clears the list and invokes cancelCall', () => {
    const at = open()
    at.hub.fire('youAreRinging', 'Bob Baker')
    at.calls.hangUp()
    expect(at.state().ringing).toEqual([])
    expect(at.hub.invoked).toEqual([{ method: 'cancelCall', args: [] }])
  })

  test.each([
    [[BOB], 'General call'],
    [[BOB, CAT], 'Group Call'],
  ])(
    'S285 makeCall goes to each person of %j as %s, in a meeting of 15 minutes made for it',
    async (people, title) => {
      const at = open()
      at.answer(newMeeting, () => ({ meetingID: 8 }))
      await at.calls.start(people)
      expect(at.hub.invoked).toEqual(
        people.map(({ id }) => ({ method: 'makeCall', args: [id, 8, title, false] })),
      )
      expect(at.made.filter(({ path }) => path === newMeeting.path)).toMatchObject([
        {
          request: {
            ids: people.map(({ id }) => id),
            immediate: true,
            start: TIME,
            end: '2026-11-21T12:15:00.000Z',
          },
        },
      ])
      at.hub.invoked.length = 0
      await at.calls.make([BOB], { ID: 9, screenShare: true })
      expect(at.hub.invoked).toEqual([{ method: 'makeCall', args: [2, 9, 'General call', true] }])
    },
  )

  test('S296 S298 who accepts leaves the list, who declines too with their words; joinMeeting goes there', () => {
    const at = open()
    at.hub.fire('youAreRinging', 'Bob Baker')
    at.hub.fire('youAreRinging', 'Cat Cole')
    at.hub.fire('callOfferDeclined', 'Cat Cole', 'On another call.')
    expect(at.messages()).toEqual(['Cat Cole: On another call.'])
    expect(at.state().ringing).toEqual([{ name: 'Bob Baker', status: 'RINGING' }])
    at.hub.fire('callOfferAccepted', 'Bob Baker')
    expect(at.state().ringing).toEqual([])
    at.hub.fire('joinMeeting', MEETING)
    expect(at.live.meetings.store.getState()?.payload).toEqual(MEETING)
  })

  test('S171 one that the hub refuses is told, and rings no more', async () => {
    const at = open()
    vi.spyOn(at.hub, 'invoke').mockRejectedValue(new Error('You may not make calls.'))
    await at.calls.make([BOB], MEETING)
    expect(at.state().ringing).toEqual([])
    expect(at.messages()).toEqual(['Bob Baker could not be called.'])
  })
})

test('S294 C093 meetingStart alerts; the alert leads to the meeting', () => {
  const at = open()
  at.hub.fire('meetingStart', { meetingID: 7, title: 'Review', time: TIME })
  expect(at.state().alert).toEqual({ meetingID: 7, title: 'Review', time: TIME })
  expect(at.played).toEqual(['alert'])
  at.calls.joinAlerted()
  expect(at.state().alert).toBeNull()
  expect(at.live.meetings.store.getState()?.payload).toEqual({ ID: 7, screenShare: false })
})

describe('before somebody is called', () => {
  const ask = async (status: Presence) => {
    const at = open()
    at.answer(newMeeting, () => ({ meetingID: 5 }))
    at.answer(chatStatuses, () => [{ userID: 2, status }])
    const done = at.calls.start([{ id: 2, name: 'Bob' }])
    const prompts = at.services.prompts.store
    await vi.waitFor(() => expect(prompts.getState().length + at.hub.invoked.length).toBeGreaterThan(0))
    return { at, done, prompt: prompts.getState()[0] }
  }

  test.each([
    ['IN_CALL', 'They are in a call. Call anyway?'],
    ['MEETING', 'They are in a meeting. Call anyway?'],
    ['DO_NOT_DISTURB', 'They are not to be disturbed. Call anyway?'],
  ] as const)('B011 who is %s is called after a yes alone', async (status, text) => {
    const no = await ask(status)
    expect(no.prompt).toMatchObject({ kind: 'yes-no', title: 'Bob', text })
    no.at.services.prompts.answer(no.prompt?.id ?? 0, false)
    await no.done
    expect(no.at.hub.invoked).toEqual([])
    expect(no.at.made.some(({ path }) => path === newMeeting.path)).toBe(false)
    const yes = await ask(status)
    yes.at.services.prompts.answer(yes.prompt?.id ?? 0, true)
    await yes.done
    expect(yes.at.hub.invoked).toEqual([{ method: 'makeCall', args: [2, 5, 'General call', false] }])
  })

  test.each([
    ...(['ONLINE', 'AVAILABLE', 'AWAY', 'BE RIGHT BACK'] as const),
    ...(['BUSY', 'PRESENTING', 'OUT_OF_OFFICE'] as const),
  ])('B011 who is %s is called at once', async (status) => {
    const { at, done, prompt } = await ask(status)
    await done
    expect(prompt).toBeUndefined()
    expect(at.hub.invoked).toHaveLength(1)
  })

  test('B011 of several each who is busy is named, also where the meeting is there already', async () => {
    const at = open()
    at.answer(chatStatuses, () => [
      { userID: 2, status: 'IN_CALL' },
      { userID: 4, status: 'DO_NOT_DISTURB' },
    ])
    const people = [
      { id: 2, name: 'Bob' },
      { id: 3, name: 'Cat' },
      { id: 4, name: 'Dan' },
    ]
    const done = at.calls.make(people, MEETING)
    const prompts = at.services.prompts
    await vi.waitFor(() => expect(prompts.store.getState()).toHaveLength(1))
    const [prompt] = prompts.store.getState()
    expect(prompt?.text).toBe('Bob is in a call, Dan is not to be disturbed. Call anyway?')
    prompts.answer(prompt?.id ?? 0, true)
    await done
    expect(at.hub.invoked).toHaveLength(3)
  })

  test('a call has 25 people at most, who calls among them', async () => {
    const at = open()
    at.answer(newMeeting, () => ({ meetingID: 5 }))
    const people = Array.from({ length: GROUP_CALL_MAX }, (_, place) => ({
      id: place + 2,
      name: `P${place}`,
    }))
    await at.calls.start(people)
    expect(at.messages()).toEqual(['A call has 25 people at most.'])
    expect(at.hub.invoked).toEqual([])
    await at.calls.start(people.slice(1))
    expect(at.hub.invoked).toHaveLength(24)
  })
})
