import { IconChecklist } from '@tabler/icons-react'
import { useServices, useSession } from '../../services/context.tsx'
import { useCounters } from '../../services/signed-in.tsx'
import { TopBarButton } from './TopBarButton.tsx'
import { TOP_BAR_TEXT } from './text.ts'

/** Opens the to-do tasks of who may have some (spec 1 §2.7). */
export function ToDoButton() {
  const { dialogs } = useServices()
  const maySee = useSession(({ permissions }) => permissions.can('CAN_USE_TODO'))
  const count = useCounters(({ toDoCount }) => toDoCount)
  if (!maySee) return null
  return (
    <TopBarButton
      label={TOP_BAR_TEXT.toDo}
      icon={IconChecklist}
      count={count}
      wideOnly
      onClick={() => dialogs.open('tasks', { tab: 'day' })}
    />
  )
}
