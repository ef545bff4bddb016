import { Loader, Popover, UnstyledButton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { PRESENCE_LOOKS, type Presence } from '#shared/domain/presence.ts'
import { PartFailure } from '../../../ui/failure/PartFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import styles from './Status.module.css'
import { TEXT } from './text.ts'

const OwnMenuPanel = lazyCode(async () => (await import('./OwnMenuPanel.tsx')).OwnMenuPanel)

const AVATAR_PX = 34

/** The person's own menu: what they are, and how they are told of messages (spec 2 §2). */
export function OwnMenu() {
  const chat = useChat<'loadStatuses'>()
  const me = useChatState((state) => state.me)
  const status = useOwnStatus()
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width="min(330px, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <UnstyledButton
          className={styles.target}
          onClick={() => {
            setOpened(!opened)
            void chat.loadStatuses()
          }}
        >
          <span className="visually-hidden">{TEXT.ownMenu(PRESENCE_LOOKS[status].label)}</span>
          <PersonAvatar userID={me.id} name={me.name} size={AVATAR_PX} status={status} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu ?? ''} aria-label={TEXT.myStatus} aria-labelledby={undefined}>
        <PartFailure>
          <Suspense fallback={<Loader size="sm" m="auto" />}>
            <OwnMenuPanel status={status} />
          </Suspense>
        </PartFailure>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Who chose nothing is available. */
function useOwnStatus(): Presence {
  return useChatState((state) => state.statuses[state.me.id] ?? 'AVAILABLE')
}
