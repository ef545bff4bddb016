import { focusOnThread } from '#shared/contract/chat.ts'
import { chatAddress } from '#shared/contract/chat-address.ts'
import { ApiError } from '../../../../services/http/api-client.ts'
import { type ChatCore, conversationOf } from '../core.ts'
import type { ThreadKey } from '../state.ts'

/** Tells the server what was read; what it couldn't be told is kept and told later. */
export interface Reads {
  /** The conversation is read up to what shows of it. Never rejects. */
  tell(key: ThreadKey): Promise<void>
  /** Tells what an earlier connection, or an earlier page, couldn't. */
  tellKept(): Promise<void>
}

/** Read positions that outlive a lost connection and a reload, one person's. */
export function createReads(core: ChatCore): Reads {
  const { services, store } = core
  const name = String(store.getState().me.id)
  const kept = () => services.storage.get('chatReads')?.[name] ?? {}

  const keep = (reads: Readonly<Record<ThreadKey, number>>) => {
    const { [name]: _, ...others } = services.storage.get('chatReads') ?? {}
    services.storage.set(
      'chatReads',
      Object.keys(reads).length === 0 ? others : { ...others, [name]: { ...reads } },
    )
  }
  const forget = (key: ThreadKey) => {
    const { [key]: known, ...rest } = kept()
    if (known !== undefined) keep(rest)
  }
  /** False where the server couldn't be reached. */
  const call = async (key: ThreadKey, messageID?: number): Promise<boolean> => {
    const at = key.lastIndexOf(':')
    const address = chatAddress.safeParse({ source: key.slice(0, at), sourceID: Number(key.slice(at + 1)) })
    if (!address.success) return true
    const body = { ...address.data, ...(messageID === undefined ? {} : { messageID }) }
    try {
      await services.api.call(focusOnThread, body, { quiet: true })
      return true
    } catch (error) {
      return !(error instanceof ApiError) || (error.failure !== 'unreachable' && !error.sessionOver)
    }
  }

  return {
    async tell(key) {
      const newest = conversationOf(core, key).messages.at(-1)?.id
      if (await call(key)) return forget(key)
      if (newest !== undefined) keep({ ...kept(), [key]: newest })
    },
    async tellKept() {
      for (const [key, messageID] of Object.entries(kept())) {
        // Only as far as it was read: more may have come since.
        if (!(await call(key, messageID))) return
        if (kept()[key] === messageID) forget(key)
      }
    },
  }
}
