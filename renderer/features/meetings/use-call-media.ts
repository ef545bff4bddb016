import { useEffect, useState } from 'react'
import { browserMedia } from '../../services/calls/media/browser-media.ts'
import { CallGestures } from '../../services/calls/media/call-gestures.ts'
import { CallMedia, type CallMediaParts } from '../../services/calls/media/call-media.ts'
import { CallMeter } from '../../services/calls/media/call-meter.ts'
import { CallReporter } from '../../services/calls/media/call-reporter.ts'
import { useServices } from '../../services/context.tsx'
import { serverOrigin } from '../../services/desktop/desktop.ts'
import type { AppStorage } from '../../services/storage/storage.ts'

const KINDS = ['microphone', 'camera', 'output'] as const

/** The devices that the person chose the last time. */
export function deviceChoices(storage: AppStorage): CallMediaParts['choices'] {
  return {
    get() {
      const kept = storage.get('callDevices') ?? {}
      return Object.fromEntries(KINDS.flatMap((kind) => (kept[kind] ? [[kind, kept[kind]]] : [])))
    },
    set: (chosen) => void storage.set('callDevices', { ...storage.get('callDevices'), ...chosen }),
  }
}

/** This window's part in a call. */
export interface RoomCall {
  readonly media: CallMedia
  readonly gestures: CallGestures
  readonly meter: CallMeter
}

/** What somebody decided before they went in. */
export interface CallWishes {
  readonly isMuted: boolean
  readonly hasCamera: boolean
}

/**
 * This window's part in the meeting's call, for as long as it is used; null until the page has begun it.
 *
 * @param hub the shell's, or a visitor's
 */
export function useCallMedia(
  meetingID: number,
  hub: CallMediaParts['hub'],
  wishes: CallWishes | null = null,
): RoomCall | null {
  const { storage, timers, newID, desktop, notices } = useServices()
  const [call, setCall] = useState<RoomCall | null>(null)
  useEffect(() => {
    // A browser without calls, or one that is told not to.
    if (!('RTCPeerConnection' in window)) return
    const { close, ...browser } = browserMedia(window)
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
      choices: deviceChoices(storage),
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
    const reporter = new CallReporter({ hub, timers, media: made })
    const meter = new CallMeter(() => made.links(), timers, reporter.look)
    const end = () => {
      meter.stop()
      reporter.stop()
      gestures.stop()
      made.stop()
      close()
    }
    if (wishes?.isMuted) made.mute(true)
    // Before the seat is taken: its answer is the first news.
    gestures.start()
    made.start()
    if (wishes?.hasCamera) void made.turnCamera(true)
    setCall({ media: made, gestures, meter })
    // A window that is closed says so, rather than be waited for.
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [hub, storage, timers, newID, desktop, notices, meetingID, wishes])
  return call
}
