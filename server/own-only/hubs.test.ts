import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { acceptCall } from '#shared/contract/calls.ts'
import { GENERAL_CALL } from '#shared/domain/calls.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { chatHub } from '#shared/hubs/chat.ts'
import type { Hub } from '#shared/hubs/hub.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { magicHub } from '#shared/hubs/magic.ts'
import { mainHub } from '#shared/hubs/main.ts'
import type { Database } from '../db/database.ts'
import { dropSnapshot, tablesOf } from '../db/testing/snapshot.ts'
import { ANN, BOB, type Company, grant, make, openCompany } from '../http/testing/company.ts'
import { createLiveClients, type LiveClient } from '../http/testing/live-clients.ts'
import { addPerson, NOON, signIn } from '../http/testing/test-server.ts'
import { addOwnPlace } from './others-things.ts'

const HUBS = { chat: chatHub, livePanel: livePanelHub, magic: magicHub, main: mainHub } as const
/** The hubs for people who are signed in. */
type HubName = Exclude<keyof typeof HUBS, 'magic'>

/** Methods whose arguments name nobody's things. */
const FREE: Readonly<Record<string, string>> = {
  'magic.onJoinQueue':
    'its key is what only the window that began the sign-in has; magic-link.test.ts tries others',
  'main.setAppVersion': 'the version of the window that says it',
  'main.setDesktopVersion': 'the version of the client that says it',
  'main.takesActivityActions': 'what the window that says it does',
  'main.takeActivityActions': 'those of the person who asks; no id of a thing is in it',
  'main.setMachineAway': 'the machine of the window that says it',
  'main.setWifiBand': 'the band of the machine that says it',
  'main.lookAtPlan': 'planners plan whom they may, others nobody: plan-looks.test.ts',
}

interface Attempt {
  readonly method: `${HubName}.${string}`
  /** Something of ann's and bob's, named by cat. */
  readonly theirs: readonly unknown[]
  /** The same for something that doesn't exist; null where that is ignored silently. */
  readonly nobodys: readonly unknown[] | null
}

const NOBODYS = 987_654
const TICKET = 1
const MEETING = 1
const CATS_MEETING = 2
const [ANNS_SEAT, BOBS_SEAT, NOBODYS_SEAT] = [randomUUID(), randomUUID(), randomUUID()]
const STATE = { microphone: 'ON', camera: true, screen: true }
const SIGNAL = {
  kind: 'CANDIDATE',
  ...{ attempt: 1, candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null },
}
const MUTE_ALL = { kind: 'MUTE_ALL' }
const FIGURES = {
  ...{ way: 'DIRECT', lossIn: 0, lossOut: null, jitterMs: null, roundTripMs: null },
  ...{ cpuLimited: 0, cause: 'NONE', silentSeconds: 0 },
}
const callTo = (userID: number, meetingID: number) => [userID, meetingID, GENERAL_CALL, false]

const ATTEMPTS: readonly Attempt[] = [
  { method: 'chat.focusOnThread', theirs: ['PROJECT', 7], nobodys: ['PROJECT', NOBODYS] },
  { method: 'chat.onKeyStroke', theirs: ['MANUAL', 2], nobodys: ['MANUAL', NOBODYS] },
  ...(['chat.makeCall', 'main.makeCall'] as const).flatMap((method) => [
    { method, theirs: callTo(BOB, MEETING), nobodys: callTo(BOB, NOBODYS) },
    // Her own meeting, to which bob isn't invited.
    { method, theirs: callTo(BOB, CATS_MEETING), nobodys: callTo(BOB, NOBODYS) },
  ]),
  { method: 'livePanel.lookAtTicket', theirs: [TICKET], nobodys: [NOBODYS] },
  { method: 'livePanel.leaveTicket', theirs: [TICKET], nobodys: null },
  { method: 'livePanel.watchLivePerson', theirs: [ANN], nobodys: [NOBODYS] },
  { method: 'livePanel.leaveLivePerson', theirs: [ANN], nobodys: null },
  { method: 'main.declineCallOffer', theirs: [ANN, 'No'], nobodys: null },
  // The command was sent to ann.
  { method: 'main.remoteCommandDone', theirs: [1, 'DONE', ''], nobodys: null },
  { method: 'main.cancelCall', theirs: [], nobodys: null },
  { method: 'main.takeCallSeat', theirs: [MEETING, randomUUID()], nobodys: [NOBODYS, randomUUID()] },
  { method: 'main.leaveCallSeat', theirs: [ANNS_SEAT], nobodys: null },
  { method: 'main.changeCallSeat', theirs: [ANNS_SEAT, STATE], nobodys: [NOBODYS_SEAT, STATE] },
  {
    method: 'main.sendCallSignal',
    theirs: [ANNS_SEAT, BOBS_SEAT, SIGNAL],
    nobodys: [NOBODYS_SEAT, BOBS_SEAT, SIGNAL],
  },
  { method: 'main.raiseCallHand', theirs: [ANNS_SEAT, true], nobodys: [NOBODYS_SEAT, true] },
  { method: 'main.sendCallReaction', theirs: [ANNS_SEAT, 'CLAP'], nobodys: [NOBODYS_SEAT, 'CLAP'] },
  { method: 'main.askInCall', theirs: [ANNS_SEAT, MUTE_ALL], nobodys: [NOBODYS_SEAT, MUTE_ALL] },
  { method: 'main.keepCallFigures', theirs: [ANNS_SEAT, FIGURES], nobodys: [NOBODYS_SEAT, FIGURES] },
]

type Windows = Record<HubName, LiveClient>

const live = createLiveClients()
let company: Company
let db: Database
let bobs: { authorization: string }
type Somebody = 'ann' | 'bob' | 'cat'
const windows: Partial<Record<Somebody, Windows>> = {}

async function openWindows(userName: Somebody, bearer: { authorization: string }): Promise<void> {
  const { server } = company
  const origin = server.server.app.listeningOrigin
  // Arrivals and departures are announced later, whatever cat does.
  const eventsOf = ({ events }: Hub) => Object.keys(events).filter((name) => name !== 'refreshContactList')
  const open = (hub: Hub) => live.open(server, origin + hub.path, bearer, eventsOf(hub))
  const [chat, livePanel, main] = [await open(chatHub), await open(livePanelHub), await open(mainHub)]
  await chat.client.invoke('joinTeamChat')
  windows[userName] = { chat, livePanel, main }
}

const invoke = (userName: Somebody, { method }: Attempt, args: readonly unknown[]) => {
  const [hub, name = ''] = method.split('.') as [HubName, string]
  return windows[userName]?.[hub].client.invoke(name, ...args)
}

/** What the windows of these people received, up to now. */
async function heardBy(...userNames: Somebody[]): Promise<unknown[]> {
  const theirs = userNames.flatMap((userName) => Object.values(windows[userName] ?? {}))
  // A hub answers in order, so its answer, even a refusal, comes after all earlier events.
  await Promise.all(theirs.map(({ client }) => client.invoke('nothing').catch(() => {})))
  return theirs.flatMap(({ heard }) => [...heard])
}

async function everything(): Promise<Record<string, unknown[]>> {
  const tables = await tablesOf(db)
  const held: Record<string, unknown[]> = {}
  for (const { name } of tables) held[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows
  return held
}

async function addMeeting(id: number, hostID: number, people: readonly number[]): Promise<void> {
  const talk = { hostID, subject: 'Talk', agenda: '', start: NOON, end: NOON + 1, announcedAt: NOON }
  await db
    .insertInto('meetings')
    .values({ id, ...talk })
    .execute()
  await db
    .insertInto('meetingPeople')
    .values(people.map((userID) => ({ meetingID: id, userID })))
    .execute()
}

beforeAll(async () => {
  // No call times out.
  company = await openCompany({ schedule: () => () => {} })
  const { server } = company
  db = server.server.db
  await dropSnapshot(db)
  const catID = await addPerson(server, {
    id: 3,
    userName: 'cat',
    permissions: ['GENERAL_CAN_USE_TEAM_CHAT'],
  })
  await addOwnPlace(db, catID)
  await addMeeting(CATS_MEETING, catID, [catID])
  await db.insertInto('meetingPeople').values({ meetingID: MEETING, userID: BOB }).execute()
  const calling: PermissionName[] = ['CAN_MAKE_CALL']
  await grant(db, ANN, calling)
  await grant(db, BOB, [...calling, 'ISUPERVISOR_CAN_SEE_MODULE'])
  await grant(db, catID, calling)
  await server.server.listen(0, '127.0.0.1')
  bobs = await signIn(server, 'bob')
  await openWindows('bob', bobs)
  await openWindows('ann', await signIn(server, 'ann'))
  await openWindows('cat', await signIn(server, 'cat'))
  // Ann and bob talk in a call.
  await windows.ann?.main.client.invoke('takeCallSeat', MEETING, ANNS_SEAT)
  await windows.bob?.main.client.invoke('takeCallSeat', MEETING, BOBS_SEAT)
  // Bob looks at ann's ticket, and ann's call rings at his windows, while cat tries everything.
  await windows.bob?.livePanel.client.invoke('lookAtTicket', TICKET)
  await windows.ann?.main.client.invoke('makeCall', ...callTo(BOB, MEETING))
})
afterAll(async () => {
  await live.closeAll()
  await company.server.server.close()
})

test('every method that takes something is tried as somebody else', () => {
  const taking = Object.entries(HUBS).flatMap(([hub, { methods }]) =>
    Object.entries<Hub['methods'][string]>(methods)
      .filter(([, { args }]) => args._zod.def.items.length > 0)
      .map(([name]) => `${hub}.${name}`),
  )
  const tried = new Set(ATTEMPTS.filter(({ theirs }) => theirs.length > 0).map(({ method }) => method))
  expect([...tried, ...Object.keys(FREE)].sort()).toEqual(taking.sort())
})

describe('own only', () => {
  test.each(ATTEMPTS)('$method with $theirs changes nothing of others', async (attempt) => {
    const before = { held: await everything(), heard: await heardBy('ann', 'bob') }
    const asCat = (args: readonly unknown[]) =>
      invoke('cat', attempt, args)?.then(
        () => 'done',
        (error: Error) => error.message,
      )
    const answer = await asCat(attempt.theirs)
    expect(answer === 'done').toBe(attempt.nobodys === null)
    if (attempt.nobodys) expect(answer).toBe(await asCat(attempt.nobodys))
    expect({ held: await everything(), heard: await heardBy('ann', 'bob') }).toEqual(before)
  })

  test('what cat tried is there for those whose it is', async () => {
    const [ann, bob] = [windows.ann, windows.bob]
    await ann?.chat.client.invoke('focusOnThread', 'PROJECT', 7)
    await ann?.chat.client.invoke('onKeyStroke', 'MANUAL', 2)
    await ann?.livePanel.client.invoke('lookAtTicket', TICKET)
    const heard = await heardBy('bob')
    expect(heard).toContainEqual(['someoneFocused', expect.objectContaining({ userID: ANN })])
    expect(heard).toContainEqual(['someoneTyping', expect.objectContaining({ userID: ANN })])
    const accepted = await make(company.server, acceptCall, { callerID: ANN }, bobs)
    expect({ status: accepted.status, body: JSON.parse(accepted.body) }).toMatchObject({
      status: 200,
      body: { ID: MEETING },
    })
    await vi.waitFor(async () =>
      expect(await heardBy('ann')).toContainEqual(['joinMeeting', expect.objectContaining({ ID: MEETING })]),
    )
    await bob?.livePanel.client.invoke('leaveTicket', TICKET)
    expect(bob?.livePanel.heard).toContainEqual([
      'ticketLookers',
      { ticketID: TICKET, lookers: [expect.objectContaining({ userID: BOB })] },
    ])
  })
})
