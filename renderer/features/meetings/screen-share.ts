import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Desktop } from '../../services/desktop/desktop.ts'

/** What the page and the server lend to it. */
export interface ScreenShareParts {
  readonly desktop: Desktop
  /** Lets the person pick a screen or window; rejects where they don't. */
  readonly getDisplay: () => Promise<MediaStream>
  /** Sends it to the others; null for the end. Rejects where it is refused. */
  readonly send: (stream: MediaStream | null) => Promise<void>
  /** Says why it isn't shared. */
  readonly tell: (message: string) => void
}

export interface ScreenShareState {
  /** What is shared; null for nothing. */
  readonly stream: MediaStream | null
  readonly isStarting: boolean
}

/** The person's screen, as they share it with a meeting. */
export interface ScreenShare {
  readonly store: StoreApi<ScreenShareState>
  start(): Promise<void>
  stop(): void
}

const OFF: ScreenShareState = { stream: null, isStarting: false }

/** Who changes their mind in the picker needs no message about it. */
const isChangeOfMind = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Shares a screen by the page's `getDisplayMedia`, in the desktop client from its own picker. Ends by the button, the
 * host's sign, the browser's own bar, and with the meeting's window.
 */
export function createScreenShare(parts: ScreenShareParts): ScreenShare {
  const { desktop, getDisplay, send, tell } = parts
  const store = createStore<ScreenShareState>(() => OFF)
  let ends: (() => void)[] = []

  const stop = () => {
    const { stream } = store.getState()
    if (!stream) return
    for (const end of ends) end()
    ends = []
    for (const track of stream.getTracks()) track.stop()
    store.setState(OFF, true)
    void desktop.invoke('screenShareEnded', null)
    void send(null).catch(() => {})
  }
  const follow = async (stream: MediaStream) => {
    for (const track of stream.getVideoTracks()) track.addEventListener('ended', stop)
    ends = [desktop.on('stopScreenShare', stop)]
    try {
      await send(stream)
    } catch (error) {
      if (store.getState().stream !== stream) return
      stop()
      tell(messageOf(error))
    }
  }

  return {
    store,
    stop,
    async start() {
      const { stream, isStarting } = store.getState()
      if (stream || isStarting) return
      store.setState({ isStarting: true })
      try {
        const shared = await getDisplay()
        store.setState({ stream: shared, isStarting: false })
        await follow(shared)
      } catch (error) {
        store.setState(OFF, true)
        if (!isChangeOfMind(error)) tell(messageOf(error))
      }
    },
  }
}
