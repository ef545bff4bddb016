import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import { AuditChain } from '../../../audit/audit-chain.ts'
import { AuditKey } from '../../../audit/audit-key.ts'
import { AttemptCounts } from '../../../auth/attempt-counts.ts'
import { Companions } from '../../../auth/companions.ts'
import { hashLinkToken } from '../../../auth/link-tokens.ts'
import { MobileCodes } from '../../../auth/mobile-codes.ts'
import { newCodeSecret } from '../../../auth/one-time-codes.ts'
import { type PasswordResetOptions, PasswordResets } from '../../../auth/password-resets.ts'
import { newRecoveryCodes, recoveryCodeMeant } from '../../../auth/recovery-codes.ts'
import { Sealer } from '../../../auth/sealer.ts'
import { Sessions } from '../../../auth/sessions.ts'
import { SignIns } from '../../../auth/sign-ins.ts'
import { sealCodeSecret, TwoFactor } from '../../../auth/two-factor.ts'
import { Background } from '../../../background.ts'
import { BackgroundServices } from '../../../background-services/background-services.ts'
import { Broadcasts } from '../../../broadcast/broadcasts.ts'
import { Reminders } from '../../../calendar/reminders.ts'
import { CallBoard } from '../../../calls/call-board.ts'
import { CallHosts } from '../../../calls/call-hosts.ts'
import { MissedCalls } from '../../../calls/missed-calls.ts'
import { requireMemberThread } from '../../../chat/access.ts'
import { addRoom, recordingPublisher } from '../../../chat/chat-fixture.ts'
import { endPoll, requirePoll, setVotes } from '../../../chat/polls.ts'
import type { ChatPublisher } from '../../../chat/publisher.ts'
import { markThreadRead } from '../../../chat/reading.ts'
import { sendMessage } from '../../../chat/sending.ts'
import type { Caller } from '../../../http/handlers.ts'
import { Idempotency } from '../../../http/idempotency.ts'
import { codeAt } from '../../../http/testing/test-server.ts'
import { Outbox } from '../../../mail/outbox.ts'
import { Meetings } from '../../../meetings/meetings.ts'
import { audit } from '../../../records/audit.ts'
import { keepingGrantor, somebodyCanGrant } from '../../../roles/grantors.ts'
import { ScimGroups } from '../../../scim/scim-groups.ts'
import { GROUP_SCHEMA } from '../../../scim/scim-resources.ts'
import type { ScimParts } from '../../../scim/scim-users.ts'
import { claim } from '../../../setup/installation.ts'
import type { MainPublisher } from '../../../shell/main-publisher.ts'
import { assignTicket } from '../../../tickets/handling.ts'
import { addTicket } from '../../../tickets/testing/ticket-fixture.ts'
import { changeTicket } from '../../../tickets/write.ts'
import { Deliveries } from '../../../webhooks/deliveries.ts'
import type { Database } from '../../database.ts'
import { Interleaving, type Round } from '../../testing/interleave.ts'
import { addNames } from '../../testing/people.ts'
import { leasePostgres } from '../../testing/test-database.ts'
import { inOneUnit } from '../../unit-of-work.ts'

/** Rounds of each decision. */
const ROUNDS = process.env.FIELDWORK_LONG ? 1000 : 20
/** Of those that take many statements. */
const FEWER = Math.ceil(ROUNDS / 3)
const NOW = 1_800_000_000_000
const clock = () => NOW

let lease: Awaited<ReturnType<typeof leasePostgres>>
let two: Interleaving
let db: Database
let sealer: Sealer
let ann: number
let ben: number

beforeAll(async () => {
  lease = await leasePostgres()
  if (!lease) throw new Error('These tests need a PostgreSQL.')
  two = new Interleaving(lease.url)
  const [first] = two.servers
  if (!first) throw new Error('There is no server')
  db = first
  lease.until(db)
  sealer = await Sealer.open(db)
  ;[ann = 0, ben = 0] = await addNames(db, 'Ann', 'Ben')
})
afterAll(() => two.close())

type Works<T> = readonly ((on: Database) => Promise<T>)[]

/**
 * Rounds of one decision. @param prepare what each round begins with, and what the two servers do then
 * @param holds the invariant, looked at after each round; throws where it doesn't hold
 */
async function rounds<T>(
  prepare: (seed: number) => Promise<Works<T>>,
  holds: (round: Round<T>) => Promise<void> | void,
  on: Interleaving = two,
  count = ROUNDS,
): Promise<void> {
  for (let seed = 1; seed <= count; seed += 1) {
    const works = await prepare(seed)
    const round = await on.round(seed, works)
    try {
      await holds(round)
    } catch (error) {
      const said = round.outcomes.map((one) =>
        one.status === 'rejected' ? String(one.reason) : JSON.stringify(one.value),
      )
      throw new Error(`Seed ${seed} breaks it:\n${said.join('\n')}\n${on.told}`, { cause: error })
    }
  }
}

const won = <T>({ outcomes }: Round<T>) => outcomes.filter(({ status }) => status === 'fulfilled').length
const valuesOf = <T>({ outcomes }: Round<T>) =>
  outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
const request =
  <T>(work: (on: Database) => Promise<T>) =>
  (on: Database) =>
    inOneUnit(() => work(on))

const silent = {
  ...{ ticketChanged: () => {}, notified: () => {} },
  ...{ countsChanged: async () => {}, activityChanged: async () => {} },
}
const supervisor = (userID: number, displayName: string) => ({
  ...{ userID, displayName },
  permissions: permissionsOf([PERMISSIONS.ISUPERVISOR_CAN_SEE_MODULE]),
})
const desk = (on: Database) => ({ db: on, clock, publisher: silent })

/** A ticket's version counts its changes, each made by somebody who saw the one before. */
async function ticketHolds(ticketID: number, changes: number, on = db): Promise<void> {
  const { version } = await on
    .selectFrom('tickets')
    .select('version')
    .where('id', '=', ticketID)
    .executeTakeFirstOrThrow()
  const events = await on
    .selectFrom('ticketTimeline')
    .select('event')
    .where('ticketID', '=', ticketID)
    .execute()
  expect({ version, events: events.length }).toEqual({ version: 1 + changes, events: changes })
}

test('changeTicket: of two who take a ticket one has it, and the other is told', async () => {
  let ticketID = 0
  await rounds(
    async () => {
      ticketID = await addTicket(db, { raisedBy: ben })
      return [ann, ben].map((id) =>
        request((on) => assignTicket(desk(on), supervisor(id, 'One'), ticketID, undefined)),
      )
    },
    async (round) => {
      expect(won(round)).toBe(1)
      await ticketHolds(ticketID, 1)
    },
  )
})

const count = (ticketID: number) => (on: Database) =>
  changeTicket(desk(on), supervisor(ann, 'Ann'), ticketID, ({ spec }) => ({
    event: 'SETTINGS_CHANGED',
    set: { spec: String(Number(spec) + 1) },
  }))
const specOf = async (ticketID: number, on = db) =>
  (await on.selectFrom('tickets').select('spec').where('id', '=', ticketID).executeTakeFirstOrThrow()).spec

test('changeTicket: what one changes the other sees, and both stand', async () => {
  let ticketID = 0
  await rounds(
    async () => {
      ticketID = await addTicket(db, { raisedBy: ben, spec: '0' })
      return [request(count(ticketID)), request(count(ticketID))]
    },
    async () => {
      await ticketHolds(ticketID, 2)
      expect(await specOf(ticketID)).toBe('2')
    },
  )
})

test('without turns the rounds find it: a change of a ticket is lost', async () => {
  const broken = new Interleaving(lease?.url ?? '', 2, async (connection) => {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  })
  let ticketID = 0
  const run = rounds(
    async () => {
      ticketID = await addTicket(db, { raisedBy: ben, spec: '0' })
      return [request(count(ticketID)), request(count(ticketID))]
    },
    async () => expect(await specOf(ticketID)).toBe('2'),
    broken,
    20,
  )
  await expect(run).rejects.toThrow('breaks it')
  await broken.close()
})

test('the last grantor: of two who lock each other out one stays', async () => {
  await rounds(
    async () => {
      await db.updateTable('users').set({ lockedAt: null, passwordHash: 'x' }).execute()
      await db
        .insertInto('userPermissions')
        .values(
          [ann, ben].flatMap((userID) =>
            [PERMISSIONS.ADMIN_CAN_SEE_USERS, PERMISSIONS.ADMIN_CAN_EDIT_SETTINGS].map((permission) => ({
              ...{ userID, permission },
            })),
          ),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return [ben, ann].map((id) =>
        request((on) =>
          keepingGrantor(on, (trx) =>
            trx.updateTable('users').set({ lockedAt: NOW }).where('id', '=', id).execute(),
          ),
        ),
      )
    },
    async (round) => {
      expect(won(round)).toBe(1)
      expect(await somebodyCanGrant(db)).toBe(true)
    },
  )
  await db.updateTable('users').set({ lockedAt: null }).execute()
})

test('a timer: what is due runs once, also where the server of the run before died', async () => {
  let ran = 0
  const service = {
    ...{ key: 'RACE', name: 'Race', what: '', schedule: { every: 60 } },
    run: async () => void ran++,
  }
  const tick = async (on: Database) => {
    const background = new Background((error) => expect.unreachable(String(error)))
    const services = new BackgroundServices(
      {
        ...{ db: on, clock, background, log: () => {}, schedule: () => () => {} },
        ...{ onChange: () => {}, onFailing: async () => {} },
      },
      [service],
    )
    await services.tick()
    await background.settled()
  }
  await rounds(
    async (seed) => {
      ran = 0
      await db.deleteFrom('backgroundRuns').execute()
      const died = seed % 2 === 0
      const row = {
        ...{ nextRunAt: NOW, schedule: '{"every":60}', failuresInRow: 0, pausedAt: null },
        ...{ leaseID: died ? 'dead' : null, leaseUntil: died ? NOW : null },
      }
      await db
        .insertInto('backgroundServices')
        .values({ key: 'RACE', ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
      if (died)
        await db
          .insertInto('backgroundRuns')
          .values({
            ...{ key: 'RACE', leaseID: 'dead', startedAt: NOW - 1, endedAt: null, outcome: null },
            ...{ error: '', startedBy: null, lines: '[]' },
          })
          .execute()
      return [tick, tick]
    },
    async (round) => {
      expect([won(round), ran]).toEqual([2, 1])
      const runs = await db.selectFrom('backgroundRuns').select('outcome').orderBy('id').execute()
      expect(runs.filter(({ outcome }) => outcome === 'DONE')).toHaveLength(1)
      expect(runs.filter(({ outcome }) => outcome === null)).toEqual([])
    },
  )
})

test('mail: each is sent once, and both servers together keep the limit of a minute', async () => {
  const sent: string[] = []
  const drain = async (on: Database) => {
    const background = new Background((error) => expect.unreachable(String(error)))
    const route = {
      ...{ from: '', isAtOnce: false, perMinute: 3, close: () => {} },
      send: async ({ to }: { to: string }) => {
        sent.push(to)
        return 'ok'
      },
    }
    const outbox = new Outbox({
      ...{ db: on, clock, sealer, background, onFailure: () => {} },
      openRoute: async () => route,
    })
    await outbox.tend()
  }
  await rounds(
    async () => {
      sent.length = 0
      await db.deleteFrom('mailAttempts').execute()
      await db.deleteFrom('mails').execute()
      await db
        .insertInto('mails')
        .values(
          ['a', 'b', 'c', 'd'].map((to) => ({
            ...{ version: 1, messageID: `<${to}@x>`, kind: 'OTHER' as const, to, from: '', subject: to },
            ...{ userID: null, state: 'QUEUED' as const, content: '{"text":"x"}', createdAt: NOW },
            ...{ expiresAt: null, nextAt: NOW, tries: 0, lastAnswer: '' },
          })),
        )
        .execute()
      return [drain, drain]
    },
    (round) => {
      expect(won(round)).toBe(2)
      expect([...sent].sort()).toEqual(['a', 'b', 'c'])
    },
    two,
    FEWER,
  )
})

test('webhooks: a delivery is tried by one server, whichever it is', async () => {
  const [adaptor] = await db
    .insertInto('adaptors')
    .values({
      ...{
        version: 1,
        kind: 'WEBHOOK' as const,
        name: 'Hook',
        isEnabled: 1,
        lastError: '',
        failuresInRow: 0,
      },
      ...{
        settings: '{"address":"https://hook.example","events":["ticket.resolved"]}',
        lastSuccessAt: null,
        lastErrorAt: null,
      },
      ...{ changedBy: null, changedAt: NOW },
    })
    .returning('id')
    .execute()
  const look = (on: Database) =>
    new Deliveries({
      ...{ db: on, clock, rules: { allowedNetworks: [], answerMs: 1 } as never },
      adaptors: { note: async () => {}, secret: async () => null, secretSetAt: async () => null },
    }).look()
  await rounds(
    async () => {
      await db.deleteFrom('webhookDeliveries').execute()
      await db
        .insertInto('webhookDeliveries')
        .values(
          [1, 2, 3].map((n) => ({
            ...{ deliveryID: `d${n}`, adaptorID: adaptor?.id ?? 0, event: 'E', recordID: null, body: '{}' },
            ...{ state: 'WAITING' as const, createdAt: NOW, nextAt: NOW, tries: 0, lastAnswer: '' },
            ...{ leaseID: null, leaseUntil: null, endedAt: null },
          })),
        )
        .execute()
      return [look, look]
    },
    async (round) => {
      expect(won(round)).toBe(2)
      const rows = await db.selectFrom('webhookDeliveries').select(['tries', 'state']).execute()
      expect(rows).toEqual(rows.map(() => ({ tries: 1, state: 'WAITING' })))
    },
    two,
    FEWER,
  )
})

let rooms = 0
async function room(): Promise<number> {
  rooms += 1
  const { id } = await db
    .insertInto('threads')
    .values({
      ...{ type: 'CHATROOM', source: 'PROJECT', sourceID: rooms, label: `room ${rooms}` },
      ...{ displayLabel: '', displayGroupLabel: '', isGroup: 1, status: '', priority: '', createdAt: NOW },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('threadMembers')
    .values(
      [ann, ben].map((userID) => ({ threadID: id, userID, isAdmin: 1, isArchived: 0, lastReadMessageID: 0 })),
    )
    .execute()
  return id
}

test('read positions never move back', async () => {
  const threadID = await room()
  await db.updateTable('threads').set({ lastMessageID: 9 }).where('id', '=', threadID).execute()
  const hub = { countedUserIDs: new Set<number>(), unreadCount: () => {} } as unknown as ChatPublisher
  await rounds(
    async () => {
      await db
        .updateTable('threadMembers')
        .set({ lastReadMessageID: 0 })
        .where('threadID', '=', threadID)
        .execute()
      return [9, 4].map((upTo) => request((on) => markThreadRead(on, clock, hub, ann, threadID, upTo)))
    },
    async () => {
      const { lastReadMessageID } = await db
        .selectFrom('threadMembers')
        .where('threadID', '=', threadID)
        .where('userID', '=', ann)
        .select('lastReadMessageID')
        .executeTakeFirstOrThrow()
      expect(lastReadMessageID).toBe(9)
    },
  )
})

test('polls: after one is closed no vote counts, and a person has one vote', async () => {
  const threadID = await room()
  let pollID = 0
  let options: number[] = []
  const vote = (option: number) => async (on: Database) => {
    const { poll } = await requirePoll(on, ann, pollID)
    await setVotes(on, ann, poll, [options[option] ?? 0], NOW)
    return 'voted'
  }
  const close = async (on: Database) => {
    const { poll, thread } = await requirePoll(on, ben, pollID)
    await endPoll(on, ben, poll, thread, NOW)
    return 'closed'
  }
  await rounds(
    async (seed) => {
      const { id } = await db
        .insertInto('polls')
        .values({
          ...{ threadID, messageID: null, question: '', isMultiple: 0, isAnonymous: 0, createdBy: ben },
          ...{ createdAt: NOW, closesAt: null, closedAt: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      pollID = id
      const made = await db
        .insertInto('pollOptions')
        .values(['a', 'b'].map((text) => ({ pollID, text })))
        .returning('id')
        .execute()
      options = made.map((one) => one.id)
      return seed % 2 === 0 ? [request(vote(0)), request(vote(1))] : [request(vote(0)), request(close)]
    },
    async ({ outcomes, commits }) => {
      const votes = await db
        .selectFrom('pollVotes')
        .where('optionID', 'in', options)
        .select('optionID')
        .execute()
      const isClosing = outcomes[1]?.status === 'fulfilled' && outcomes[1].value === 'closed'
      if (!isClosing) return expect(votes).toHaveLength(1)
      const isVoted = outcomes[0]?.status === 'fulfilled'
      expect(votes).toHaveLength(isVoted ? 1 : 0)
      expect(isVoted).toBe(commits[0] === 0)
    },
  )
})

test('devices: a device is one person’s, a person’s one device', async () => {
  const pair = (userID: number, device: string) =>
    request((on) => new Companions(on, clock, new Sessions(on, clock)).pair(userID, device, ann))
  await rounds(
    async (seed) => {
      await db.deleteFrom('devices').execute()
      return seed % 2 === 0 ? [pair(ann, 'd1'), pair(ben, 'd1')] : [pair(ann, 'd1'), pair(ann, 'd2')]
    },
    async (round) => {
      expect(await db.selectFrom('devices').select('deviceID').execute()).toHaveLength(1)
      expect(valuesOf(round).length).toBe(2)
    },
  )
})

test('sign-in links and codes: each works once', async () => {
  let code = ''
  let key = ''
  const takers: readonly ((on: Database) => Promise<unknown>)[] = [
    (on) => new MobileCodes(on, clock).take(code),
    (on) => new SignIns(on, clock).confirm(hashLinkToken('token')),
    (on) =>
      new SignIns(on, clock)
        .consume(key, { userName: 'ann', userID: ann, stage: 'CONFIRM_MAGIC_LINK' })
        .then((isUsed) => isUsed || null),
  ]
  await rounds(
    async (seed) => {
      await db.deleteFrom('signIns').execute()
      code = await new MobileCodes(db, clock).begin(ann)
      key = await new SignIns(db, clock).begin(
        { userName: 'ann', userID: ann, stage: 'CONFIRM_MAGIC_LINK' },
        { linkHash: hashLinkToken('token'), isPasswordless: true },
      )
      const take = takers[seed % takers.length] ?? (() => Promise.reject(new Error('nothing to take')))
      return [request(take), request(take)]
    },
    (round) => expect(valuesOf(round).filter((one) => one !== null)).toHaveLength(1),
  )
})

test('attempts: two servers together let through as many as the limit says', async () => {
  const key = 'password of x'
  const three = async (on: Database) => {
    let passed = 0
    for (let n = 0; n < 3; n += 1)
      await new AttemptCounts(on, clock).take(key, { failures: 4, windowSeconds: 60 }).then(
        () => passed++,
        () => {},
      )
    return passed
  }
  await rounds(
    async () => {
      await db.deleteFrom('attemptCounts').execute()
      return [three, three]
    },
    (round) => expect(valuesOf(round).reduce((sum, n) => sum + n, 0)).toBe(4),
  )
})

test('idempotency keys: two servers do it once, and both give the same answer', async () => {
  const once = (on: Database) =>
    new Idempotency(on, clock).once({ userID: ann, key: 'k', path: '/x', input: {} }, async () => {
      const before = await on
        .selectFrom('settings')
        .where('name', '=', 'n')
        .select('value')
        .executeTakeFirst()
      const value = String(Number(before?.value ?? 0) + 1)
      await on
        .insertInto('settings')
        .values({ name: 'n', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
      return { status: 200, answer: value }
    })
  await rounds(
    async () => {
      await db.deleteFrom('idempotency').execute()
      await db.deleteFrom('settings').where('name', '=', 'n').execute()
      return [once, once]
    },
    async (round) => {
      expect(valuesOf(round).map(({ answer }) => answer)).toEqual(['1', '1'])
      expect(valuesOf(round).filter(({ isReplay }) => isReplay)).toHaveLength(1)
      expect(await db.selectFrom('settings').where('name', '=', 'n').select('value').execute()).toEqual([
        { value: '1' },
      ])
    },
  )
})

test('the audit is one chain, whoever links it', async () => {
  const key = await AuditKey.open(db, sealer)
  const chain = (on: Database) => new AuditChain({ db: on, clock, key, keepRoot: () => {} })
  await rounds(
    async () => {
      await db.deleteFrom('audit').execute()
      await db.deleteFrom('auditPoints').execute()
      for (const label of ['a', 'b', 'c'])
        await audit(db, { userID: ann, displayName: 'Ann' }, NOW, {
          ...{ action: 'SKILL_CHANGED', page: '', recordType: 'skill', recordID: 1, label },
        })
      return [(on) => chain(on).tend(), (on) => chain(on).tend()]
    },
    async (round) => {
      expect(won(round)).toBe(2)
      expect(await chain(db).verify()).toMatchObject({ verdict: { isWhole: true }, unchained: 0 })
    },
  )
})

test('a call has one end: accepted, cancelled or unanswered', async () => {
  const told: string[] = []
  const publisher: MainPublisher = {
    toUser: (_id, event, ..._args) => void told.push(event),
    toOthers: () => {},
    windowsOf: () => [],
    toConnection: (_id, event, ..._args) => void told.push(event),
    toGroup: () => {},
    toAll: () => {},
    online: () => [],
    isOnline: () => true,
    isConnected: async () => true,
    isThere: () => true,
  }
  const meetings = new Meetings(db, clock, publisher)
  const meetingID = await meetings.add({
    ...{ hostID: ann, hostName: 'Ann', subject: '', agenda: '', ids: [ben], immediate: true },
    ...{ start: NOW, end: NOW + 1000 },
  })
  const board = (on: Database, at = NOW) =>
    new CallBoard({
      ...{ db: on, clock: () => at, publisher },
      meetings: new Meetings(on, clock, publisher),
      missed: new MissedCalls(on, clock),
      background: { runAfter: () => {} },
    })
  const ends: Works<unknown> = [
    request((on) => board(on).accept({ userID: ben, sessionID: 's' }, ann)),
    (on) => board(on).cancelOf({ id: 'w' }),
    (on) => board(on, NOW + 100_000).endLate(),
  ]
  await rounds(
    async (seed) => {
      const permissions = permissionsOf([PERMISSIONS.CAN_MAKE_CALL])
      const identity = { sessionID: 's', userID: ann, userName: 'ann', displayName: 'Ann', permissions }
      await board(db).make(
        { id: 'w', identity: { ...identity, tokenType: 'OTHER' }, send: () => {} },
        { calleeID: ben, title: '', meeting: { ID: meetingID, screenShare: false } },
      )
      told.length = 0
      return ends.filter((_, place) => place !== seed % 3)
    },
    async () => {
      const last = told.filter((event) => event === 'joinMeeting' || event === 'cancelIncomingCall')
      expect(last).toHaveLength(1)
      expect(await db.selectFrom('callOffers').select('id').execute()).toEqual([])
    },
  )
})

test('a call belongs to one server: of two that take it at once, also one whose server died or whose engine is away', async () => {
  const meetings = new Meetings(db, clock, { isOnline: () => false, toUser: () => {} } as never)
  const meetingID = await meetings.add({
    ...{ hostID: ann, hostName: 'Ann', subject: '', agenda: '', ids: [ben], immediate: true },
    ...{ start: NOW, end: NOW + 1000 },
  })
  const names = ['one', 'two', 'away']
  const lease = { startedAt: NOW, leaseUntil: NOW }
  await db
    .insertInto('servers')
    .values(names.map((id) => ({ id, ...lease })))
    .execute()
  const take = (serverID: string) =>
    request((on) =>
      new CallHosts({ db: on, serverID: () => serverID }).take(meetingID, {
        ...{ run: `run of ${serverID}`, isThere: true },
      }),
    )
  await rounds(
    async (seed) => {
      const hosts = new CallHosts({ db, serverID: () => ['nobody', 'dead', 'away'][seed % 3] ?? '' })
      await hosts.end(meetingID)
      if (seed % 3 !== 0) await hosts.take(meetingID, { run: 'old', isThere: true })
      if (seed % 3 === 2) await hosts.take(meetingID, { run: null, isThere: false })
      return [take('one'), take('two')]
    },
    async (round) => {
      const [one, two, ...more] = valuesOf(round)
      expect(more).toEqual([])
      expect([one?.isOwn, two?.isOwn].sort()).toEqual([false, true])
      expect(one?.serverID).toBe(two?.serverID)
      expect(one).toMatchObject({ engineRun: `run of ${one?.serverID}`, isThere: true, isServed: false })
    },
  )
  await db.deleteFrom('servers').where('id', 'in', names).execute()
})

test('a meeting’s begin and end are told by one server', async () => {
  const told: string[] = []
  const announce = (on: Database) =>
    new Meetings(on, clock, {
      toUser: (_id, event, ..._args) => void told.push(event),
      ...{ toConnection: () => {}, toGroup: () => {}, toAll: () => {}, online: () => [] },
      ...{ isOnline: () => true, isConnected: async () => true, isThere: () => true },
      ...{ toOthers: () => {}, windowsOf: () => [] },
    }).announceDue()
  await rounds(
    async () => {
      await db.deleteFrom('meetings').execute()
      const times = [
        { start: NOW, end: NOW + 1, announcedAt: null },
        { start: NOW - 2, end: NOW, announcedAt: NOW },
      ]
      for (const row of times) {
        const { id } = await db
          .insertInto('meetings')
          .values({ hostID: ann, subject: '', agenda: '', ...row })
          .returning('id')
          .executeTakeFirstOrThrow()
        await db.insertInto('meetingPeople').values({ meetingID: id, userID: ann }).execute()
      }
      told.length = 0
      return [announce, announce]
    },
    () => expect([...told].sort()).toEqual(['meetingStart', 'updateOpenMeetingCount']),
  )
})

test('one-time and recovery codes are spent once', async () => {
  const secret = newCodeSecret()
  const factor = (on: Database) => new TwoFactor({ db: on, clock, sealer })
  const lastStep = 0
  await db
    .insertInto('twoFactor')
    .values({
      userID: ann,
      secret: sealCodeSecret(sealer, ann, secret),
      lastStep,
      pendingSecret: null,
      pendingSince: null,
    })
    .execute()
  await rounds(
    async (seed) => {
      await db.updateTable('twoFactor').set({ lastStep }).execute()
      await db.deleteFrom('recoveryCodes').execute()
      const [typed = ''] = newRecoveryCodes()
      const codeHash = sealer.hash(recoveryCodeMeant(typed), `recovery code ${ann}`)
      await db.insertInto('recoveryCodes').values({ userID: ann, codeHash }).execute()
      const code = seed % 2 === 0 ? typed : codeAt(secret, NOW)
      return [request((on) => factor(on).spend(ann, code)), request((on) => factor(on).spend(ann, code))]
    },
    (round) => expect(valuesOf(round).filter((verdict) => verdict === 'right')).toHaveLength(1),
    two,
    FEWER,
  )
})

test('sessions: of two renewals one has a successor, and after a sign-out none has', async () => {
  let id = ''
  let isEnding = false
  const renew = request((on) => new Sessions(on, clock).renew(id))
  const end = request(async (on) => {
    await new Sessions(on, clock).endAll({ userID: ann })
    return null
  })
  await rounds(
    async (seed) => {
      await db.deleteFrom('sessions').execute()
      const held = { userID: ann, tokenType: 'OTHER', deviceID: null }
      id = (await new Sessions(db, () => NOW - 7_200_000).start(held)).id
      isEnding = seed % 2 === 1
      return [renew, isEnding ? end : renew]
    },
    async (round) => {
      const live = await db.selectFrom('sessions').where('revokedAt', 'is', null).select('id').execute()
      const renewed = valuesOf(round).filter((session) => session !== null)
      if (isEnding) expect(live).toEqual([])
      else expect([live.length, renewed.length]).toEqual([1, 1])
    },
    two,
    FEWER,
  )
})

test('one defcon alert stands, one set-up ends, an asked link is mailed and a beginning told once', async () => {
  const kinds: readonly ((on: Database) => Promise<unknown>)[] = [
    (on) => new Broadcasts(on, clock).raise({ raisedBy: ann, reason: 'x', isDrill: false }, []),
    (on) =>
      claim(on, NOW, null).then(
        () => 'claimed',
        () => null,
      ),
    async (on) => {
      let mailed = 0
      await new PasswordResets({
        ...{ db: on, clock, outbox: { post: async () => ++mailed } as never },
        ...({} as Pick<PasswordResetOptions, 'sessions' | 'signIns' | 'hashPassword'>),
      }).answer('asked')
      return mailed > 0 ? 'mailed' : null
    },
    async (on) => {
      let told = 0
      await new Reminders({ db: on, publisher: { notified: (kept) => (told += kept.length) } }).tellDue(NOW)
      return told > 0 ? 'told' : null
    },
  ]
  const { id: meetingID } = await db
    .insertInto('meetings')
    .values({
      hostID: ann,
      subject: '',
      agenda: '',
      start: NOW + 60_000,
      end: NOW + 120_000,
      announcedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('meetingPeople').values({ meetingID, userID: ann }).execute()
  await db.updateTable('users').set({ email: 'ann@x.example' }).where('id', '=', ann).execute()
  await rounds(
    async (seed) => {
      for (const table of ['defconAlerts', 'askedLinks', 'calendarReminded'] as const)
        await db.deleteFrom(table).execute()
      await db.updateTable('installation').set({ claimedAt: null }).execute()
      await db
        .insertInto('askedLinks')
        .values({ id: 'asked', userName: 'ann', origin: 'http://x', askedAt: NOW })
        .execute()
      const kind = kinds[seed % kinds.length] ?? (() => Promise.reject(new Error('nothing to do')))
      return [kind, kind]
    },
    (round) => expect(valuesOf(round).filter((one) => one !== null)).toHaveLength(1),
  )
})

const ROOM = 4711
const joined = (userID: number) =>
  db
    .insertInto('threadMembers')
    .values({ threadID: ROOM, userID, isAdmin: 0, isArchived: 0, lastReadMessageID: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
const { hub } = recordingPublisher([])
/** With a key, as each client sends it. */
const send = (key: string) => (on: Database) =>
  new Idempotency(on, clock).once({ userID: ann, key, path: '/send', input: { key } }, async () => {
    const sender = { userID: ann, displayName: 'Ann', permissions: permissionsOf([]) }
    const thread = await requireMemberThread(on, ann, { threadID: ROOM })
    const draft = { text: key, replyTo: null, clientID: key }
    return { status: 200, answer: String((await sendMessage(on, clock, hub, sender, thread, draft)).id) }
  })

test('a message: whoever is taken out before it is their turn has said nothing', async () => {
  await addRoom(db, { id: ROOM, source: 'MANUAL', sourceID: ROOM, members: [] })
  const leave = (on: Database) =>
    inOneUnit(() =>
      on.deleteFrom('threadMembers').where('threadID', '=', ROOM).where('userID', '=', ann).execute(),
    )
  await rounds<unknown>(
    async (seed) => {
      await db.deleteFrom('messages').where('threadID', '=', ROOM).execute()
      for (const id of [ann, ben]) await joined(id)
      return [send(`out ${seed}`), leave]
    },
    async ({ outcomes, commits }) => {
      const said = await db.selectFrom('messages').select('id').where('threadID', '=', ROOM).execute()
      // The second server's commit is the end of the membership.
      const isBefore = commits.indexOf(0) >= 0 && commits.indexOf(0) < commits.indexOf(1)
      expect([outcomes[0]?.status, said.length]).toEqual(isBefore ? ['fulfilled', 1] : ['rejected', 0])
    },
  )
})

test('a message takes six statements while all other writers wait, and one more to get the turn', async () => {
  await joined(ann)
  await two.round(1, [send('counted')])
  const statements = two.told.split('\n').map((one) => one.replace(/^0: /, ''))
  const turn = statements.findIndex((one) => one.includes('_xact_lock'))
  const written = statements.slice(turn + 1, statements.indexOf('commit') + 1)
  expect(written.map((one) => one.split(' ').slice(0, 3).join(' '))).toEqual([
    'insert into "messages"',
    'update "threads" set',
    'update "threadMembers" set',
    'insert into "idempotency"',
    'commit',
  ])
})

const directory = (on: Database) =>
  new ScimGroups(
    { db: on, clock, personChanged: () => {}, tellSettled: async () => {} } as unknown as ScimParts,
    '',
  )
const grantor = () =>
  ({
    ...supervisor(ann, 'Ann'),
    permissions: permissionsOf(PERMISSION_ADMINS.map((name) => PERMISSIONS[name])),
  }) as Caller

test('SCIM: of two groups of one name one is made, and the other is told that the name is taken', async () => {
  await rounds(
    async (seed) =>
      ['Night shift', 'NIGHT shift'].map(
        (name) => (on) =>
          directory(on).create({ schemas: [GROUP_SCHEMA], displayName: `${name} ${seed}` }, grantor()),
      ),
    (round) => {
      expect(won(round)).toBe(1)
      expect(round.outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { status: 409 },
      })
    },
    two,
    FEWER,
  )
})

test('SCIM: of two groups that take one name one has it, and the other is told', async () => {
  let ids: string[] = []
  await rounds(
    async (seed) => {
      ids = []
      for (const name of ['One', 'Two']) {
        const made = await directory(db).create(
          { schemas: [GROUP_SCHEMA], displayName: `${name} ${seed}` },
          grantor(),
        )
        ids.push(String(made.resource.id))
      }
      const operation = { op: 'replace', path: 'displayName', value: `Both ${seed}` } as const
      return ids.map((id) => (on) => directory(on).patch(id, [operation], grantor()))
    },
    (round) => {
      expect(won(round)).toBe(1)
      expect(round.outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { status: 409 },
      })
    },
    two,
    FEWER,
  )
})
