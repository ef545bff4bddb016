import * as z from 'zod/mini'
import { chatSource } from '#shared/contract/chat-address.ts'
import { replyQuote, threadType } from '#shared/contract/chat-entities.ts'
import type { AppStorage } from '../../../../services/storage/storage.ts'
import { keepText } from './reserve.ts'

/** How many messages that left are remembered, so that no window brings one of them back. */
const GONE_MAX = 200

/** A message that the server hasn't confirmed, as it is kept: all that sending it takes. */
const outboxItem = z.object({
  /** The Idempotency-Key of the call: however often it is sent, it is stored once. */
  clientID: z.string(),
  /** Its place in the order of sending, over all conversations and windows. */
  order: z.number(),
  /** Rises with each change, so that of two windows' versions the later one counts. */
  version: z.number(),
  type: threadType,
  source: chatSource,
  sourceID: z.number(),
  /** The room's name, by which its call knows it. */
  label: z.string(),
  text: z.string(),
  replyTo: z.nullable(replyQuote),
  entryTime: z.string(),
  afterID: z.number(),
  /** It was put off; a message that is under way in some window is kept as well, but is that window's. */
  queued: z.boolean(),
  /** Why the server refused it; null where it didn't. */
  failure: z.nullable(z.string()),
})
export type OutboxItem = z.output<typeof outboxItem>
export type NewOutboxItem = Omit<OutboxItem, 'order' | 'version'>

/** How a message left: `sent` the server has it, `cancelled` the person doesn't want it sent. */
export type Leaving = 'sent' | 'cancelled'
const leaving = z.enum(['sent', 'cancelled'])

/** What all windows of a person know together. */
export interface OutboxState {
  readonly items: readonly OutboxItem[]
  /** Messages that left, the last 200, by client id. */
  readonly gone: ReadonlyMap<string, Leaving>
}

export interface Outbox {
  /** In the order of sending. */
  readonly items: () => readonly OutboxItem[]
  readonly leftBy: (clientID: string) => Leaving | undefined
  /** Takes a message and gives it its place; `keep` follows. */
  add(item: NewOutboxItem): OutboxItem
  /** Keeps what was taken. False where the browser has no room: it then lives until the window goes. */
  keep(): boolean
  /** Changes a message that is there. */
  change(clientID: string, change: Pick<Partial<OutboxItem>, 'queued' | 'failure'>): void
  leave(clientID: string, how: Leaving): void
  /** Takes over what other windows wrote. */
  sync(): void
  /** Calls back after other windows changed it. */
  onChangeElsewhere(listener: () => void): () => void
}

/**
 * One person's unsent messages in the browser's storage: they outlive a reload and a crash. Windows
 * write at the same time, so what is kept is made of parts that can be put together in any order:
 * messages by their id, and what left. A version that overwrote another's loses nothing: whoever
 * misses something of theirs writes it again.
 */
export function createOutbox(storage: AppStorage, userID: number): Outbox {
  const name = String(userID)
  let state = readState(storage, name)

  const write = () => {
    state = merged(state, readState(storage, name))
    const others = storage.get('chatOutbox') ?? {}
    const { [name]: _, ...rest } = others
    const empty = state.items.length === 0 && state.gone.size === 0
    const mine = { items: [...state.items], gone: [...state.gone] }
    return keepText(storage, 'chatOutbox', empty ? rest : { ...rest, [name]: mine })
  }
  const sync = () => {
    const kept = readState(storage, name)
    state = merged(state, kept)
    if (state.items.some(({ clientID }) => !kept.items.some((item) => item.clientID === clientID))) write()
  }

  return {
    items: () => state.items,
    leftBy: (clientID) => state.gone.get(clientID),
    add(item) {
      const order = 1 + Math.max(0, ...state.items.map((other) => other.order))
      const added = { ...item, order, version: 1 }
      state = { ...state, items: [...state.items, added] }
      return added
    },
    keep: write,
    change(clientID, change) {
      state = {
        ...state,
        items: state.items.map((item) =>
          item.clientID === clientID ? { ...item, ...change, version: item.version + 1 } : item,
        ),
      }
      write()
    },
    leave(clientID, how) {
      if (!state.items.some((item) => item.clientID === clientID)) return
      state = {
        items: state.items.filter((item) => item.clientID !== clientID),
        gone: new Map([...state.gone, [clientID, how] as const].slice(-GONE_MAX)),
      }
      write()
    },
    sync,
    onChangeElsewhere: (listener) =>
      storage.onChangeElsewhere('chatOutbox', () => {
        sync()
        listener()
      }),
  }
}

/**
 * What this window knows and what is kept, together: the later version of each message, without those that left. Of what
 * left, that is remembered longest by which a message is left out here: forgotten, it would come back.
 */
export function merged(own: OutboxState, kept: OutboxState): OutboxState {
  const left = new Map([...[...own.gone].filter(([clientID]) => !kept.gone.has(clientID)), ...kept.gone])
  const items = new Map<string, OutboxItem>()
  const needed = new Set<string>()
  for (const item of [...own.items, ...kept.items]) {
    const known = items.get(item.clientID)
    if (left.has(item.clientID)) needed.add(item.clientID)
    else if (!known || known.version < item.version) items.set(item.clientID, item)
  }
  const neededLast = [...left].toSorted(
    ([one], [other]) => Number(needed.has(one)) - Number(needed.has(other)),
  )
  const byOrder = (one: OutboxItem, other: OutboxItem) =>
    one.order - other.order || (one.clientID < other.clientID ? -1 : 1)
  return { items: [...items.values()].sort(byOrder), gone: new Map(neededLast.slice(-GONE_MAX)) }
}

/** What is kept; a message that doesn't fit is passed over alone, the others stand. */
function readState(storage: AppStorage, name: string): OutboxState {
  const kept = storage.get('chatOutbox')?.[name]
  const list = <T>(values: readonly unknown[] | undefined, schema: z.ZodMiniType<T>): T[] =>
    (values ?? []).flatMap((value) => {
      const parsed = schema.safeParse(value)
      return parsed.success ? [parsed.data] : []
    })
  return {
    items: list(kept?.items, outboxItem),
    gone: new Map(list(kept?.gone, z.tuple([z.string(), leaving]))),
  }
}
