import '../mantine-styles.ts'
import { Modal, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { DialogParams } from '../../../services/notices/dialogs.ts'
import { ADD_TEXT } from '../text.ts'
import styles from './AddTask.module.css'
import { AddTaskForm } from './AddTaskForm.tsx'

interface AddTaskDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: DialogParams['add-task']
}

/** 'Add task' as a modal, in its full and its quick layout (spec 3 §2). */
export function AddTaskDialog({ opened, onClose, params }: AddTaskDialogProps) {
  const [layout, setLayout] = useState<'full' | 'quick'>('full')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={ADD_TEXT.add}
      size="xl"
      zIndex={230}
      centered
      classNames={{ body: styles.dialogBody ?? '' }}
    >
      <SegmentedControl
        className={styles.layouts ?? ''}
        aria-label={ADD_TEXT.layout}
        value={layout}
        onChange={(value) => setLayout(value === 'quick' ? 'quick' : 'full')}
        data={[
          { value: 'full', label: ADD_TEXT.full },
          { value: 'quick', label: ADD_TEXT.quick },
        ]}
      />
      <AddTaskForm layout={layout} parent={params?.parent ?? null} onDone={onClose} />
    </Modal>
  )
}
