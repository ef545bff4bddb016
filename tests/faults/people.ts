import { setImmediate as turn } from 'node:timers/promises'
import { requestHubToken } from '#shared/contract/auth.ts'
import type { ChatSource } from '#shared/contract/chat-address.ts'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { chatHub } from '#shared/hubs/chat.ts'
import { type ChatStore, createChatStore } from '../../renderer/features/chat/store/chat-store.ts'
import { keyOf } from '../../renderer/features/chat/store/state.ts'
import { createApiClient } from '../../renderer/services/http/api-client.ts'
import { wait } from '../../renderer/services/http/wait.ts'
import { createHubClient, type HubClient } from '../../renderer/services/hubs/hub-client.ts'
import { createNotices } from '../../renderer/services/notices/notices.ts'
import type { Services } from '../../renderer/services/services.ts'
import { createSession } from '../../renderer/services/session/session.ts'
import { createStorage, type KeyValueStore } from '../../renderer/services/storage/storage.ts'
import { systemTimers } from '../../renderer/ui/timers.ts'
import type { Link } from './link.ts'

/** Somebody with a window of the product: its real chat store, API client and hub client. */
export interface Person {
  readonly chat: ChatStore
  readonly link: Link
  /** What the browser keeps: a new window over it is one after a reload. */
  readonly kept: Map<string, string>
  /** What the open conversation shows, as the person reads it: messages, then what isn't sent. */
  shown(): string[]
  messages(): readonly ChatMessage[]
  unsent(): number
  /** Why messages were refused, so that they wait for the person. */
  refused(): string[]
  /** The conversation is loaded and the hub stands. */
  isReady(): boolean
  /** Nothing newer is missing, nor anything older, which is asked for as by scrolling up. */
  isWhole(): boolean
  leave(): void
}

export interface PersonOptions {
  readonly link: Link
  /** The bearer token, without its prefix. */
  readonly token: string
  readonly threadID: number
  /** Of the conversation; one between two people by default. */
  readonly source?: ChatSource
  readonly kept?: Map<string, string>
  readonly now?: () => number
  /** Stands between two tries to connect, in milliseconds; the product's own where absent. */
  readonly reconnectMs?: number
  /** Stands between the hub's client and the chat. */
  readonly hubThrough?: (hub: HubClient<typeof chatHub>) => HubClient<typeof chatHub>
  /** Made of the token that the server gave. */
  readonly hubToken?: (fresh: () => Promise<string>) => Promise<string>
}

/** A page that is looked at all the time. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible', defaultView: null })

/** Opens the window and the conversation. */
export async function openPerson(options: PersonOptions): Promise<Person> {
  const { link, token, kept = new Map<string, string>(), now = () => Date.now() } = options
  const store: KeyValueStore = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
  const storage = createStorage(store, new EventTarget())
  const session = createSession(storage, now)
  if (session.store.getState().token === null) session.signIn(token)
  const api = createApiClient({
    baseUrl: link.url,
    fetch,
    newUpload: () => {
      throw new Error('Nothing is uploaded here.')
    },
    token: () => session.store.getState().token,
    newKey: () => crypto.randomUUID(),
    wait,
    onError: () => {},
    onFailed: () => {},
    onSessionExpired: () => null,
    onActiveChange: () => {},
  })
  const fresh = () => api.call(requestHubToken, undefined, { quiet: true })
  const { hubThrough = (hub) => hub, hubToken = (ask) => ask(), reconnectMs } = options
  const declaration = reconnectMs === undefined ? chatHub : { ...chatHub, reconnectMs }
  const hub = hubThrough(
    createHubClient(declaration, {
      baseUrl: link.url,
      hubToken: () => hubToken(fresh),
      random: () => 0.5,
      wait,
    }),
  )
  // What the chat's store is given in the product; the rest of the services needs a page.
  const services = {
    api,
    storage,
    session,
    notices: createNotices(),
    timers: systemTimers,
    now,
    newID: () => crypto.randomUUID(),
    hub: () => hub,
  } as unknown as Services
  const chat = createChatStore(services, page as unknown as Document)
  chat.start()
  const hide = chat.show()
  const key = keyOf({ source: options.source ?? 'MESSAGE', sourceID: options.threadID })
  const open = () => {
    if (chat.store.getState().threads.some((thread) => keyOf(thread) === key)) chat.select(key)
  }
  const off = chat.store.subscribe(open)
  const messages = () => chat.store.getState().conversations[key]?.messages ?? []
  const echoes = () => chat.store.getState().echoes
  return {
    chat,
    link,
    kept,
    messages,
    shown: () => [...messages().map(({ message }) => message), ...echoes().map(({ text }) => text)],
    unsent: () => echoes().length,
    refused: () => echoes().flatMap(({ text, failure }) => (failure ? [`${text}: ${failure}`] : [])),
    isReady() {
      const { hub: state, conversations } = chat.store.getState()
      return state === 'connected' && conversations[key]?.load.state === 'ready'
    },
    isWhole() {
      const conversation = chat.store.getState().conversations[key]
      if (!conversation || conversation.hasNewer || conversation.loadingOlder) return false
      if (conversation.hasOlder) void chat.loadOlder(key)
      return !conversation.hasOlder
    },
    leave() {
      off()
      hide()
      chat.stop()
    },
  }
}

/** Lets what is under way between sockets get on; by turns of the event loop, not by time. */
export async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await turn()
}

/** Waits for something by turns of the event loop. @throws Error with what it was where it never comes true */
export async function until(what: string, isTrue: () => boolean, most = 400_000): Promise<void> {
  for (let n = 0; n < most; n++) {
    if (isTrue()) return
    await turn()
  }
  throw new Error(`It never happened: ${what}`)
}
