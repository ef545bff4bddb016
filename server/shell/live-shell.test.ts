import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ACTIVITY_NAMES } from '#shared/domain/activity.ts'
import { GENERAL_CALL } from '#shared/domain/calls.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { WIFI_BANDS } from '#shared/domain/wifi-band.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { directLabel } from '../chat/conversations.ts'
import { createLiveClients, type LiveClient } from '../http/testing/live-clients.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'

const RING_LIMIT_MS = 45_000

type Bearer = { authorization: string }

/** Delayed tasks, which tests run. */
const waiting = new Map<() => void, number>()
const ringOut = () => {
  for (const [run, ms] of [...waiting]) if (ms === RING_LIMIT_MS) run()
}

let server: TestServer
let url: string
const live = createLiveClients()
/** Ids and bearers by user name. */
const ids: Record<string, number> = {}
const bearers: Record<string, Bearer> = {}

async function person(
  userName: string,
  displayName: string,
  ...permissions: PermissionName[]
): Promise<void> {
  ids[userName] = await addPerson(server, { userName, displayName, permissions })
  bearers[userName] = await signIn(server, userName)
}

const bearer = (userName: string): Bearer => bearers[userName] ?? { authorization: '' }
const id = (userName: string): number => ids[userName] ?? 0
const ask = (userName: string, path: string, payload: object = {}) =>
  post(server, path, payload, bearer(userName)).then(said)
const read = async (userName: string, path: string) =>
  (await server.server.app.inject({ url: path, headers: bearer(userName) })).json()

/** A window of the person whose connection the server has handled. */
async function open(userName: string): Promise<LiveClient> {
  const window = await live.open(server, url, bearer(userName), Object.keys(mainHub.events))
  await window.client.invoke('setAppVersion', '1')
  return window
}
/** The window's events with these names, in order. */
const heard = (window: LiveClient, ...events: string[]) =>
  window.heard.filter(([event]) => events.includes(event))
const CALLS = [
  'youAreConnecting',
  'youAreRinging',
  'recieveCall',
  'callOfferAccepted',
  'callOfferDeclined',
  'joinMeeting',
  'cancelIncomingCall',
  'callRespondedElseWhere',
]
const inCall = (window: LiveClient) => heard(window, ...CALLS)

beforeAll(async () => {
  server = await startTestServer({
    schedule: (ms, run) => {
      waiting.set(run, ms)
      return () => void waiting.delete(run)
    },
  })
  url = `${await server.server.listen(0, '127.0.0.1')}${mainHub.path}`
  await person('ann', 'Ann Archer', 'CAN_MAKE_CALL', 'AUTH_CAN_USE_MULTI_TOKEN')
  await person('bob', 'Bob Baker', 'CAN_MAKE_CALL', 'AUTH_CAN_USE_MULTI_TOKEN')
  await person('cat', 'Cat Cole')
  await person(
    'desk',
    'Dee Desk',
    'SUPPORT_CAN_SEE_SYSTEM_FLAGS',
    'SUPPORT_CAN_EDIT_USER_SETTINGS',
    'ISUPERVISOR_CAN_SEE_MODULE',
    'ADMIN_CAN_EDIT_SETTINGS',
    'CAN_BROADCAST_MESSAGE',
    'CAN_FORCE_MASTER_ACTIVITY',
    'CAN_SEARCH_ALL_USERS',
    'CAN_UPDATE_MASTER_ACTIVITY',
    'CAN_SEND_POPUP',
    'GAMIFICATION_IS_QUEST_MASTER',
    'CAN_CREATE_ONE_TO_ONE_MEETINGS',
  )
})
beforeEach(() => waiting.clear())
afterEach(() => live.closeAll())
afterAll(() => server.server.close())

const DENIED = { status: 403, body: { value: 'access denied' } }
const DONE = { status: 200, body: { done: true } }

async function newMeeting(host: string, others: string[], more: object = {}): Promise<number> {
  const { body } = await ask(host, '/api/hr/meeting/new', {
    start: new Date(NOON).toISOString(),
    end: new Date(NOON + 900_000).toISOString(),
    subject: 'General call',
    agenda: '',
    ids: others.map(id),
    immediate: true,
    ...more,
  })
  return (body as { meetingID: number }).meetingID
}

describe('calls', () => {
  let meetingID: number
  let ann: LiveClient
  let bob: LiveClient
  beforeEach(async () => {
    meetingID = await newMeeting('ann', ['bob'])
    ann = await open('ann')
    bob = await open('bob')
  })
  const call = () => ann.client.invoke('makeCall', id('bob'), meetingID, GENERAL_CALL, true)
  const offer = () => ({
    name: 'Ann Archer',
    callerID: id('ann'),
    title: 'General call',
    meeting: { ID: meetingID, screenShare: true },
  })

  test('S285 S296 S298 makeCall rings; who accepts gets the meeting, and the caller joins it', async () => {
    const other = await open('bob')
    await call()
    await vi.waitFor(() => expect(inCall(bob)).toEqual([['recieveCall', offer()]]))
    expect(inCall(ann)).toEqual([
      ['youAreConnecting', 'Bob Baker'],
      ['youAreRinging', 'Bob Baker'],
    ])
    expect(await ask('bob', '/api/communication/call/accept', { callerID: id('ann') })).toEqual({
      status: 200,
      body: { ID: meetingID, screenShare: true },
    })
    await vi.waitFor(() =>
      expect(inCall(ann).slice(2)).toEqual([
        ['callOfferAccepted', 'Bob Baker'],
        ['joinMeeting', { ID: meetingID, screenShare: true }],
      ]),
    )
    await vi.waitFor(() =>
      expect(inCall(other).at(-1)).toEqual([
        'callRespondedElseWhere',
        { name: 'Ann Archer', callerID: id('ann') },
      ]),
    )
    expect(await ask('bob', '/api/communication/call/accept', { callerID: id('ann') })).toEqual({
      status: 400,
      body: { value: 'This call is over.' },
    })
  })

  test('S116 S167 S296 a call without a shared screen is offered and joined as one', async () => {
    await ann.client.invoke('makeCall', id('bob'), meetingID, GENERAL_CALL, false)
    const meeting = { ID: meetingID, screenShare: false }
    await vi.waitFor(() => expect(inCall(bob)).toEqual([['recieveCall', { ...offer(), meeting }]]))
    expect(await ask('bob', '/api/communication/call/accept', { callerID: id('ann') })).toEqual({
      status: 200,
      body: meeting,
    })
    await vi.waitFor(() => expect(inCall(ann).at(-1)).toEqual(['joinMeeting', meeting]))
  })

  test('S167 S168 a decline reaches the caller with its words, and ends the ringing elsewhere', async () => {
    const other = await open('bob')
    await call()
    await bob.client.invoke('declineCallOffer', id('ann'), 'On another call.')
    await vi.waitFor(() =>
      expect(inCall(ann).at(-1)).toEqual(['callOfferDeclined', 'Bob Baker', 'On another call.']),
    )
    await vi.waitFor(() => expect(inCall(other).at(-1)?.[0]).toBe('callRespondedElseWhere'))
    await bob.client.invoke('declineCallOffer', id('ann'), '')
    expect(inCall(ann)).toHaveLength(3)
  })

  test('S169 S172 cancelCall takes the call back; so does the end of the window that called', async () => {
    await call()
    await ann.client.invoke('cancelCall')
    const cancelled = ['cancelIncomingCall', { callerID: id('ann'), reason: 'CANCELLED' }]
    await vi.waitFor(() => expect(inCall(bob).at(-1)).toEqual(cancelled))
    await call()
    await ann.client.stop()
    await vi.waitFor(() => expect(inCall(bob).slice(2)).toEqual([['recieveCall', offer()], cancelled]))
  })

  test('S321 a call that nobody answers ends by itself; one to who is away is told when they are back', async () => {
    await call()
    ringOut()
    await vi.waitFor(() =>
      expect(inCall(ann).at(-1)).toEqual(['callOfferDeclined', 'Bob Baker', 'No answer.']),
    )
    expect(inCall(bob).at(-1)).toEqual(['cancelIncomingCall', { callerID: id('ann'), reason: 'UNANSWERED' }])
    expect(await ask('bob', '/api/communication/call/missed')).toEqual({ status: 200, body: [] })

    await bob.client.stop()
    await vi.waitFor(async () => {
      await call()
      expect(inCall(ann).at(-1)).toEqual(['callOfferDeclined', 'Bob Baker', 'Not signed in at the moment.'])
    })
    const missed = { name: 'Ann Archer', callerID: id('ann'), time: new Date(NOON).toISOString() }
    const { body } = await ask('bob', '/api/communication/call/missed')
    expect(body).toContainEqual(missed)
    expect(await ask('bob', '/api/communication/call/missed')).toEqual({ status: 200, body: [] })
  })

  test('S285 a call that cannot be made is refused in words', async () => {
    const make = (window: LiveClient, ...args: unknown[]) =>
      window.client.invoke('makeCall', ...args, GENERAL_CALL, false)
    const cat = await open('cat')
    await expect(make(cat, id('ann'), meetingID)).rejects.toThrow('You may not make calls.')
    await expect(make(ann, id('ann'), meetingID)).rejects.toThrow('You cannot call yourself.')
    await expect(make(ann, 999, meetingID)).rejects.toThrow('There is nobody with this id.')
    await expect(make(ann, id('cat'), meetingID)).rejects.toThrow(
      'There is no meeting of yours with this id.',
    )
    await expect(make(ann, id('bob'), 999)).rejects.toThrow('There is no meeting of yours with this id.')
  })

  test('S116 a meeting says who is there, to its own people only', async () => {
    const details = (who: string) => ask(who, '/api/hr/meeting/details', { meetingID })
    expect(await ask('ann', '/api/hr/meeting/join', { meetingID })).toEqual(DONE)
    expect((await details('bob')).body).toMatchObject({
      meetingID,
      host: 'Ann Archer',
      subject: 'General call',
      participants: [
        { userName: 'Ann Archer', isHere: true },
        { userName: 'Bob Baker', isHere: false },
      ],
    })
    await ask('ann', '/api/hr/meeting/leave', { meetingID })
    expect(JSON.stringify((await details('ann')).body)).not.toContain('true')
    const refusal = { status: 400, body: { value: 'There is no meeting of yours with this id.' } }
    expect(await details('cat')).toEqual(refusal)
    expect(await ask('cat', '/api/hr/meeting/join', { meetingID })).toEqual(refusal)
  })
})

test('a person’s meetings are listed to them, and each has its conversation', async () => {
  const mine = async (who: string) =>
    (await ask(who, '/api/hr/meeting/mine')).body as { meetingID: number; people: number; here: number }[]
  const listed = async (who: string, meetingID: number) =>
    (await mine(who)).find((one) => one.meetingID === meetingID)
  const chatOf = async (who: string, meetingID: number) =>
    ((await ask(who, '/api/hr/meeting/details', { meetingID })).body as { chat: unknown }).chat

  // A planned meeting gets a room of its own.
  const planned = await newMeeting('desk', ['ann'], {
    start: new Date(NOON + 600_000).toISOString(),
    subject: 'Plan',
    immediate: false,
  })
  const room = { source: 'MEETING', sourceID: planned }
  expect(await chatOf('ann', planned)).toEqual(room)
  expect(await listed('ann', planned)).toMatchObject({
    subject: 'Plan',
    host: 'Dee Desk',
    people: 2,
    here: 0,
  })
  expect(await listed('cat', planned)).toBeUndefined()
  await ask('ann', '/api/hr/meeting/join', { meetingID: planned })
  expect(await listed('desk', planned)).toMatchObject({ people: 2, here: 1 })
  await ask('ann', '/api/hr/meeting/leave', { meetingID: planned })

  // One that is begun from a conversation uses that. Two people have theirs, if they have talked.
  const begun = await newMeeting('desk', ['ann'], { chat: room })
  expect(await chatOf('ann', begun)).toEqual(room)
  const call = await newMeeting('ann', ['bob'])
  expect(await chatOf('bob', call)).toBeNull()
  const { db } = server.server
  const label = directLabel(id('ann'), id('bob'))
  const { id: threadID } = await db
    .insertInto('threads')
    .values({
      type: 'THREAD',
      source: 'MESSAGE',
      sourceID: 4001,
      label,
      displayLabel: label,
      displayGroupLabel: 'Chats',
      isGroup: 0,
      status: '',
      priority: '',
      createdAt: NOON,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const member = (userID: number) => ({ threadID, userID, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 })
  await db
    .insertInto('threadMembers')
    .values([member(id('ann')), member(id('bob'))])
    .execute()
  expect(await chatOf('bob', call)).toEqual({ source: 'MESSAGE', sourceID: 4001 })
  // The host isn't in this conversation, so it isn't used.
  expect(
    await chatOf(
      'bob',
      await newMeeting('ann', ['bob', 'cat'], { chat: { source: 'MEETING', sourceID: 4002 } }),
    ),
  ).toBeNull()
})

test('S294 S298 S299 a meeting to come invites and counts, and alerts when it begins, once', async () => {
  const ann = await open('ann')
  const [[, before] = []] = heard(ann, 'updateOpenMeetingCount')
  const meetingID = await newMeeting('desk', ['ann'], {
    start: new Date(NOON + 60_000).toISOString(),
    subject: 'Review',
    agenda: 'Quality',
    immediate: false,
  })
  const invite = { host: 'Dee Desk', subject: 'Review', agenda: 'Quality' }
  await vi.waitFor(() => expect(heard(ann, 'newMeetingInvite')).toEqual([['newMeetingInvite', invite]]))
  await vi.waitFor(() =>
    expect(heard(ann, 'updateOpenMeetingCount').at(-1)).toEqual([
      'updateOpenMeetingCount',
      Number(before) + 1,
    ]),
  )
  const { Meetings } = await import('../meetings/meetings.ts')
  const told: [userID: number, event: string, ...args: unknown[]][] = []
  const publisher = {
    toUser: (userID: number, event: string, ...args: unknown[]) => void told.push([userID, event, ...args]),
    toOthers: () => {},
    toConnection: () => {},
    toGroup: () => {},
    toAll: () => {},
    online: () => [],
    isOnline: () => true,
    windowsOf: () => [],
    isConnected: async () => true,
    isThere: () => true,
  }
  let now = NOON + 59_999
  const meetings = new Meetings(server.server.db, () => now, publisher)
  await meetings.announceDue()
  expect(told).toEqual([])
  now += 1
  await meetings.announceDue()
  await meetings.announceDue()
  const alert = { meetingID, title: 'Review', time: new Date(NOON + 60_000).toISOString() }
  // Who is told first doesn't matter.
  const inTurn = (those: typeof told) => those.toSorted(([a], [b]) => a - b)
  expect(inTurn(told)).toEqual([
    [id('ann'), 'meetingStart', alert],
    [id('desk'), 'meetingStart', alert],
  ])
  // Another server doesn't announce it again. When it has ended, each member's count is one less.
  const other = new Meetings(server.server.db, () => now, publisher)
  await other.announceDue()
  expect(told).toHaveLength(2)
  const { end } = await server.server.db
    .selectFrom('meetings')
    .select('end')
    .where('id', '=', meetingID)
    .executeTakeFirstOrThrow()
  await server.server.db.deleteFrom('meetings').where('id', '!=', meetingID).execute()
  const counts = () => inTurn(told.slice(2))
  now = end - 1
  await meetings.announceDue()
  expect(counts()).toEqual([])
  now = end
  await meetings.announceDue()
  await meetings.announceDue()
  expect(counts()).toEqual([
    [id('ann'), 'updateOpenMeetingCount', 0],
    [id('desk'), 'updateOpenMeetingCount', 0],
  ])
  const wrong = await ask('ann', '/api/hr/meeting/new', {
    start: new Date(NOON).toISOString(),
    end: new Date(NOON + 1).toISOString(),
    subject: 'x',
    agenda: '',
    ids: [id('bob')],
    immediate: false,
  })
  expect(wrong).toEqual(DENIED)
})

describe('broadcasts', () => {
  const forMe = () => read('ann', '/api/broadcast/forme')
  const endDate = new Date(NOON + 60_000).toISOString()

  test('S112 S291 a broadcast is announced, read until it ends, and only by its area', async () => {
    const ann = await open('ann')
    const send = (message: string, more: object = {}) =>
      ask('desk', '/api/broadcast/new', { message, endDate, ...more })
    const { body } = await send('Fire drill at two.')
    await vi.waitFor(() => expect(heard(ann, 'refreshBroadcasts')).toHaveLength(1))
    expect(await forMe()).toEqual([{ id: 1, message: 'Fire drill at two.', endDate }])
    await server.server.db.insertInto('areas').values({ id: 1, name: 'Leeds' }).execute()
    await send('Leeds only.', { areaID: 1 })
    expect(await forMe()).toHaveLength(1)
    const annIn = (areaID: number | null) =>
      server.server.db.updateTable('users').set({ areaID }).where('id', '=', id('ann')).execute()
    await annIn(1)
    expect(await forMe()).toEqual([
      { id: 2, message: 'Leeds only.', endDate },
      { id: 1, message: 'Fire drill at two.', endDate },
    ])
    await annIn(null)
    server.clock.now += 60_000
    expect(await forMe()).toEqual([])
    server.clock.now = NOON
    expect(await ask('desk', '/api/broadcast/end', body as object)).toEqual(DONE)
    await vi.waitFor(() => expect(heard(ann, 'refreshBroadcasts')).toHaveLength(3))
    expect(await forMe()).toEqual([])
    expect((await ask('desk', '/api/broadcast/end', body as object)).status).toBe(400)
    expect(await send('Late.', { endDate: new Date(NOON).toISOString() })).toEqual({
      status: 400,
      body: { value: 'A broadcast must end in the future.' },
    })
    expect((await send('Nowhere.', { areaID: 99 })).status).toBe(400)
    expect(await ask('ann', '/api/broadcast/new', { message: 'Mine.', endDate })).toEqual(DENIED)
  })

  test('S112 S291 a defcon alert stands from its start until it is ended', async () => {
    const ann = await open('ann')
    const defcon = () => read('ann', '/api/broadcast/defcon-alerts')
    const defconWord = { word: 'DEFCON', reason: 'Fire' }
    await ask('desk', '/api/broadcast/defcon-alerts/raise', defconWord)
    expect((await ask('desk', '/api/broadcast/defcon-alerts/raise', defconWord)).status).toBe(409)
    await vi.waitFor(() => expect(heard(ann, 'refreshDefconAlerts')).toHaveLength(1))
    expect(await defcon()).toEqual([{ id: 1, startTime: new Date(NOON).toISOString(), isDrill: false }])
    await ask('desk', '/api/broadcast/defcon-alerts/end', { reason: 'Over' })
    await vi.waitFor(() => expect(heard(ann, 'refreshDefconAlerts')).toHaveLength(2))
    expect(await defcon()).toEqual([])
    await ask('desk', '/api/broadcast/defcon-alerts/raise', { ...defconWord, isDrill: true })
    expect(await defcon()).toEqual([{ id: 2, startTime: new Date(NOON).toISOString(), isDrill: true }])
    await ask('desk', '/api/broadcast/defcon-alerts/end', { reason: 'Over' })
    for (const end of ['raise', 'end'])
      expect(await ask('ann', `/api/broadcast/defcon-alerts/${end}`, defconWord)).toEqual(DENIED)
  })

  test('S290 supervisors hear how many appointments are at risk, on connecting and when it changes', async () => {
    const [ann, desk] = [await open('ann'), await open('desk')]
    await addProject(server.server.db, 31, 'Rail')
    await server.server.db
      .insertInto('interviewRecords')
      .values({
        ...{ projectID: 31, userID: id('ann'), start: NOON - 1000, end: NOON, duration: 1 },
        ...{ outcome: 'APPOINTMENT', quotaCellID: null, appointmentTime: NOON + 60_000 },
        ...{ source: 'MANUAL', sourceCallID: null, importID: null, importedAt: null },
      })
      .execute()
    await ask('desk', '/api/admin/configuration/background-services/run', { key: 'SHIFT_UPKEEP' })
    await vi.waitFor(() =>
      expect(heard(desk, 'appointmentsCountUpdate')).toEqual([
        ['appointmentsCountUpdate', 0],
        ['appointmentsCountUpdate', 1],
      ]),
    )
    expect(heard(ann, 'appointmentsCountUpdate')).toEqual([])
  })
})

describe('activities', () => {
  const activity = (window: LiveClient) => heard(window, 'CHANGE_MASTER_ACTIVITY').map(([, now]) => now)
  /** Somebody is at work, so that others may set what they do. */
  const begin = async (userID = id('ann')) => {
    const { db } = server.server
    const open = db.selectFrom('activitySessions').where('userID', '=', userID).where('endedAt', 'is', null)
    if ((await open.select('activity').executeTakeFirst())?.activity.replace('INACTIVE', '')) return
    await db.deleteFrom('activitySessions').where('userID', '=', userID).execute()
    const session = { userID, activity: 'PERSONAL', project: null, category: null } as const
    await db
      .insertInto('activitySessions')
      .values({ ...session, startedAt: NOON, startedBy: userID, endedAt: null, endedBy: null })
      .execute()
  }
  const force = async (
    activity: string,
    more: { readonly userID?: number; readonly [field: string]: unknown } = {},
  ) => {
    await begin(more.userID)
    const wanted = { userID: id('ann'), activity, reason: 'It is needed', ...more }
    return ask('desk', '/api/activity/force/current-activity', wanted)
  }
  const conclude = (activity: string) => ask('ann', '/api/activity/conclude/current-activity', { activity })

  test('S118 S119 S280 S287 an activity is forced, told to all windows, concluded, and kept as history', async () => {
    const ann = await open('ann')
    expect(activity(ann)).toEqual([
      expect.objectContaining({ currentActivity: 'INACTIVE', isOverride: false }),
    ])
    expect(await read('ann', '/api/passport-validation/activity-state')).toEqual({
      activityLastResponseTime: null,
    })
    await force('TRAINING', { project: 'P-1', onActivityActions: ['LAUNCH_DIALLER'] })
    await vi.waitFor(() =>
      expect(activity(ann).at(-1)).toMatchObject({
        currentActivity: 'TRAINING',
        project: 'P-1',
        isOverride: true,
        onActivityActions: ['LAUNCH_DIALLER'],
      }),
    )
    expect(await ann.client.invoke('takeActivityActions', randomUUID(), ['LAUNCH_DIALLER'])).toBe(true)
    // A later window doesn't launch it again.
    expect(activity(await open('ann'))).toMatchObject([
      { currentActivity: 'TRAINING', onActivityActions: [] },
    ])
    // What isn't what the person does is not ended.
    expect(await conclude('BREAK')).toEqual(DONE)
    expect(activity(await open('ann'))).toMatchObject([{ currentActivity: 'TRAINING' }])
    expect(await conclude('TRAINING')).toEqual(DONE)
    await vi.waitFor(() =>
      expect(activity(ann).at(-1)).toMatchObject({ currentActivity: 'AVAILABLE', isOverride: false }),
    )
    expect(await read('ann', '/api/passport-validation/activity-state')).toEqual({
      activityLastResponseTime: new Date(NOON).toISOString(),
    })
    const sessions = await server.server.db.selectFrom('activitySessions').selectAll().orderBy('id').execute()
    expect(sessions).toMatchObject([
      { userID: id('ann'), activity: 'PERSONAL' },
      { userID: id('ann'), activity: 'TRAINING', startedAt: NOON, startedBy: id('desk'), endedBy: id('ann') },
      { userID: id('ann'), activity: 'AVAILABLE', startedBy: id('ann'), endedAt: null },
    ])
  })

  test('S118 actions for who is away wait for their first window', async () => {
    await person('eve', 'Eve Ely', 'AUTH_CAN_USE_MULTI_TOKEN')
    await force('RECEPTION', { userID: id('eve'), onActivityActions: ['FOCUS'] })
    const first = await open('eve')
    expect(activity(first)).toMatchObject([{ onActivityActions: ['FOCUS'] }])
    expect(await first.client.invoke('takeActivityActions', randomUUID(), ['FOCUS'])).toBe(true)
    expect(activity(await open('eve'))).toMatchObject([{ onActivityActions: [] }])
  })

  test('S120 each of the names is an activity, and no other', async () => {
    for (const name of ACTIVITY_NAMES) expect(await force(name)).toEqual(DONE)
    expect((await force('GARDENING')).status).toBe(400)
    expect(
      (await ask('desk', '/api/activity/force/current-activity', { userID: 999, activity: 'BREAK' })).status,
    ).toBe(404)
  })

  test('S289 A135 who may see system flags hears how many people have system issues, and when they are too many', async () => {
    // Nobody is on shift but who is put there here.
    await server.server.db.deleteFrom('activitySessions').execute()
    const others: number[] = []
    for (let one = 0; one < 19; one++) others.push(await addPerson(server, { userName: `e${one}` }))
    const put = (userID: number | undefined, activity: string) => force(activity, { userID: userID ?? 0 })
    for (const userID of others) await put(userID, 'AVAILABLE')
    const desk = await open('desk')
    const flags = () => heard(desk, 'systemIssuesFlag', 'excessiveSystemIssuesFlag').slice(-2)
    const told = (people: number, isExcessive: boolean) =>
      vi.waitFor(() =>
        expect(flags()).toEqual([
          ['systemIssuesFlag', people],
          ['excessiveSystemIssuesFlag', isExcessive],
        ]),
      )
    await force('SYSTEM ISSUES')
    await told(1, false)
    const ann = await open('ann')
    await put(others[0], 'SYSTEM ISSUES')
    await told(2, false)
    const late = await open('desk')
    await vi.waitFor(() =>
      expect(heard(late, 'systemIssuesFlag', 'excessiveSystemIssuesFlag')).toEqual([
        ['systemIssuesFlag', 2],
        ['excessiveSystemIssuesFlag', false],
      ]),
    )
    await put(others[1], 'SYSTEM ISSUES')
    await told(3, true)
    for (const userID of others.slice(0, 2)) await put(userID, 'AVAILABLE')
    await told(1, false)
    // Of one more on shift one is too few for a flag.
    await put(await addPerson(server, { userName: 'more' }), 'AVAILABLE')
    await told(0, false)
    expect(heard(desk, 'systemFlagsChanged').length).toBeGreaterThan(0)
    expect([heard(ann, 'systemIssuesFlag'), heard(ann, 'systemFlagsChanged')]).toEqual([[], []])
  })

  test('only who may changes their own or another’s', async () => {
    const force = { userID: id('bob'), activity: 'BREAK' }
    expect(await ask('ann', '/api/activity/force/current-activity', force)).toEqual(DENIED)
    expect(await ask('ann', '/api/activity/update/current-activity', { activity: 'BREAK' })).toEqual(DENIED)
    // The answer is the new activity, as windows are told it.
    expect(await ask('desk', '/api/activity/update/current-activity', { activity: 'BREAK' })).toEqual({
      status: 200,
      body: expect.objectContaining({ currentActivity: 'BREAK', isOverride: false, onActivityActions: [] }),
    })
    const at = await read('desk', '/api/passport-validation/activity-state')
    expect(at).toEqual({ activityLastResponseTime: new Date(NOON).toISOString() })
  })
})

describe('messages on screens', () => {
  const time = new Date(NOON).toISOString()
  const pops = (window: LiveClient) => heard(window, 'recievePopupMessageFromManager', 'newQuestMessage')

  test('S117 S293 S297 a popup and a quest message come at once, or when their person is back, once', async () => {
    const ann = await open('ann')
    const userIDs = [id('ann'), id('bob')]
    expect(await ask('desk', '/api/communication/popup/send', { userIDs, message: 'Call me.' })).toEqual(DONE)
    expect(
      await ask('desk', '/api/igamification/quest-message', { userIDs, icon: '🏆', message: 'Ten!' }),
    ).toEqual(DONE)
    const both = [
      ['recievePopupMessageFromManager', { name: 'Dee Desk', message: 'Call me.', time }],
      ['newQuestMessage', { icon: '🏆', message: 'Ten!', time }],
    ]
    await vi.waitFor(() => expect(pops(ann)).toEqual(both))
    expect(pops(await open('bob'))).toEqual(both)
    expect(pops(await open('bob'))).toEqual([])
    expect(
      (await ask('desk', '/api/communication/popup/send', { userIDs: [999], message: 'x' })).status,
    ).toBe(400)
    for (const [path, more] of [
      ['/api/communication/popup/send', {}],
      ['/api/igamification/quest-message', { icon: '🏆' }],
    ] as const)
      expect(await ask('ann', path, { userIDs, message: 'x', ...more })).toEqual(DENIED)
  })

  test('S292 the emergency number is dialled on a window that is open', async () => {
    const dial = (who: string) => ask(who, '/api/support/dial-emergency-number', { userID: id('ann') })
    expect(await dial('ann')).toEqual(DENIED)
    await vi.waitFor(async () =>
      expect(await dial('desk')).toEqual({
        status: 400,
        body: { value: 'No window of this person is open.' },
      }),
    )
    const ann = await open('ann')
    expect(await dial('desk')).toEqual(DONE)
    await vi.waitFor(() =>
      expect(heard(ann, 'dialEmergencyNumber')).toEqual([['dialEmergencyNumber', '999']]),
    )
  })
})

test('S264 a device’s push token is kept, for who signed in on it last', async () => {
  const { db } = server.server
  const register = (who: string) =>
    ask(who, '/api/mobile/push-notification/register-fcm', { fcm: 'device-1' })
  expect(await register('ann')).toEqual(DONE)
  expect(await register('bob')).toEqual(DONE)
  expect(await db.selectFrom('pushTokens').selectAll().execute()).toEqual([
    { fcm: 'device-1', userID: id('bob'), at: NOON },
  ])
})

test('S284 a wifi band is taken, a word that is none is refused', async () => {
  const ann = await open('ann')
  for (const band of WIFI_BANDS) await expect(ann.client.invoke('setWifiBand', band)).resolves.toBeUndefined()
  await expect(ann.client.invoke('setWifiBand', 'SPLENDID')).rejects.toThrow()
})
