import { MemberPanel } from '../people/MemberPanel.tsx'
import type { ThreadKey, ThreadTab } from '../store/state.ts'
import { TopicsTab } from '../topics/TopicsTab.tsx'
import { FilesTab } from './FilesTab.tsx'
import { MarkedTab } from './MarkedTab.tsx'
import { SearchTab } from './SearchTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import styles from './Tabs.module.css'

interface TabContentProps {
  readonly tab: Exclude<ThreadTab, 'Messages'>
  readonly threadKey: ThreadKey
}

/** What a conversation's tab shows, beside its messages (spec 2 §2). */
export function TabContent({ tab, threadKey }: TabContentProps) {
  switch (tab) {
    case 'Files':
      return <FilesTab threadKey={threadKey} />
    case 'Members':
      return <MembersTab threadKey={threadKey} />
    case 'Pinned_Messages':
      return <MarkedTab threadKey={threadKey} kind="pinned" />
    case 'Broadcast_Messages':
      return <MarkedTab threadKey={threadKey} kind="broadcasts" />
    case 'Search_Messages':
      return <SearchTab threadKey={threadKey} />
    case 'Topics':
      return <TopicsTab threadKey={threadKey} />
    case 'Settings':
      return <SettingsTab threadKey={threadKey} />
  }
}

/** Who is in the conversation, where they don't stand beside it (spec 2 §2). */
function MembersTab({ threadKey }: { threadKey: ThreadKey }) {
  return (
    <div className={styles.members}>
      <MemberPanel threadKey={threadKey} />
    </div>
  )
}
