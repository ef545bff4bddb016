import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { getMessageStatuses } from '#shared/contract/chat-messages.ts'
import { isPending } from '#shared/domain/chat-delivery.ts'
import { type ChatCore, conversationOf, patchConversation, threadOf } from '../core.ts'
import type { ThreadKey } from '../state.ts'

/** New messages are asked for together, this long after the first, in milliseconds. Ours. */
const STATUS_BATCH_MS = 1000
/** How often the open conversation's pending statuses are asked for again, in milliseconds. Ours. */
const STATUS_AGAIN_MS = 60_000
/** The most that one call asks for. */
const STATUSES_MAX = 500

/** Keeps delivery statuses up to date: UNKNOWN and SENT are asked for again (spec 2 §4, §9). */
export interface StatusActions {
  /** Asks for the statuses of these messages, as far as they are kept. */
  refreshStatuses(messageIDs: readonly number[]): Promise<void>
  /** Follows the open conversation and the hub until the returned function is called. */
  bindStatuses(): () => void
}

export function createDeliveryStatusActions(core: ChatCore): StatusActions {
  const { store, services, hub } = core
  /** What was asked for since the conversation was opened, or the hub last stood. */
  let asked = new Set<number>()
  let batch: (() => void) | undefined

  const ask = async (key: ThreadKey, messageIDs: readonly number[]) => {
    const thread = threadOf(store.getState(), key)
    if (!thread || messageIDs.length === 0) return
    const newest = messageIDs.slice(-STATUSES_MAX)
    const statuses = await services.api
      .call(getMessageStatuses, { type: thread.type, messageIDs: newest }, { quiet: true })
      .catch(() => [])
    const byID = new Map(statuses.map(({ id, overallStatus }) => [id, overallStatus]))
    const { messages } = conversationOf(core, key)
    const next = messages.map((message) => withStatus(message, byID.get(message.id)))
    if (next.some((message, index) => message !== messages[index]))
      patchConversation(core, key, { messages: next })
  }
  const pendingOf = (key: ThreadKey) =>
    conversationOf(core, key)
      .messages.filter(isPending)
      .map(({ id }) => id)
  const askAgain = () => {
    asked.clear()
    askNew()
  }
  /** Those of the open conversation that weren't asked for yet. */
  const askNew = () => {
    const { selected } = store.getState()
    const fresh = selected === null ? [] : pendingOf(selected).filter((id) => !asked.has(id))
    if (selected === null || fresh.length === 0) return
    for (const id of fresh) asked.add(id)
    void ask(selected, fresh)
  }
  const askSoon = () => {
    batch ??= services.timers.after(STATUS_BATCH_MS, () => {
      batch = undefined
      askNew()
    })
  }
  const refreshStatuses = async (messageIDs: readonly number[]) => {
    const wanted = new Set(messageIDs)
    const { conversations } = store.getState()
    const asking = Object.entries(conversations).map(([key, { messages }]) =>
      ask(
        key,
        messages.filter(({ id }) => wanted.has(id)).map(({ id }) => id),
      ),
    )
    await Promise.all(asking)
  }

  return {
    refreshStatuses,
    bindStatuses() {
      const ends = [
        hub.on('refreshMessageStatus', ({ messageIDs }) => void refreshStatuses(messageIDs)),
        hub.onConnected(askAgain),
        services.timers.every(STATUS_AGAIN_MS, () => {
          if (core.isWatched()) askAgain()
        }),
        store.subscribe((state, before) => {
          const { selected } = state
          if (selected !== before.selected) asked = new Set()
          if (selected === null) return
          const { messages } = conversationOf(core, selected)
          if (selected === before.selected && messages === before.conversations[selected]?.messages) return
          if (messages.some((message) => isPending(message) && !asked.has(message.id))) askSoon()
        }),
      ]
      return () => {
        for (const end of ends) end()
        batch?.()
        batch = undefined
      }
    },
  }
}

function withStatus(message: ChatMessage, overallStatus: string | undefined): ChatMessage {
  return overallStatus === undefined || overallStatus === message.overallStatus
    ? message
    : { ...message, overallStatus }
}
