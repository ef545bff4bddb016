import type { ReactionType } from '#shared/contract/chat-entities.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { perform, type Said } from './dialogue/perform.ts'
import type { FileKind } from './dialogue/pools.ts'
import { type Exchange, POOLS, type PoolName } from './dialogue/pools.ts'
import { type EndingLine, endingOf } from './endings.ts'
import type { SeedFile } from './files.ts'
import { personCalled } from './people.ts'
import type { Random } from './random.ts'
import type { Room } from './rooms.ts'
import { clockTimes, createTimeline, DAY, greetingAt, HOUR, MINUTE } from './timeline.ts'

/** A message to be stored; its id is given when all are in the order of their times. */
export interface SeedMessage {
  id: number
  readonly roomID: number
  readonly author: number
  readonly text: string
  readonly type: 'TEXT' | 'FILE' | 'CENTRAL_FILE_HUB'
  readonly time: number
  readonly replyTo: SeedMessage | null
  readonly mentions: readonly number[]
  readonly reactions: { userID: number; reaction: ReactionType; at: number }[]
  readonly file: SeedFile | null
  readonly isEnding: boolean
  editTime: number | null
  deletedAt: number | null
  pinnedTime: number | null
  broadcast: { readonly by: number; readonly time: number } | null
  topicID: number | null
  tokenType: 'WHATSAPP' | 'EMAIL' | 'MOBILE_APP' | null
}

/** Made-up talk ends this long before the present, so that the endings are the newest. */
const ENDINGS_TIME = 100 * MINUTE

/** Exchanges of a pool in random order, over again when all were used. */
function createBag(random: Random, pool: PoolName): () => Exchange {
  let rest: Exchange[] = []
  return () => {
    if (rest.length === 0) rest = random.sample(POOLS[pool], POOLS[pool].length)
    return rest.pop() ?? []
  }
}

/** Exchanges that together have `count` lines. */
function converse(random: Random, room: Room, count: number): Said[][] {
  const bags = new Map(room.pools.map((pool) => [pool, createBag(random, pool)]))
  const exchanges: Said[][] = []
  for (let lines = 0; lines < count; ) {
    const draw = bags.get(random.pick(room.pools))
    const said = draw ? perform(random, draw(), room.members, room.fixed).slice(0, count - lines) : []
    lines += said.length
    exchanges.push(said)
  }
  return exchanges
}

/** From a line to its answer: mostly under three minutes. */
const gap = (random: Random): number =>
  random.chance(0.1) ? random.int(4, 25) * MINUTE : random.int(15, 170) * 1000

interface Making {
  readonly random: Random
  readonly room: Room
  readonly now: number
  readonly file: (kind: FileKind, name: string) => SeedFile
}

function toMessage(
  making: Making,
  said: Said,
  start: number,
  time: number,
  replyTo: SeedMessage | null,
): SeedMessage {
  const file = said.file ? making.file(said.file.kind, said.file.name) : null
  return {
    id: 0,
    roomID: making.room.id,
    author: said.author,
    text: file?.fileName ?? clockTimes(said.text.replaceAll('{hello}', greetingAt(time)), start),
    type: file === null ? 'TEXT' : said.file?.kind === 'png' ? 'FILE' : 'CENTRAL_FILE_HUB',
    time,
    replyTo,
    mentions: said.mentions,
    reactions: reactionsTo(making, said, time),
    file,
    isEnding: false,
    editTime: null,
    deletedAt: null,
    pinnedTime: null,
    broadcast: null,
    topicID: null,
    tokenType: null,
  }
}

const COMMON: readonly ReactionType[] = ['LIKE', 'LIKE', 'LIKE', 'HEART', 'LAUGH', 'THANKS', 'SAD']

/** Other members' reactions: where the line asks for one mostly, else seldom. */
function reactionsTo({ random, room, now }: Making, said: Said, time: number): SeedMessage['reactions'] {
  const wanted = said.reaction as ReactionType | null
  if (!random.chance(wanted ? 0.7 : 0.05)) return []
  const others = room.members.filter((person) => person.id !== said.author)
  return random.sample(others, random.int(1, Math.min(wanted ? 5 : 2, others.length))).map((person) => ({
    userID: person.id,
    reaction: wanted && random.chance(0.8) ? wanted : random.pick(COMMON),
    at: Math.min(now, time + random.int(20, 3000) * 1000),
  }))
}

function exchangeMessages(
  making: Making,
  exchange: readonly Said[],
  start: number,
  limit: number,
): SeedMessage[] {
  const messages: SeedMessage[] = []
  let time = start
  for (const said of exchange) {
    const replyTo = said.repliesBack > 0 ? (messages.at(-said.repliesBack) ?? null) : null
    messages.push(toMessage(making, said, start, Math.min(time, limit), replyTo))
    time += gap(making.random)
  }
  return messages
}

function endingMessages(making: Making, ending: readonly EndingLine[]): SeedMessage[] {
  const { random, room, now } = making
  return ending.map(({ author, text, minutesAgo, reaction }) => {
    const line = { speaker: 'A', isReply: false, text, file: null, reaction: reaction ?? null }
    const [said] = perform(random, [line], room.members, room.fixed)
    if (!said) throw new Error('a line was not said')
    const time = now - minutesAgo * MINUTE
    const message = toMessage(making, { ...said, author: personCalled(author).id }, time, time, null)
    return {
      ...message,
      reactions: message.reactions.filter((one) => one.userID !== message.author),
      isEnding: true,
    }
  })
}

/** What happens to messages after they were sent: edits, deletions, pins, broadcasts. */
function afterwards({ random, room, now }: Making, messages: readonly SeedMessage[]): void {
  const leaders = new Set(
    room.members
      .filter((person) => person.type === 'SUPERVISOR' || person.type === 'MANAGER')
      .map((person) => person.id),
  )
  for (const message of messages) {
    if (message.author === SYSTEM_USER_ID) continue
    if (message.type === 'TEXT' && random.chance(0.015))
      message.editTime = Math.min(now, message.time + random.int(20, 600) * 1000)
    if (random.chance(0.007)) message.deletedAt = Math.min(now, message.time + random.int(10, 900) * 1000)
    else if (message.text.length > 60 && random.chance(0.004))
      message.pinnedTime = Math.min(now, message.time + random.int(1, 40) * MINUTE)
    if (random.chance(0.04))
      message.tokenType = random.pick(['MOBILE_APP', 'MOBILE_APP', 'WHATSAPP', 'EMAIL'])
    // What is said to everybody by whoever leads is broadcast, now and then.
    const isToAll = message.mentions.length > 5 && message.deletedAt === null
    if (isToAll && leaders.has(message.author) && random.chance(0.4))
      message.broadcast = { by: message.author, time: Math.min(now, message.time + MINUTE) }
  }
}

/** Fills a conversation: as many messages as planned, oldest first. */
export function fillRoom(making: Making): SeedMessage[] {
  const { random, room, now } = making
  const ending = endingOf(room.displayLabel)
  const limit = now - ENDINGS_TIME
  const draw = createTimeline(now - room.days * DAY + HOUR, limit)
  const exchanges = converse(random, room, room.messages - ending.length)
  const starts = exchanges.map(() => draw(random)).sort((a, b) => a - b)
  const messages = exchanges.flatMap((exchange, place) =>
    exchangeMessages(making, exchange, starts[place] ?? limit, limit),
  )
  afterwards(making, messages)
  return [...messages.sort((a, b) => a.time - b.time), ...endingMessages(making, ending)]
}
