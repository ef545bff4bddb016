import * as chat from '#shared/contract/chat.ts'
import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { ActivityItem, ChatMember, ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { loadMessagesAround } from '#shared/contract/chat-messages.ts'
import type { Call } from '#shared/contract/http-call.ts'
import { type ApiClient, ApiError, type CallOptions } from '../../../services/http/api-client.ts'
import { answered } from '../../../testing/answered.ts'
import { withReaction } from '../store/messages/reaction.ts'
import { keyOf, type ThreadKey } from '../store/state.ts'
import { aMessage } from './fixtures.ts'

/** A call that was made: its path, body and idempotency key. */
export interface MadeCall {
  readonly path: string
  readonly body: unknown
  readonly key: string | undefined
}

export interface FakeServerData {
  readonly me: { readonly id: number; readonly name: string }
  readonly threads: readonly ChatThread[]
  readonly messages?: Readonly<Record<ThreadKey, readonly ChatMessage[]>>
  readonly members?: readonly ChatMember[]
  readonly activities?: readonly ActivityItem[]
  readonly pageSize?: number
  /** How long a call takes, in milliseconds; 0 answers in the same turn. */
  readonly latency?: number
  readonly now?: () => number
  /** Answers of a test's own, by the call's path; they go before the usual ones. */
  readonly answers?: Readonly<Record<string, Answer>>
  /** Answers uploads; without it every upload is refused. */
  readonly upload?: ApiClient['upload']
  /** Whether answers and messages carry the client's id of a message. */
  readonly handsClientIDsBack?: boolean
}

/** Answers a call's parsed body, or throws what the call fails with. */
export type Answer = (body: Record<string, unknown>, key: string | undefined) => unknown

/** Answers the chat's calls from memory, one person's view. */
export interface FakeServer {
  readonly api: ApiClient
  readonly calls: readonly MadeCall[]
  /** Bodies of the calls made to that path. */
  bodiesOf(call: Call): unknown[]
  threads: ChatThread[]
  readonly messages: Record<ThreadKey, ChatMessage[]>
  /** Stores a message as if somebody had sent it; answers it. */
  add(address: ChatAddress, message: Partial<ChatMessage>): ChatMessage
  /** The next calls to that path fail, until `heal`. */
  fail(call: Call, error?: ApiError): void
  heal(call: Call): void
  /** Calls to that path wait for the returned function. */
  hold(call: Call): () => void
  /** The same, but with answers of when they were asked for. */
  holdAnswer(call: Call): () => void
}

export function createFakeServer(data: FakeServerData): FakeServer {
  const { me, members = [], pageSize = 50, latency = 0, now = () => Date.UTC(2026, 10, 21, 9) } = data
  const calls: MadeCall[] = []
  const failures = new Map<string, ApiError>()
  const holds = new Map<string, Promise<void>>()
  const heldAnswers = new Map<string, Promise<void>>()
  const holdIn = (held: Map<string, Promise<void>>, { path }: Call) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held.set(path, promise)
    return () => {
      held.delete(path)
      resolve()
    }
  }
  const messages: Record<ThreadKey, ChatMessage[]> = {}
  for (const [key, list] of Object.entries(data.messages ?? {})) messages[key] = [...list]
  const sentByKey = new Map<string, ChatMessage>()
  let nextID = 1 + Math.max(0, ...Object.values(messages).flatMap((list) => list.map(({ id }) => id)))

  const server: FakeServer = {
    calls,
    bodiesOf: (call) => calls.filter(({ path }) => path === call.path).map(({ body }) => body),
    threads: [...data.threads],
    messages,
    add(address, message) {
      const made = aMessage({
        id: nextID++,
        entryTime: new Date(now()).toISOString(),
        overallStatus: 'SENT',
        ...message,
      })
      const key = keyOf(address)
      messages[key] = [...(messages[key] ?? []), made]
      return made
    },
    fail: (call, error = new ApiError('refused', 'The server is currently busy', 503)) =>
      void failures.set(call.path, error),
    heal: (call) => void failures.delete(call.path),
    hold: (call) => holdIn(holds, call),
    holdAnswer: (call) => holdIn(heldAnswers, call),
    api: {
      async call(call: Call, request: unknown, options: CallOptions = {}) {
        const body = call.request.parse(request)
        calls.push({ path: call.path, body, key: options.idempotencyKey })
        if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency))
        await holds.get(call.path)
        const failure = failures.get(call.path)
        if (failure) throw failure
        const given = answered(answer(call, (body ?? {}) as Record<string, unknown>, options.idempotencyKey))
        await heldAnswers.get(call.path)
        return (given instanceof Promise ? answered(await given) : given) as never
      },
      upload:
        data.upload ??
        (async () => {
          throw new ApiError('unreachable', 'Nothing is uploaded here.')
        }),
    } as ApiClient,
  }

  const page = (key: ThreadKey, body: Record<string, unknown>): ChatMessage[] => {
    const all = messages[key] ?? []
    if (body.useAnchor) {
      const anchor = Number(body.anchorMessageID)
      return body.anchorBefore
        ? all.filter(({ id }) => id < anchor).slice(-pageSize)
        : all.filter(({ id }) => id > anchor).slice(0, pageSize)
    }
    const unread = all.findIndex((message) => message.unread)
    if (unread < 0) return all.slice(-pageSize)
    const from = Math.max(0, unread - Math.floor(pageSize / 2))
    return all.slice(from, from + pageSize)
  }
  const send = (address: ChatAddress, body: Record<string, unknown>, idempotencyKey = '') => {
    const before = sentByKey.get(idempotencyKey)
    if (before) return before
    const quoted = messages[keyOf(address)]?.find(({ id }) => id === body.replyTo)
    const made = server.add(address, {
      userID: me.id,
      userName: me.name,
      message: String(body.message),
      replyToMessage: quoted
        ? {
            id: quoted.id,
            userID: quoted.userID,
            userName: quoted.userName,
            message: quoted.message,
            type: quoted.type,
          }
        : null,
      ...(data.handsClientIDsBack === false ? {} : { clientID: idempotencyKey }),
    })
    sentByKey.set(idempotencyKey, made)
    return made
  }
  const read = (address: ChatAddress) => {
    const key = keyOf(address)
    messages[key] = (messages[key] ?? []).map((message) => ({ ...message, unread: false }))
    server.threads = server.threads.map((thread) =>
      keyOf(thread) === key ? { ...thread, unread: 0, isFocus: false } : thread,
    )
  }

  const answers: Record<string, Answer> = {
    [chat.myChatThreads.path]: ({ sourceID }) =>
      server.threads.filter((thread) => sourceID === undefined || thread.sourceID === sourceID),
    [chat.myContacts.path]: () => members,
    [chat.members.path]: () => members,
    [chat.recentActivities.path]: () => data.activities ?? [],
    [chat.loadThreadChatMessages.path]: (body) => {
      const thread = server.threads.find((row) => row.type === 'THREAD' && row.sourceID === body.threadID)
      return asPage(thread ? page(keyOf(thread), body) : [])
    },
    [chat.loadGroupChatMessages.path]: (body) => asPage(page(keyOf(body as ChatAddress), body)),
    [loadMessagesAround.path]: (body) => {
      const all = messages[keyOf(body as unknown as ChatAddress)] ?? []
      const at = all.findIndex(({ id }) => id === body.id)
      const from = Math.max(0, at - Math.floor(pageSize / 2))
      return asPage(at < 0 ? [] : all.slice(from, from + pageSize))
    },
    [chat.focusOnThread.path]: (body) => {
      read(body as ChatAddress)
      return { done: true }
    },
    [chat.markAllAsRead.path]: ({ records }) => {
      for (const record of records as ChatAddress[]) read(record)
      return { done: true }
    },
    [chat.react.path]: (body) => {
      const key = keyOf(body as ChatAddress)
      messages[key] = (messages[key] ?? []).map((message) =>
        message.id === body.id ? withReaction(message, body.reaction as never, me.name) : message,
      )
      return { done: true }
    },
    [chat.startConversation.path]: ({ users }) => {
      const [user] = users as number[]
      return { threadID: server.threads.find(({ partnerID }) => partnerID === user)?.sourceID ?? 999_999 }
    },
    [chat.downloadAttachment.path]: () => ({ blob: new Blob(['file']), fileName: 'file.txt' }),
    [chat.sendMessageToThread.path]: (body, key) => {
      const thread = server.threads.find((row) => row.type === 'THREAD' && row.sourceID === body.threadID)
      return { message: thread && send(thread, body, key) }
    },
    [chat.sendMessageToChatroom.path]: (body, key) => {
      const thread = server.threads.find((row) => row.type === 'CHATROOM' && row.label === body.chatroom)
      return { message: thread && send(thread, body, key) }
    },
  }
  const answer = (call: Call, body: Record<string, unknown>, key: string | undefined) => {
    const found = data.answers?.[call.path] ?? answers[call.path]
    if (!found) throw new Error(`the fake server has no answer for ${call.path}`)
    return found(body, key)
  }
  return server
}

function asPage(list: readonly ChatMessage[]) {
  return {
    messages: list,
    latestMessageID: list.at(-1)?.id ?? null,
    oldestMessageID: list[0]?.id ?? null,
  }
}
