import { sendMessageToChatroom, sendMessageToThread } from '#shared/contract/chat.ts'
import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { ApiError, reasonOf } from '../../../../services/http/api-client.ts'
import type { ChatCore } from '../core.ts'
import { type Echo, isSending, without, withoutQueue, withState } from '../messages/echo.ts'
import { keyOf, type ThreadKey } from '../state.ts'
import type { OutboxItem } from './outbox.ts'

/** First and longest wait before the next try while the server can't be reached, in milliseconds. Ours. */
export const RETRY_MS = { first: 2000, longest: 30_000 } as const

export interface Delivery {
  /** Takes a new message: sends it at once where it can be, else as soon as it can. */
  take(thread: ChatThread, echo: Omit<Echo, 'state'>): void
  tryAgain(clientID: string): void
  cancel(clientID: string): void
  /** Follows the connection and the other windows until the returned function is called. */
  bind(): () => void
}

/**
 * Brings messages from the outbox to the server. A message typed with a connection goes at once;
 * what was put off goes one after the other, by one window at a time. However often one is sent, its
 * Idempotency-Key makes it one message.
 */
export function createDelivery(
  core: ChatCore,
  received: (key: ThreadKey, message: ChatMessage) => void,
): Delivery {
  const { store, services, outbox } = core
  let draining = false
  let askedAgain = false
  let wait: number = RETRY_MS.first
  let cancelRetry = () => {}

  const setEchoes = (change: (echoes: readonly Echo[]) => readonly Echo[]) =>
    store.setState((state) => ({ echoes: change(state.echoes) }))
  const isConnected = () => store.getState().hub === 'connected'
  const itemOf = (clientID: string) => outbox.items().find((item) => item.clientID === clientID)
  const echoOf = (clientID: string) => store.getState().echoes.find((echo) => echo.clientID === clientID)

  const retryLater = () => {
    setEchoes(withoutQueue)
    cancelRetry()
    cancelRetry = services.timers.after(wait, () => void drain())
    wait = Math.min(wait * 2, RETRY_MS.longest)
  }

  /** Sends one message. False where the server couldn't be reached. */
  const dispatch = async (item: OutboxItem): Promise<boolean> => {
    setEchoes((echoes) => withState(echoes, item.clientID, 'sending'))
    return await settle(item, post(core, item, true))
  }
  const settle = async (item: OutboxItem, answer: Promise<ChatMessage | undefined>): Promise<boolean> => {
    const { clientID } = item
    const key = keyOf(item)
    try {
      const message = await answer
      if (message) received(key, { ...message, clientID })
      outbox.leave(clientID, 'sent')
      setEchoes((echoes) => (message ? without(echoes, clientID) : withState(echoes, clientID, 'sent')))
      wait = RETRY_MS.first
      return true
    } catch (error) {
      const unreached = isUnreached(error)
      // The hub may have brought the message before the answer was lost.
      if (itemOf(clientID)) {
        const failure = unreached ? null : reasonOf(error)
        outbox.change(clientID, { queued: true, failure })
        setEchoes((echoes) => withState(echoes, clientID, unreached ? 'waiting' : 'failed', failure))
      }
      return !unreached
    }
  }

  const sendWhatWaits = async () => {
    outbox.sync()
    showKept()
    while (isConnected()) {
      const next = outbox
        .items()
        .find((item) => item.failure === null && !isSending(store.getState().echoes, keyOf(item)))
      if (!next) return
      if (!(await dispatch(next))) return retryLater()
    }
  }
  const drain = async (): Promise<void> => {
    askedAgain = draining
    if (!isConnected() || draining) return
    cancelRetry()
    draining = true
    await core.lock(`fieldwork.chat-outbox.${store.getState().me.id}`, sendWhatWaits).catch(() => {})
    draining = false
    if (askedAgain) void drain()
  }

  /** The rows of what is kept: what this window put there before a reload, and what others put off. */
  const showKept = () => {
    const { echoes } = store.getState()
    const left = echoes.flatMap((echo) => {
      const how = outbox.leftBy(echo.clientID)
      if (how === 'cancelled') return []
      return [how === 'sent' ? { ...echo, state: 'sent' as const } : echo]
    })
    const known = new Set(echoes.map(({ clientID }) => clientID))
    const others = outbox.items().filter((item) => item.queued && !known.has(item.clientID))
    if (others.length > 0 || left.some((echo, at) => echo !== echoes[at]) || left.length < echoes.length)
      store.setState({ echoes: [...left, ...others.map(echoOfItem)] })
  }

  return {
    take(thread, echo) {
      const { type, source, sourceID, label } = thread
      const { thread: key, ...rest } = echo
      const { echoes } = store.getState()
      const state = isConnected() ? placeBehind(echoes.filter((other) => other.thread === key)) : 'waiting'
      const now = state === 'sending'
      const item = outbox.add({ ...rest, type, source, sourceID, label, queued: !now, failure: null })
      // On its way first, then kept, in one turn: nothing can come between.
      const answer = now ? post(core, item, false) : null
      const kept = outbox.keep()
      const shown: Echo = { ...echo, state, ...(kept ? {} : { unkept: true }) }
      store.setState({ echoes: [...echoes, shown] })
      if (!answer) return void drain()
      void settle(item, answer).then((reached) => {
        if (!reached) retryLater()
        else if (outbox.items().some(({ queued, failure }) => queued && failure === null)) void drain()
      })
    },
    tryAgain(clientID) {
      const state = echoOf(clientID)?.state
      if (state !== 'failed' && state !== 'waiting') return
      outbox.change(clientID, { queued: true, failure: null })
      setEchoes((echoes) => withState(echoes, clientID, 'waiting'))
      void drain()
    },
    cancel(clientID) {
      const state = echoOf(clientID)?.state
      if (state !== 'failed' && state !== 'waiting') return
      outbox.leave(clientID, 'cancelled')
      setEchoes((echoes) => without(echoes, clientID))
    },
    bind() {
      const offs = [
        outbox.onChangeElsewhere(showKept),
        // A message that came from the server no longer waits, whichever way it came.
        store.subscribe(({ echoes }, before) => {
          if (echoes === before.echoes) return
          const left = new Set(echoes.map(({ clientID }) => clientID))
          for (const { clientID } of before.echoes) if (!left.has(clientID)) outbox.leave(clientID, 'sent')
        }),
        store.subscribe(({ hub }, before) => {
          if (hub === before.hub) return
          if (hub !== 'connected') return setEchoes(withoutQueue)
          wait = RETRY_MS.first
          void drain()
        }),
      ]
      // What an earlier page left under way is sent again: under its key it is stored once.
      for (const { clientID, queued } of outbox.items())
        if (!queued && !echoOf(clientID)) outbox.change(clientID, { queued: true })
      showKept()
      void drain()
      return () => {
        for (const off of offs) off()
        cancelRetry()
      }
    },
  }
}

/** Whether the server may not have heard of it, or its answer was lost: then it is sent again. */
function isUnreached(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.failure === 'unreachable' || error.failure === 'aborted' || error.sessionOver) return true
  return error.status === 502 || error.status === 504
}

/** How a new message of a conversation begins behind those that are there, so that all arrive in their order. */
function placeBehind(others: readonly Echo[]): 'sending' | 'queued' | 'waiting' {
  if (others.some(({ state }) => state === 'waiting')) return 'waiting'
  return others.some(({ state }) => state === 'sending' || state === 'queued') ? 'queued' : 'sending'
}

function echoOfItem(item: OutboxItem): Echo {
  const { clientID, text, replyTo, entryTime, afterID, failure } = item
  const state = failure === null ? 'waiting' : 'failed'
  return { clientID, thread: keyOf(item), text, replyTo, entryTime, afterID, state, failure }
}

/** Makes the call of the conversation's type. The answer's message, or undefined where the server gives none. */
async function post(core: ChatCore, item: OutboxItem, quiet: boolean): Promise<ChatMessage | undefined> {
  const body = { message: item.text, replyTo: item.replyTo?.id ?? null }
  const options = { idempotencyKey: item.clientID, quiet }
  const { api } = core.services
  const answer =
    item.type === 'CHATROOM'
      ? await api.call(sendMessageToChatroom, { ...body, chatroom: item.label }, options)
      : await api.call(sendMessageToThread, { ...body, threadID: item.sourceID }, options)
  return answer.message
}
