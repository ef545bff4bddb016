import { CloseButton } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { useServices } from '../services/context.tsx'
import type { NoticeKind } from '../services/notices/notices.ts'
import styles from './NoticeBar.module.css'
import { useTopBarEdges } from './use-top-bar-edges.ts'

const ICONS = {
  error: IconAlertCircle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  success: IconCircleCheck,
}
const ROLE: Record<NoticeKind, 'alert' | 'status'> = {
  error: 'alert',
  warning: 'alert',
  info: 'status',
  success: 'status',
}

/** The shell's notices (spec 1 §2.8). */
export function NoticeBar() {
  const { notices } = useServices()
  const showing = useStore(notices.store)
  const stack = useRef<HTMLDivElement>(null)
  useTopBarEdges(stack, showing.length > 0)
  return (
    <div ref={stack} className={styles.stack}>
      {showing.map(({ id, kind, message }) => {
        const Icon = ICONS[kind]
        return (
          <div key={id} className={styles.notice} data-kind={kind} role={ROLE[kind]}>
            <Icon size={20} aria-hidden="true" />
            <span>{message}</span>
            <CloseButton size="sm" aria-label="Dismiss" onClick={() => notices.dismiss(id)} />
          </div>
        )
      })}
    </div>
  )
}
