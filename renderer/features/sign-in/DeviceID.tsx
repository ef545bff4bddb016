import { useEffect, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import styles from './SignInScreen.module.css'
import { DEVICE_TEXT } from './text.ts'

/** This device's ID, while Ctrl+Q is held and no longer (spec 1 §2.3). */
export function DeviceID() {
  const { deviceID, desktop } = useServices()
  const held = useCtrlQHeld()
  const [id, setID] = useState<string | null>(null)

  useEffect(() => {
    let gone = false
    deviceID().then(
      (known) => gone || setID(known),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [deviceID])

  return (
    <div role="status" className={styles.deviceID}>
      {held ? (
        <p>
          {id === null ? (
            desktop.available ? (
              DEVICE_TEXT.unknown
            ) : (
              DEVICE_TEXT.none
            )
          ) : (
            <>
              {DEVICE_TEXT.deviceID}: <code>{id}</code>
            </>
          )}
        </p>
      ) : null}
    </div>
  )
}

/** Follows the two keys. A window that loses the focus hears no release, so that counts as one. */
function useCtrlQHeld(): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const release = () => setHeld(false)
    window.addEventListener(
      'keydown',
      (event) => {
        if (!event.ctrlKey || event.key.toLowerCase() !== 'q') return
        event.preventDefault()
        setHeld(true)
      },
      { signal },
    )
    window.addEventListener(
      'keyup',
      ({ key }) => {
        if (key === 'Control' || key.toLowerCase() === 'q') release()
      },
      { signal },
    )
    window.addEventListener('blur', release, { signal })
    document.addEventListener('visibilitychange', release, { signal })
    return () => listening.abort()
  }, [])
  return held
}
