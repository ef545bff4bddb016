import { MemberPanel } from '../people/MemberPanel.tsx'
import type { ThreadKey } from '../store/state.ts'
import styles from './Tabs.module.css'

/** Who is in the conversation, where they don't stand beside it (spec 2 §2). */
export function MembersTab({ threadKey }: { threadKey: ThreadKey }) {
  return (
    <div className={styles.members}>
      <MemberPanel threadKey={threadKey} />
    </div>
  )
}
