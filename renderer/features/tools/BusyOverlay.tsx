import { Loader } from '@mantine/core'
import { useStore } from 'zustand'
import { useModalDialog } from '../../ui/use-modal-dialog.ts'
import styles from './BusyOverlay.module.css'
import { TOOL_TEXT as TEXT } from './text.ts'
import { useToolServices } from './tools-context.tsx'

/** Covers the window for 30 s after a tool was launched, so that it isn't launched twice (spec 1 §5, §9). */
export function BusyOverlay() {
  const { tools } = useToolServices()
  const { busy } = useStore(tools.store)
  return busy === null ? null : <Busy what={busy} />
}

function Busy({ what }: { what: string }) {
  const dialog = useModalDialog()
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-labelledby="tool-busy"
      // The overlay's end is its time, not a key.
      onCancel={(event) => event.preventDefault()}
    >
      <div className={styles.card} role="status">
        <Loader size="md" aria-hidden="true" />
        <h2 id="tool-busy">{TEXT.busyTitle(what)}</h2>
        <p>{TEXT.busyBody}</p>
        <span className={styles.bar} aria-hidden="true" />
      </div>
    </dialog>
  )
}
