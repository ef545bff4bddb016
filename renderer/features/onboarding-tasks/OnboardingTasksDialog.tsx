import './mantine-styles.ts'
import { Modal, Tabs } from '@mantine/core'
import { useState } from 'react'
import { ONBOARDING_EDITORS } from '#shared/domain/onboarding.ts'
import { useSession } from '../../services/context.tsx'
import { NewTaskForm } from './NewTaskForm.tsx'
import styles from './OnboardingTasks.module.css'
import { TaskList } from './TaskList.tsx'
import { ONBOARDING_TEXT } from './text.ts'

/** The tasks of new people, as a dialog of the Admin menu (spec 1 §3, §4.8, §5, §7). */
export function OnboardingTasksDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={ONBOARDING_TEXT.title}
      size={680}
      closeOnClickOutside={false}
    >
      {opened ? <TaskTabs /> : null}
    </Modal>
  )
}

function TaskTabs() {
  const mayEdit = useSession(({ permissions }) => permissions.canAny(ONBOARDING_EDITORS))
  const [tab, setTab] = useState<string | null>('tasks')
  if (!mayEdit) return <TaskList mayEdit={false} />
  return (
    <Tabs value={tab} onChange={setTab} keepMountedMode="display-none">
      <Tabs.List grow>
        <Tabs.Tab value="tasks">{ONBOARDING_TEXT.tasks}</Tabs.Tab>
        <Tabs.Tab value="new">{ONBOARDING_TEXT.addNew}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="tasks" className={styles.panel}>
        <TaskList mayEdit />
      </Tabs.Panel>
      <Tabs.Panel value="new" className={styles.panel}>
        <NewTaskForm onAdded={() => setTab('tasks')} />
      </Tabs.Panel>
    </Tabs>
  )
}
