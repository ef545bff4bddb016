import { createStore, type StoreApi } from 'zustand/vanilla'
import { readScratchPad, type ScratchPad, saveScratchPad } from '#shared/contract/scratch-pad.ts'
import { mergeText } from '#shared/domain/merge-text.ts'
import { type ApiClient, ApiError, reasonOf } from '../../services/http/api-client.ts'
import type { AppStorage } from '../../services/storage/storage.ts'
import type { Timers } from '../../ui/timers.ts'

/** The text is sent so long after the last key, in milliseconds. */
export const PAD_SAVE_MS = 800
/** What couldn't be sent is tried again so long after, in milliseconds. */
export const PAD_RETRY_MS = 5000

export interface PadState {
  readonly phase: 'loading' | 'ready'
  readonly text: string
  readonly saving: 'saved' | 'saving' | 'unsaved'
  /** The server's text could not be had: what is written here is joined with it later. */
  readonly offline: boolean
  /** Another window's text was joined with this one's. */
  readonly merged: boolean
  /** Why the server doesn't have the text yet, for the person. */
  readonly problem: string | null
}

/**
 * One text, shown at once, kept on this device as it is typed and on the server a moment later.
 * What two windows wrote is joined, so that neither loses anything (spec 1 §2.7).
 */
export interface ScratchPadStore {
  readonly store: StoreApi<PadState>
  change(text: string): void
  /** Reads it, keeps it in step with other windows, and sends what waits when it is let go. */
  open(): () => void
}

interface PadServices {
  readonly api: ApiClient
  readonly storage: AppStorage
  readonly timers: Timers
}

const NEVER_WRITTEN: ScratchPad = { text: '', revision: 0 }

export function createScratchPad({ api, storage, timers }: PadServices, userID: number): ScratchPadStore {
  const store = createStore<PadState>(() => ({
    phase: 'loading',
    text: '',
    saving: 'saved',
    offline: false,
    merged: false,
    problem: null,
  }))
  const key = String(userID)
  /** What the server had when it was last heard. */
  let base = NEVER_WRITTEN
  let sending = false
  let cancel = () => {}

  const draft = () => storage.get('scratchPadDraft')?.[key] ?? null
  const keepDraft = () => {
    const own = { text: store.getState().text, base: base.text, revision: base.revision }
    storage.set('scratchPadDraft', { ...storage.get('scratchPadDraft'), [key]: own })
  }
  const dropDraft = () => {
    const { [key]: _own, ...others } = storage.get('scratchPadDraft') ?? {}
    storage.set('scratchPadDraft', others)
  }
  const later = (ms: number) => {
    cancel()
    cancel = timers.after(ms, () => void send())
  }
  const isSaved = () => store.getState().text === base.text

  /** The server's text as it is now: what was written here on an older one is joined with it. */
  const take = (pad: ScratchPad) => {
    const { text } = store.getState()
    const joined = mergeText(base.text, text, pad.text)
    const merged = joined !== text && text !== base.text
    base = pad
    store.setState({ text: joined, offline: false, ...(merged ? { merged } : {}) })
  }
  const settle = () => {
    if (isSaved()) {
      dropDraft()
      store.setState({ saving: 'saved' })
    } else {
      keepDraft()
      later(PAD_SAVE_MS)
    }
  }
  const failed = (error: unknown) => {
    const refused = error instanceof ApiError && error.failure === 'refused' && error.status === 400
    store.setState({ saving: 'unsaved', problem: reasonOf(error) })
    if (!refused) later(PAD_RETRY_MS)
  }
  const send = async () => {
    if (sending || isSaved()) return
    sending = true
    const { text } = store.getState()
    try {
      // Without the server's text nothing is sent: it is joined first.
      if (store.getState().offline) take(await api.call(readScratchPad, undefined, { quiet: true }))
      else {
        const { saved, pad } = await api.call(
          saveScratchPad,
          { text, revision: base.revision },
          { quiet: true },
        )
        if (saved) base = pad
        else take(pad)
      }
      store.setState({ problem: null })
      settle()
    } catch (error) {
      failed(error)
    } finally {
      sending = false
    }
  }
  const load = async () => {
    const own = draft()
    if (own) {
      base = { text: own.base, revision: own.revision }
      store.setState({ phase: 'ready', text: own.text, saving: 'unsaved' })
    }
    try {
      take(await api.call(readScratchPad, undefined, { quiet: true }))
      store.setState({ phase: 'ready' })
      settle()
    } catch (error) {
      store.setState({ phase: 'ready', offline: true, problem: reasonOf(error) })
      if (!isSaved()) later(PAD_RETRY_MS)
    }
  }
  /** Another window wrote: what has nothing of its own follows it. */
  const follow = () => {
    const own = draft()
    if (own && own.revision === base.revision && isSaved()) {
      base = { text: own.text, revision: base.revision }
      store.setState({ text: own.text })
    } else if (!own && store.getState().saving === 'saved') void load()
  }

  return {
    store,
    change(text) {
      store.setState({ text, saving: 'saving', merged: false })
      keepDraft()
      later(PAD_SAVE_MS)
    },
    open() {
      void load()
      const off = storage.onChangeElsewhere('scratchPadDraft', follow)
      return () => {
        off()
        cancel()
        void send()
      }
    },
  }
}
