import { useEffect, useState } from 'react'
import type { CallMedia } from '../../services/calls/media/call-media.ts'
import { useServices } from '../../services/context.tsx'

export interface PushToTalk {
  readonly isOn: boolean
  set(isOn: boolean): void
}

/** What a space bar means something to. */
const TAKES_SPACE =
  'input, textarea, select, button, a[href], summary, video, [contenteditable]:not([contenteditable="false"]), [role]:not([role="region"], [role="main"], [role="status"])'

/** Who is muted is heard while they hold the space bar, if they want that: where no field or button takes it. */
export function usePushToTalk(media: CallMedia): PushToTalk {
  const { storage } = useServices()
  const [isOn, setIsOn] = useState(() => storage.get('callDevices')?.pushToTalk === 'ON')
  useEffect(() => {
    if (!isOn) return
    let isHeld = false
    const end = () => {
      if (isHeld) media.talk(false)
      isHeld = false
    }
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'Space' || event.ctrlKey || event.altKey || event.metaKey) return
      if (event.target instanceof Element && event.target.closest(TAKES_SPACE)) return
      if (!isHeld && !media.store.getState().isMuted) return
      // The page would scroll.
      event.preventDefault()
      isHeld = true
      media.talk(true)
    }
    const release = (event: KeyboardEvent) => {
      if (event.code === 'Space') end()
    }
    window.addEventListener('keydown', press)
    window.addEventListener('keyup', release)
    // Where the key is let go in another window, this one isn't told.
    window.addEventListener('blur', end)
    return () => {
      window.removeEventListener('keydown', press)
      window.removeEventListener('keyup', release)
      window.removeEventListener('blur', end)
      end()
    }
  }, [isOn, media])
  return {
    isOn,
    set(next) {
      setIsOn(next)
      storage.set('callDevices', { ...storage.get('callDevices'), pushToTalk: next ? 'ON' : 'OFF' })
    },
  }
}
