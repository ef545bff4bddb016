import styles from './ScratchPad.module.css'
import { ScratchPad } from './ScratchPad.tsx'
import { SCRATCH_PAD_TEXT } from './text.ts'

/** The scratch pad in a window of its own, /scratch-pad (spec 1 §2.2). */
export function ScratchPadScreen() {
  return (
    <main className={styles.screen}>
      <h1>{SCRATCH_PAD_TEXT.title}</h1>
      <ScratchPad />
    </main>
  )
}
