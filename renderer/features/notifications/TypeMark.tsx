import {
  IconBell,
  IconLifebuoy,
  IconMail,
  IconMessage,
  IconSpeakerphone,
  IconTrophy,
} from '@tabler/icons-react'
import { type NotificationType, notificationType } from '#shared/domain/notifications.ts'
import styles from './Notifications.module.css'
import { TYPE_LABELS } from './text.ts'

const ICONS: Readonly<Record<NotificationType, typeof IconBell>> = {
  NEW_UPDATE: IconSpeakerphone,
  MESSAGE: IconMessage,
  EMAIL: IconMail,
  REQUESTED_HELP: IconLifebuoy,
  GAMIFICATION_MILESTONE_ACHIEVED: IconTrophy,
}

/** What kind of notification it is, as an icon with its name. */
export function TypeMark({ type }: { type: number }) {
  const kind = notificationType(type)
  const Icon = kind ? ICONS[kind] : IconBell
  return (
    <span className={styles.type} data-kind={kind ?? undefined}>
      <Icon size={18} stroke={1.7} aria-hidden="true" />
      {kind ? <span className="visually-hidden">{TYPE_LABELS[kind]}</span> : null}
    </span>
  )
}
