import { Button, Popover } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useServices } from '../../../services/context.tsx'
import { ADD_TEXT } from '../text.ts'
import { AddTaskForm } from './AddTaskForm.tsx'

/** 'Add task' as a dropdown in its quick layout; from there the modal in its full one (spec 3 §2). */
export function AddTaskButton() {
  const { dialogs } = useServices()
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      width="min(480px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          leftSection={<IconPlus size={17} aria-hidden="true" />}
          rightSection={<IconChevronDown size={15} aria-hidden="true" />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {ADD_TEXT.add}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
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
      </Popover.Dropdown>
    </Popover>
  )
}
