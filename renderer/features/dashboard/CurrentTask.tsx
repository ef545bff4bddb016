import { useQuery } from '@tanstack/react-query'
import { currentTask } from '#shared/contract/session.ts'
import { useServices, useSession } from '../../services/context.tsx'
import styles from './DashboardScreen.module.css'

/** What the person is working on, where the server says so (spec 1 §7). */
export function CurrentTask() {
  const { api } = useServices()
  const userID = useSession(({ user }) => user?.id)
  const { data: task = '' } = useQuery({
    queryKey: ['currentTask', userID],
    queryFn: ({ signal }) => api.call(currentTask, undefined, { quiet: true, signal }),
  })
  return task === '' ? null : <p className={styles.task}>Current task: {task}</p>
}
