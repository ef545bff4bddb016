import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import { Radio } from '@mantine/core'
import { IconMoonStars } from '@tabler/icons-react'
import { PRESENCE_LOOKS, type Presence } from '#shared/domain/presence.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import styles from './Status.module.css'
import { TEXT } from './text.ts'

const OWN: readonly (keyof typeof TEXT.statuses)[] = ['AVAILABLE', 'BE RIGHT BACK', 'BUSY']

/** What the own menu opens: the person's status, and how they are told of messages (spec 2 §2). */
export function OwnMenuPanel({ status }: { status: Presence }) {
  return (
    <>
      <QuietNote />
      <StatusChoice status={status} />
      <NotificationSettings />
    </>
  )
}

function StatusChoice({ status }: { status: Presence }) {
  const chat = useChat<'setStatus'>()
  return (
    <Radio.Group
      label={TEXT.myStatus}
      classNames={{ label: styles.legend ?? '' }}
      value={status}
      onChange={(value) => void chat.setStatus(value as Presence)}
    >
      <div className={styles.options}>
        {OWN.map((value) => (
          <Radio
            key={value}
            size="xs"
            value={value}
            label={
              <span className={styles.status}>
                <span className={styles.dot} data-tone={PRESENCE_LOOKS[value].tone} aria-hidden="true" />
                {TEXT.statuses[value]}
              </span>
            }
          />
        ))}
      </div>
    </Radio.Group>
  )
}

function QuietNote() {
  const chat = useChat<'isQuietNow'>()
  useChatState((state) => state.quietHours)
  return chat.isQuietNow() ? (
    <p className={styles.quiet} role="status">
      <IconMoonStars size={16} stroke={1.8} aria-hidden="true" />
      {TEXT.quietNow}
    </p>
  ) : null
}
