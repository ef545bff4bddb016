import { useEffect } from 'react'
import { callKeyOf } from '../../services/page/call-keys.ts'
import type { RoomCall } from './use-call-media.ts'

/** The keys of a call, wherever the focus is: as long as its room is there. */
export function useCallKeys({ media, gestures }: RoomCall, onLeave: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = event.defaultPrevented || event.isComposing ? null : callKeyOf(event)
      if (key === null) return
      event.preventDefault()
      if (event.repeat) return
      if (key === 'mute') media.mute(!media.store.getState().isMuted)
      else if (key === 'camera') {
        const { camera } = media.own.store.getState()
        void media.turnCamera(camera !== 'ON' && camera !== 'STARTING')
      } else if (key === 'hand')
        void gestures.raise(!gestures.store.getState().hands.some((one) => one.isOwn))
      else onLeave()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [media, gestures, onLeave])
}
