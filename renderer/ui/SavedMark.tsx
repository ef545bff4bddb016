import { IconCheck, IconCloudUpload, IconDeviceFloppy } from '@tabler/icons-react'
import styles from './SavedMark.module.css'

export type SavedState = 'saved' | 'saving' | 'unsaved'

const ICONS = { saved: IconCheck, saving: IconDeviceFloppy, unsaved: IconCloudUpload }

/** Whether what was written is kept: told in words, and read out when it changes. */
export function SavedMark({
  state,
  text,
}: {
  state: SavedState
  text: Readonly<Record<SavedState, string>>
}) {
  const Icon = ICONS[state]
  return (
    <span className={styles.mark} data-state={state} role="status">
      <Icon size={15} stroke={2} aria-hidden="true" />
      {text[state]}
    </span>
  )
}
