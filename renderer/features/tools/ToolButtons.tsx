import { UnstyledButton } from '@mantine/core'
import {
  IconChartDots3,
  IconClipboardText,
  IconFlask,
  IconHeadset,
  IconLifebuoy,
  type TablerIcon,
} from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { useSession } from '../../services/context.tsx'
import type { Tools } from '../../services/desktop/tools.ts'
import styles from './ToolButtons.module.css'
import { TOOL_TEXT as TEXT } from './text.ts'
import { useToolServices } from './tools-context.tsx'

interface ToolButton {
  readonly label: string
  readonly hint: string
  readonly icon: TablerIcon
  readonly anyOf: readonly PermissionName[]
  readonly launch: (tools: Tools) => Promise<void>
}

const RUNNING_WORK: readonly PermissionName[] = ['ISUPERVISOR_CAN_SEE_MODULE', 'ADMIN_CAN_SEE_MODULE']
const CALLING: readonly PermissionName[] = ['CAN_INTERVIEW', ...RUNNING_WORK]

const BUTTONS: readonly ToolButton[] = [
  {
    label: TEXT.surveyTool,
    hint: TEXT.surveyToolHint,
    icon: IconClipboardText,
    anyOf: CALLING,
    launch: (tools) => tools.launchSurveyTool(),
  },
  {
    label: TEXT.dialler,
    hint: TEXT.diallerHint,
    icon: IconHeadset,
    anyOf: CALLING,
    launch: (tools) => tools.launchDialler(),
  },
  {
    label: TEXT.dimensions,
    hint: TEXT.dimensionsHint,
    icon: IconChartDots3,
    anyOf: CALLING,
    launch: (tools) => tools.launchDimensions('live'),
  },
  {
    label: TEXT.staging,
    hint: TEXT.stagingHint,
    icon: IconFlask,
    anyOf: RUNNING_WORK,
    launch: (tools) => tools.launchDimensions('staging'),
  },
  {
    label: TEXT.assist,
    hint: TEXT.assistHint,
    icon: IconLifebuoy,
    anyOf: CALLING,
    launch: (tools) => tools.remoteAssist(),
  },
]

/** A button for every tool that the person may launch (spec 1 §2.7, §5; 3 §6). None, where they may none. */
export function ToolButtons({ onLaunch }: { onLaunch?: () => void }) {
  const { tools } = useToolServices()
  const { busy } = useStore(tools.store)
  const permissions = useSession((session) => session.permissions)
  const shown = BUTTONS.filter(({ anyOf }) => permissions.canAny(anyOf))
  if (shown.length === 0) return null
  const launch = (button: ToolButton) => {
    onLaunch?.()
    void button.launch(tools)
  }
  return (
    <ul className={styles.tools} aria-label={TEXT.tools}>
      {shown.map((button) => (
        <li key={button.label}>
          <UnstyledButton className={styles.tool} disabled={busy !== null} onClick={() => launch(button)}>
            <span className={styles.icon} aria-hidden="true">
              <button.icon size={20} stroke={1.7} />
            </span>
            <span className={styles.text}>
              <strong>{button.label}</strong> <span>{button.hint}</span>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
