import { Button, Modal } from '@mantine/core'
import { IconTrophy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { markAsRead, type StoredNotification, viewNotification } from '#shared/contract/notifications.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import {
  notificationType,
  readMilestone,
  shownSubject,
  TARGET_BUTTONS,
  type TargetKind,
  targetOf,
} from '#shared/domain/notifications.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SafeHtml } from '../../ui/safe-html/SafeHtml.tsx'
import styles from './Notifications.module.css'
import { TypeMark } from './TypeMark.tsx'
import { NOTIFICATIONS_TEXT as TEXT } from './text.ts'
import { useRefreshNotifications } from './use-notifications.ts'
import { useTargets } from './use-targets.ts'

/** The kit's dialogs are at 200. */
const ABOVE_DIALOGS = 201

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: { readonly id: number }
}

/** One notification, whole, with the way to what it is about (spec 3 §2). To open it is to read it. */
export function NotificationDialog({ opened, onClose, params: { id } }: Props) {
  const { api } = useServices()
  const query = useQuery({
    queryKey: ['notification', id],
    queryFn: ({ signal }) => api.call(viewNotification, { id }, { quiet: true, signal }),
    enabled: opened,
  })
  useRead(opened ? query.data : undefined)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={query.data ? shownSubject(query.data.subject) : TEXT.title}
      size={600}
      centered
      // Over the list that it was opened from.
      zIndex={ABOVE_DIALOGS}
    >
      {query.data ? (
        <Whole notification={query.data} onClose={onClose} />
      ) : query.isError ? (
        <LoadFailure
          title={TEXT.oneFailed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton width="100%" height={120} />
      )}
    </Modal>
  )
}

const FULL = dateFormat({ dateStyle: 'full', timeStyle: 'short' })
const DAY = dateFormat({ dateStyle: 'long' })

function Whole({ notification, onClose }: { notification: StoredNotification; onClose: () => void }) {
  const { dialogs } = useServices()
  const target = targetOf(notification)
  const show = useTargets()
  const [busy, setBusy] = useState(false)
  const go = async (kind: TargetKind) => {
    setBusy(true)
    const shown = await show(kind, notification.subject)
    setBusy(false)
    if (!shown) return
    dialogs.close('notifications')
    onClose()
  }
  return (
    <>
      <p className={styles.when}>
        <TypeMark type={notification.type} />
        <time dateTime={notification.entryTime}>{FULL.format(Date.parse(notification.entryTime))}</time>
      </p>
      <div className={styles.text}>
        <Body notification={notification} />
      </div>
      <FormActions className={styles.buttons}>
        {target ? (
          <Button loading={busy} onClick={() => void go(target)}>
            {TARGET_BUTTONS[target]}
          </Button>
        ) : null}
        <Button variant={target ? 'default' : 'filled'} onClick={onClose} data-autofocus>
          {TEXT.ok}
        </Button>
      </FormActions>
    </>
  )
}

function Body({ notification: { type, body } }: { notification: StoredNotification }) {
  const isMilestone = notificationType(type) === 'GAMIFICATION_MILESTONE_ACHIEVED'
  const milestone = isMilestone ? readMilestone(body) : null
  if (!milestone) return <SafeHtml html={body} />
  const time = Date.parse(milestone.milestoneAchievedDate)
  const date = Number.isNaN(time) ? milestone.milestoneAchievedDate : DAY.format(time)
  return (
    <section className={styles.milestone} aria-label={TEXT.milestone}>
      <IconTrophy size={44} stroke={1.4} aria-hidden="true" />
      <strong>{milestone.milestoneName}</strong>
      <span>{TEXT.achieved(date)}</span>
    </section>
  )
}

/** Tells the server, with the record, that it was read. A failure is told by the next list. */
function useRead(notification: StoredNotification | undefined): void {
  const { api } = useServices()
  const { centre } = useSignedIn()
  const queries = useQueryClient()
  const refresh = useRefreshNotifications()
  useEffect(() => {
    if (!notification || notification.isRead) return
    const { id, type, subject, body, source, sourceID } = notification
    const read = { id, type, subject, body, source, sourceID }
    api.call(markAsRead, read, { quiet: true }).then(
      () => {
        queries.setQueryData<StoredNotification>(['notification', id], { ...notification, isRead: true })
        centre.wereRead([id])
        refresh()
      },
      // It stays unread, and says so.
      () => {},
    )
  }, [api, centre, queries, refresh, notification])
}
