import { Button } from '@mantine/core'
import {
  IconGauge,
  IconHeadset,
  IconLifebuoy,
  IconRefresh,
  IconShieldCheck,
  IconShieldOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import { sendRemoteCommand } from '#shared/contract/session-support.ts'
import { maySendCommand } from '#shared/domain/remote-commands.ts'
import type { RemoteCommand } from '#shared/hubs/remote-command.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import styles from './HoverCard.module.css'
import { HOVER_CARD_TEXT as TEXT } from './text.ts'

interface MachineAction {
  readonly label: string
  readonly icon: typeof IconGauge
  readonly remoteCommand: RemoteCommand
  /** What is asked first, where it takes something from the person. */
  readonly ask?: (name: string) => { readonly title: string; readonly text: string; readonly yes: string }
}

const ACTIONS: readonly MachineAction[] = [
  {
    label: TEXT.testBadge,
    icon: IconGauge,
    remoteCommand: { command: 'HOST', hostCommand: 'testBadge' },
  },
  {
    label: TEXT.launchDialler,
    icon: IconHeadset,
    remoteCommand: { command: 'HOST', hostCommand: 'launchDialler' },
  },
  {
    label: TEXT.remoteAssist,
    icon: IconLifebuoy,
    remoteCommand: { command: 'HOST', hostCommand: 'remoteAssist' },
  },
  {
    label: TEXT.startVPN,
    icon: IconShieldCheck,
    remoteCommand: { command: 'HOST', hostCommand: 'startVPN' },
  },
  {
    label: TEXT.stopVPN,
    icon: IconShieldOff,
    remoteCommand: { command: 'HOST', hostCommand: 'stopVPN' },
    ask: (name) => ({ title: TEXT.askStop(name), text: TEXT.askStopText, yes: TEXT.yesStop }),
  },
  {
    label: TEXT.softReset,
    icon: IconRefresh,
    remoteCommand: { command: 'REFRESH_UI' },
    ask: (name) => ({ title: TEXT.askReset(name), text: TEXT.askResetText, yes: TEXT.yesReset }),
  },
]

/** What can be done at somebody's machine from elsewhere, each for who may (spec 3 §6). */
export function MachineActions({ userID, name }: { userID: number; name: string }) {
  const { api, notices, prompts } = useServices()
  const permissions = useSession((session) => session.permissions)
  const [busy, setBusy] = useState<string | null>(null)
  const shown = ACTIONS.filter(({ remoteCommand }) => maySendCommand(permissions, remoteCommand))
  if (shown.length === 0) return null
  const send = async ({ label, remoteCommand, ask }: MachineAction) => {
    if (ask && !(await prompts.ask({ ...ask(name), no: TEXT.no }))) return
    setBusy(label)
    try {
      await api.call(sendRemoteCommand, { userID, remoteCommand }, { quiet: true })
      notices.show('success', TEXT.sent(label, name))
    } catch (error) {
      notices.show('warning', reasonOf(error))
    }
    setBusy(null)
  }
  return (
    <section className={styles.machine} aria-label={TEXT.machineOf(name)}>
      <h4>{TEXT.machine}</h4>
      <div className={styles.actions}>
        {shown.map((action) => (
          <Button
            key={action.label}
            size="xs"
            variant="default"
            loading={busy === action.label}
            leftSection={<action.icon size={15} stroke={1.8} aria-hidden="true" />}
            onClick={() => void send(action)}
          >
            {action.label}
          </Button>
        ))}
      </div>
    </section>
  )
}
