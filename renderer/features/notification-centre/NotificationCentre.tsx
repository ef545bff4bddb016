import { Button, CloseButton, UnstyledButton } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconConfetti,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { NotificationClass } from '#shared/contract/notification-centre.ts'
import { useServices } from '../../services/context.tsx'
import { type CentreItem, storedID } from '../../services/notices/notification-centre.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './NotificationCentre.module.css'
import { CENTRE_TEXT } from './text.ts'
import { timeAgo } from './time-ago.ts'

const ICONS: Readonly<Record<NotificationClass, typeof IconInfoCircle>> = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertCircle,
}

/** What the person was told and hasn't cleared, newest first (spec 1 §2.8). */
export function NotificationCentre() {
  const { centre } = useSignedIn()
  const { dialogs } = useServices()
  const { items, problem } = useStore(centre.store)
  return (
    <section className={styles.centre} aria-label={CENTRE_TEXT.title}>
      <header className={styles.head}>
        <h2>{CENTRE_TEXT.title}</h2>
        {items.length > 0 ? (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => void centre.clear(items.map(({ id }) => id))}
          >
            {CENTRE_TEXT.clear}
          </Button>
        ) : null}
      </header>
      {problem !== null ? (
        <p className={styles.failed} role="alert">
          {CENTRE_TEXT.failed} {problem}{' '}
          <Button size="compact-xs" variant="default" onClick={() => void centre.load()}>
            {CENTRE_TEXT.retry}
          </Button>
        </p>
      ) : null}
      {items.length === 0 && problem === null ? (
        <div className={styles.empty}>
          <EmptyState icon={<IconConfetti size={28} stroke={1.5} />} title={CENTRE_TEXT.finished} />
        </div>
      ) : null}
      <ul className={styles.items}>
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            onOpen={(id) => {
              centre.setOpened(false)
              dialogs.open('notification', { id })
            }}
            onDismiss={() => void centre.clear([item.id])}
          />
        ))}
      </ul>
      <footer className={styles.foot}>
        <Button
          fullWidth
          size="compact-md"
          variant="subtle"
          onClick={() => {
            centre.setOpened(false)
            dialogs.open('notifications')
          }}
        >
          {CENTRE_TEXT.seeAll}
        </Button>
      </footer>
    </section>
  )
}

interface ItemProps {
  readonly item: CentreItem
  readonly onOpen: (id: number) => void
  readonly onDismiss: () => void
}

function Item({ item, onOpen, onDismiss }: ItemProps) {
  const stored = storedID(item)
  const { now } = useServices()
  const Icon = ICONS[item.cssClass]
  return (
    <li className={styles.item} data-class={item.cssClass}>
      <Icon size={19} stroke={1.8} aria-hidden="true" />
      <span className={styles.message}>
        {stored === null ? (
          item.message
        ) : (
          <UnstyledButton className={styles.open} onClick={() => onOpen(stored)}>
            {item.message}
          </UnstyledButton>
        )}
        <time dateTime={item.time}>{timeAgo(Date.parse(item.time), now())}</time>
      </span>
      <CloseButton size="sm" aria-label={`${CENTRE_TEXT.dismiss}: ${item.message}`} onClick={onDismiss} />
    </li>
  )
}
