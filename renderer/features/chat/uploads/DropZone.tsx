import { IconFileUpload } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { createPortal } from 'react-dom'
import styles from './Files.module.css'
import { TEXT } from './text.ts'
import { useFileDrop } from './use-file-drop.ts'

interface DropZoneProps {
  readonly inside: RefObject<HTMLElement | null>
  readonly onDrop: (files: readonly File[]) => void
}

/** The whole conversation takes files; it says so while they are held over it. */
export function DropZone({ inside, onDrop }: DropZoneProps) {
  const over = useFileDrop(inside, onDrop)
  if (!over) return null
  return createPortal(
    <div className={styles.drop} role="status">
      <IconFileUpload size={32} stroke={1.5} aria-hidden="true" />
      {TEXT.dropFiles}
    </div>,
    over,
  )
}
