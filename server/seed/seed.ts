import { SYSTEM_USER_ID, SYSTEM_USER_LABEL } from '#shared/domain/chat.ts'
import { searchable } from '#shared/domain/locale.ts'
import type { Database } from '../db/database.ts'
import type { DemoSize } from '../demo/demo-size.ts'
import { claim } from '../setup/installation.ts'
import { seedAccess, seedAgencies } from './access.ts'
import { seedApplicants } from './applicants.ts'
import { seedApps } from './apps.ts'
import { seedChatThings } from './chat-things.ts'
import { fillRoom, type SeedMessage } from './conversation.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, SIGN_IN_WAYS } from './demo-accounts.ts'
import { seedDevelopment } from './development.ts'
import { seedDialler } from './dialler.ts'
import { seedEmailVerifications } from './email-verifications.ts'
import { seedEmployment } from './employment.ts'
import { seedFaq } from './faq.ts'
import { seedFieldwork } from './fieldwork.ts'
import { createFileMaker } from './files.ts'
import { type HardwareSeed, seedHardware } from './hardware.ts'
import { insertRows } from './insert.ts'
import { seedKpis } from './kpis.ts'
import { seedLive } from './live.ts'
import { seedLeavers, seedOffers } from './offers.ts'
import { seedOnboardingTasks } from './onboarding.ts'
import { AREAS, PEOPLE } from './people.ts'
import { seedPersonal } from './personal.ts'
import { seedPublicLinks } from './public-links.ts'
import { seedQuality } from './quality.ts'
import { createRandom } from './random.ts'
import { readPosition } from './reads.ts'
import { seedRecorded } from './recorded.ts'
import { seedRequests } from './requests.ts'
import { USER_TYPE_OF } from './roles.ts'
import { planRooms, type Room } from './rooms.ts'
import { seedSettings } from './settings.ts'
import { seedSkills } from './skills.ts'
import { seedTasks } from './tasks.ts'
import { seedTeam } from './team.ts'
import { seedNotifications } from './tickets/seed-notifications.ts'
import { seedTickets } from './tickets/seed-tickets.ts'
import { DAY, HOUR } from './timeline.ts'
import { type SeededCredentials, TOOL_CREDENTIALS } from './tool-credentials.ts'
import { coverAbsences, seedDemoProjects, seedWeeks, settleSkills } from './weeks.ts'

/** Kept with the data; another number means other data for the same present. */
const SEED_VERSION = 9
const SEED = 20_260

interface SeedOptions {
  readonly size?: DemoSize | undefined
  readonly hashPassword: (password: string) => Promise<string>
  /** How the database keeps an authenticator app's secret; without it nobody has an app. */
  readonly sealCodeSecret?: (userID: number, secret: string) => string
  /** How the database keeps what people sign in to a tool with; without it nobody has any. */
  readonly sealDetails?: (
    userID: number,
    tool: SeededCredentials['tool'],
    details: SeededCredentials['details'],
  ) => string
  readonly sealRemoteDesktop?: HardwareSeed['sealRemoteDesktop']
  /** The present that the newest messages lead up to, in milliseconds since 1970. */
  readonly now: number
}

/** One hash for each demo account and one that everybody else shares: hashing is slow by design. */
async function passwordHashes(
  hashPassword: SeedOptions['hashPassword'],
): Promise<(userName: string) => string> {
  const accounts = DEMO_ACCOUNTS.filter(({ password }) => password !== DEMO_PASSWORD)
  const [shared = '', ...own] = await Promise.all(
    [DEMO_PASSWORD, ...accounts.map((account) => account.password)].map((password) => hashPassword(password)),
  )
  const byName = new Map(accounts.map((account, place) => [account.userName, own[place] ?? shared]))
  return (userName) => byName.get(userName) ?? shared
}

async function seedPeople(trx: Database, now: number, hashOf: (userName: string) => string): Promise<void> {
  await insertRows(
    trx,
    'areas',
    ['id', 'name', 'nameKey', 'kind'],
    AREAS.map((name, place) => [
      place + 1,
      name,
      searchable(name),
      name.startsWith('Home') ? 'HOME' : 'OFFICE',
    ]),
  )
  const joined = now - 400 * DAY
  // Nobody signs in as SAM: it isn't active, and no password matches an empty hash.
  const system = [
    SYSTEM_USER_ID,
    'sam',
    SYSTEM_USER_LABEL,
    'Assistant',
    'SYSTEM',
    null,
    null,
    '',
    null,
    0,
    joined,
  ]
  const people = PEOPLE.map((person) => [
    person.id,
    person.userName,
    person.name,
    person.role,
    USER_TYPE_OF[person.type],
    AREAS.indexOf(person.area) + 1,
    person.managerID,
    hashOf(person.userName),
    person.email,
    1,
    joined,
  ])
  await insertRows(
    trx,
    'users',
    [
      'id',
      'userName',
      'displayName',
      'role',
      'userType',
      'areaID',
      'managerID',
      'passwordHash',
      'email',
      'isActive',
      'createdAt',
    ],
    [system, ...people],
  )
  await seedAccess(trx, joined)
  await seedAgencies(trx, joined)
}

async function seedWaysOfSignIn(
  trx: Database,
  now: number,
  sealCodeSecret: SeedOptions['sealCodeSecret'],
): Promise<void> {
  const secrets = SIGN_IN_WAYS.flatMap(({ person: { id }, twoFactorSecret }) =>
    twoFactorSecret === undefined || !sealCodeSecret ? [] : [[id, sealCodeSecret(id, twoFactorSecret), 0]],
  )
  await insertRows(trx, 'twoFactor', ['userID', 'secret', 'lastStep'], secrets)
  const devices = SIGN_IN_WAYS.flatMap(({ person: { id }, deviceID }) =>
    deviceID === undefined ? [] : [[deviceID, id, now - 30 * DAY]],
  )
  await insertRows(trx, 'devices', ['deviceID', 'userID', 'pairedAt'], devices)
}

async function seedToolCredentials(trx: Database, seal: SeedOptions['sealDetails']): Promise<void> {
  if (!seal) return
  const rows = TOOL_CREDENTIALS.map(({ userID, tool, details, isAutoConnect }) => [
    userID,
    tool,
    0,
    seal(userID, tool, details),
    isAutoConnect ? 1 : 0,
    0,
  ])
  await insertRows(
    trx,
    'toolCredentials',
    ['userID', 'tool', 'place', 'sealed', 'isAutoConnect', 'forceReload'],
    rows,
  )
}

/** The conversations' messages, each with its id: by time, over all of them. */
function makeMessages(rooms: readonly Room[], now: number): Map<number, SeedMessage[]> {
  const file = createFileMaker(createRandom(SEED))
  const byRoom = new Map(
    rooms.map((room) => [room.id, fillRoom({ random: createRandom(SEED + room.id), room, now, file })]),
  )
  const all = [...byRoom.values()].flat().sort((a, b) => a.time - b.time)
  for (const [place, message] of all.entries()) message.id = place + 1
  attachTopics(rooms, byRoom)
  return byRoom
}

/** Each topic grew out of one message of its parent. */
function attachTopics(rooms: readonly Room[], byRoom: ReadonlyMap<number, readonly SeedMessage[]>): void {
  for (const room of rooms) {
    const start = byRoom.get(room.id)?.[0]
    if (room.source !== 'TOPIC' || room.parentID === null || !start) continue
    const origin = byRoom
      .get(room.parentID)
      ?.findLast((message) => message.time < start.time && message.type === 'TEXT' && message.author > 0)
    if (origin) origin.topicID = room.id
  }
}

async function seedThreads(
  trx: Database,
  rooms: readonly Room[],
  byRoom: ReadonlyMap<number, readonly SeedMessage[]>,
  now: number,
): Promise<void> {
  const rows = rooms.map((room) => {
    const messages = byRoom.get(room.id) ?? []
    const newest = messages.at(-1)
    return [
      room.id,
      room.source === 'MANUAL' || room.source === 'MESSAGE' ? 'THREAD' : 'CHATROOM',
      room.source,
      room.sourceID,
      room.label,
      room.displayLabel,
      room.displayGroupLabel,
      room.source === 'MESSAGE' ? 0 : 1,
      room.parentID,
      room.status,
      room.priority,
      (messages[0]?.time ?? now) - HOUR,
      newest?.id ?? null,
      newest?.time ?? null,
    ]
  })
  await insertRows(
    trx,
    'threads',
    [
      'id',
      'type',
      'source',
      'sourceID',
      'label',
      'displayLabel',
      'displayGroupLabel',
      'isGroup',
      'parentID',
      'status',
      'priority',
      'createdAt',
      'lastMessageID',
      'lastMessageTime',
    ],
    // A parent comes before its children.
    rows.sort((a, b) => Number(a[8] !== null) - Number(b[8] !== null)),
  )
}

async function seedMembers(
  trx: Database,
  rooms: readonly Room[],
  byRoom: ReadonlyMap<number, readonly SeedMessage[]>,
  now: number,
): Promise<void> {
  const random = createRandom(SEED + 1000)
  const rows = rooms.flatMap((room) => {
    const isRunBy = (type: string) => type === 'SUPERVISOR' || type === 'MANAGER' || type === 'ADMIN'
    return room.members.map((person, place) => {
      const read = readPosition(random, person, byRoom.get(room.id) ?? [], now)
      const isAdmin = room.source !== 'MESSAGE' && (isRunBy(person.type) || place === 0)
      const pinnedAt = random.chance(0.05) ? now - random.int(1, 60) * DAY : null
      return [room.id, person.id, isAdmin ? 1 : 0, 0, pinnedAt, read.messageID, read.at]
    })
  })
  await insertRows(
    trx,
    'threadMembers',
    ['threadID', 'userID', 'isAdmin', 'isArchived', 'pinnedAt', 'lastReadMessageID', 'lastReadAt'],
    rows,
  )
}

async function seedMessages(trx: Database, messages: readonly SeedMessage[]): Promise<void> {
  await insertRows(
    trx,
    'messages',
    [
      'id',
      'threadID',
      'userID',
      'text',
      'type',
      'entryTime',
      'editTime',
      'deletedAt',
      'pinnedTime',
      'broadcastTime',
      'broadcastUserID',
      'topicID',
      'replyToID',
      'tokenType',
      'overallStatus',
    ],
    messages.map((m) => [
      m.id,
      m.roomID,
      m.author,
      m.text,
      m.type,
      m.time,
      m.editTime,
      m.deletedAt,
      m.pinnedTime,
      m.broadcast?.time ?? null,
      m.broadcast?.by ?? null,
      m.topicID,
      m.replyTo?.id ?? null,
      m.tokenType,
      'DELIVERED',
    ]),
  )
  const mentions = messages.flatMap((m) => m.mentions.map((userID) => [m.id, userID]))
  await insertRows(trx, 'mentions', ['messageID', 'userID'], mentions)
  const reactions = messages.flatMap((m) =>
    m.reactions.map((one) => [m.id, one.userID, one.reaction, one.at]),
  )
  await insertRows(trx, 'reactions', ['messageID', 'userID', 'reaction', 'at'], reactions)
  const files = messages.flatMap((m) =>
    m.file ? [[m.id, m.file.fileName, m.file.contentType, m.file.content]] : [],
  )
  await insertRows(trx, 'attachments', ['messageID', 'fileName', 'contentType', 'content'], files)
}

/**
 * Fills an empty database with the company 'Northgate Research': 63 people, 40 conversations and
 * 20,000 messages of the 90 days up to `now`, in one transaction. The same `now` gives the same
 * rows (but for the salts of the password hashes); another one shifts them in time.
 * @throws where the database isn't empty; nothing is written then.
 */
export async function seedDatabase(db: Database, options: SeedOptions): Promise<void> {
  const { hashPassword, sealCodeSecret, sealDetails, now, size = 'small' } = options
  const isFull = size === 'full'
  // Hashing runs on other threads while the messages are made on this one.
  const hashing = passwordHashes(hashPassword)
  const rooms = planRooms(now)
  const byRoom = makeMessages(rooms, now)
  const messages = [...byRoom.values()].flat().sort((a, b) => a.id - b.id)
  const hashOf = await hashing
  await db.transaction().execute(async (trx) => {
    await seedPeople(trx, now, hashOf)
    await seedEmployment(trx, now)
    await seedApplicants(trx, now)
    await seedWaysOfSignIn(trx, now, sealCodeSecret)
    await seedToolCredentials(trx, sealDetails)
    await seedHardware(trx, options)
    await seedThreads(trx, rooms, byRoom, now)
    await seedMembers(trx, rooms, byRoom, now)
    await seedMessages(trx, messages)
    await seedChatThings(trx, now)
    await seedPublicLinks(trx, now)
    await seedEmailVerifications(trx, now)
    await seedApps(trx, now)
    await seedFaq(trx, now)
    await seedOnboardingTasks(trx, now)
    await seedPersonal(trx, now)
    await seedLive(trx, now, { isPresent: !isFull })
    await seedTickets(trx, now, { booksTime: !isFull })
    await seedTasks(trx, rooms, now)
    if (isFull) {
      await seedDemoProjects(trx, now)
      await seedWeeks(trx, now)
    } else await seedFieldwork(trx, now)
    await seedQuality(trx, now)
    await seedKpis(trx, now)
    await seedDialler(trx, now)
    await seedRecorded(trx, now)
    await seedRequests(trx, now)
    if (isFull) await coverAbsences(trx, now)
    await seedOffers(trx, now)
    await seedLeavers(trx, now)
    await seedNotifications(trx, now)
    await seedSkills(trx, createRandom(SEED), now)
    if (isFull) await settleSkills(trx, now)
    await seedTeam(trx, now)
    await seedDevelopment(trx, now)
    const facts = [
      ['company', 'Northgate Research'],
      ['seedVersion', String(SEED_VERSION)],
      ['demoSize', size],
      ['seededAt', String(now)],
    ]
    await insertRows(trx, 'settings', ['name', 'value'], facts)
    await seedSettings(trx, rooms, now)
    await claim(trx, now, null)
  })
}
