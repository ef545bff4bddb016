import { Button, Modal } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { bookingTalk, shiftRequestTalk } from '#shared/contract/request-talk.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EmbeddedConversation } from '../chat/index.ts'
import styles from './RequestTalk.module.css'
import { TEXT } from './text.ts'

interface Talked {
  /** A request about a shift, or one for holiday, overtime and time off. */
  readonly kind: 'shift' | 'booking'
  readonly id: number
  /** What it asks. */
  readonly what: string
}

interface RequestTalkButtonProps extends Talked {
  readonly size?: 'xs' | 'sm' | 'compact-sm'
  /** Else it is a button like those beside it. */
  readonly isSubtle?: boolean
  /** Where the dialog has to outlive the button, that is whoever shows the button: it is told instead. */
  readonly onOpen?: () => void
}

/** Opens what is said about a request, with what happened to it so far (spec 4 §4.2.2); nothing for who has no chat. */
export function RequestTalkButton({
  size = 'sm',
  isSubtle = false,
  onOpen,
  ...talked
}: RequestTalkButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const mayTalk = useSession(({ permissions }) => permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))
  if (!mayTalk) return null
  return (
    <>
      <Button
        size={size}
        variant={isSubtle ? 'subtle' : 'default'}
        leftSection={<IconMessages size={16} aria-hidden="true" />}
        aria-label={TEXT.title(talked.what)}
        onClick={() => (onOpen ? onOpen() : setOpen(true))}
      >
        {TEXT.open}
      </Button>
      {isOpen ? <RequestTalkDialog {...talked} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** The conversation itself. */
export function RequestTalkDialog({ what, onClose, ...talked }: Talked & { readonly onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={TEXT.title(what)} size={620} centered>
      <Talk {...talked} />
    </Modal>
  )
}

function Talk({ kind, id }: Omit<Talked, 'what'>) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['request-talk', kind, id],
    // Each opening makes the person a member again, whatever left the conversation meanwhile.
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.call(kind === 'shift' ? shiftRequestTalk : bookingTalk, { id }, { quiet: true, signal }),
  })
  const loading = (
    <div role="status" aria-label={TEXT.loading}>
      <Skeleton width="100%" height={160} />
    </div>
  )
  return (
    <div className={styles.talk}>
      {data ? (
        <Suspense fallback={loading}>
          <EmbeddedConversation source="MANUAL" sourceID={data.threadID} />
        </Suspense>
      ) : error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        loading
      )}
    </div>
  )
}
