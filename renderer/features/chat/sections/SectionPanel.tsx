import { memo } from 'react'
import { useChatState } from '../chat-context.tsx'
import styles from './Sections.module.css'
import { panelID, tabID } from './SectionTabs.tsx'
import { SECTIONS } from './sections.ts'

/** The section that is open. It isn't drawn again because another conversation is selected. */
export const SectionPanel = memo(function SectionPanel({ scope }: { scope: string }) {
  const section = useChatState((state) => state.section)
  const { Content } = SECTIONS[section]
  return (
    <div className={styles.panel} role="tabpanel" id={panelID(scope)} aria-labelledby={tabID(scope, section)}>
      <Content />
    </div>
  )
})
