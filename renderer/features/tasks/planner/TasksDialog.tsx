import '../mantine-styles.ts'
import { CloseButton, Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'
import type { DialogParams } from '../../../services/notices/dialogs.ts'
import { TEXT } from '../text.ts'
import styles from './Planner.module.css'
import { Planner, usePlannerPlace } from './Planner.tsx'
import { usePlannerAddress } from './use-planner-address.ts'

interface TasksDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: DialogParams['tasks']
}

/** 'To-do tasks' and 'Task planner' (spec 1 §2.7), and a task that something leads to, over whatever shows. */
export function TasksDialog({ opened, onClose, params }: TasksDialogProps) {
  const { clear } = usePlannerAddress()
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    clear()
    onClose()
  }
  // Whatever is open within it takes its own Escape first.
  useWindowEvent('keydown', (event) => {
    if (opened && event.key === 'Escape' && !event.defaultPrevented && isIn(content.current, event.target))
      close()
  })
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      closeOnEscape={false}
      classNames={{ inner: styles.inner ?? '' }}
      zIndex={210}
      size={1320}
      transitionProps={{ duration: 90, exitDuration: 0 }}
      padding={0}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} className={styles.dialog ?? ''} aria-label={TEXT.tasks}>
        <Modal.Body className={styles.dialogBody ?? ''}>
          <Inside params={params} onClose={close} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Whether a key was for this dialog: what it opened elsewhere in the page closes alone. */
function isIn(content: HTMLElement | null, target: EventTarget | null): boolean {
  if (content === null || !(target instanceof Node)) return false
  // Nothing has the focus: the key is for whatever dialog is on top.
  if (target === document.body)
    return [...document.querySelectorAll('[aria-modal="true"]')].at(-1) === content
  return content.contains(target)
}

function Inside({ params, onClose }: Pick<TasksDialogProps, 'params' | 'onClose'>) {
  const address = usePlannerPlace(params)
  return (
    <Planner
      address={address}
      head={
        <>
          <h2 className={styles.title} tabIndex={-1} data-autofocus>
            {TEXT.tasks}
          </h2>
          <CloseButton
            className={styles.closeDialog ?? ''}
            size="lg"
            aria-label={TEXT.close}
            onClick={onClose}
          />
        </>
      }
    />
  )
}
