import { useEffect, useState } from 'react'
import { browserMedia } from '../../services/calls/media/browser-media.ts'
import { CallGestures } from '../../services/calls/media/call-gestures.ts'
import { CallMedia } from '../../services/calls/media/call-media.ts'
import { useServices } from '../../services/context.tsx'
import { serverOrigin } from '../../services/desktop/desktop.ts'
import { useLive } from '../../services/live.tsx'

const KINDS = ['microphone', 'camera', 'output'] as const

/** This window's part in a call. */
export interface RoomCall {
  readonly media: CallMedia
  readonly gestures: CallGestures
}

/** This window's part in the meeting's call, for as long as it is used; null until the page has begun it. */
export function useCallMedia(meetingID: number): RoomCall | null {
  const { storage, timers, newID, desktop, notices } = useServices()
  const { hub } = useLive()
  const [call, setCall] = useState<RoomCall | null>(null)
  useEffect(() => {
    // A browser without calls, or one that is told not to.
    if (!('RTCPeerConnection' in window)) return
    const { close, ...browser } = browserMedia(window)
    const choices = {
      get() {
        const kept = storage.get('callDevices') ?? {}
        return Object.fromEntries(KINDS.flatMap((kind) => (kept[kind] ? [[kind, kept[kind]]] : [])))
      },
      set: (chosen: object) => void storage.set('callDevices', { ...storage.get('callDevices'), ...chosen }),
    }
    const onNetwork = (listener: () => void) => {
      // The desktop client notices VPN and sleep, too.
      const ends = [browser.onNetwork(listener), desktop.on('connectionChanged', listener)]
      return () => {
        for (const one of ends) one()
      }
    }
    const origin = serverOrigin(window) || window.location.origin
    const made = new CallMedia({
      ...browser,
      onNetwork,
      choices,
      meetingID,
      hub,
      newID,
      timers,
      serverOrigin: origin,
    })
    const gestures = new CallGestures({
      ...{ meetingID, hub, timers, media: made },
      tell: (message) => notices.show('error', message),
    })
    const end = () => {
      gestures.stop()
      made.stop()
      close()
    }
    // Before the seat is taken: its answer is the first news.
    gestures.start()
    made.start()
    setCall({ media: made, gestures })
    // A window that is closed says so, rather than be waited for.
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [hub, storage, timers, newID, desktop, notices, meetingID])
  return call
}
