import { Button } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useServices } from '../../../services/context.tsx'
import { LazyPopover } from '../../../ui/LazyPopover.tsx'
import { ADD_TEXT } from '../text.ts'
import { AddTaskForm } from './AddTaskForm.tsx'

/** 'Add task' as a dropdown in its quick layout; from there the modal in its full one (spec 3 §2). */
export function AddTaskButton() {
  const { dialogs } = useServices()
  const [opened, setOpened] = useState(false)
  return (
    <LazyPopover
      label={ADD_TEXT.add}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(480px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      target={
        <Button
          leftSection={<IconPlus size={17} aria-hidden="true" />}
          rightSection={<IconChevronDown size={15} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {ADD_TEXT.add}
        </Button>
      }
    >
      {opened ? (
        <AddTaskForm
          layout="quick"
          onDone={() => setOpened(false)}
          onFull={() => {
            setOpened(false)
            dialogs.open('add-task')
          }}
        />
      ) : null}
    </LazyPopover>
  )
}
