import { Button } from '@mantine/core'
import { IconCircleCheck, IconClockOff, IconCloudOff, IconHourglass, IconLinkOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LinkPage } from '../public-links/index.ts'
import type { Death } from './link-state.ts'
import styles from './PublicPages.module.css'
import { DEAD_TEXT, PAGE_TEXT } from './text.ts'
import { type OpenCall, useLink } from './use-link.ts'

const DEAD_ICONS = {
  unknown: IconLinkOff,
  used: IconCircleCheck,
  expired: IconClockOff,
  over: IconClockOff,
} as const

/** What the screen behind a link is given. */
export interface OpenLink<T> {
  readonly value: T
  readonly token: string
  /** Takes what a later call said about the same. */
  readonly onChange: (value: T) => void
  readonly onDead: (why: Death) => void
}

/** A screen behind a link: asks what the link is about, and says so where it is about nothing any more. */
export function LinkScreen<C extends OpenCall>({
  call,
  children,
}: {
  call: C
  children: (link: OpenLink<ResponseOf<C>>) => ReactNode
}) {
  const { state, put, retry, token } = useLink(call)
  switch (state.at) {
    case 'loading':
      return (
        <LinkPage icon={<IconHourglass size={28} />} title={PAGE_TEXT.loading}>
          <div className={styles.bones} role="status" aria-label={PAGE_TEXT.loading}>
            <Skeleton width="90%" height={14} />
            <Skeleton width="75%" height={14} />
            <Skeleton width="100%" height={44} />
          </div>
        </LinkPage>
      )
    case 'dead':
      return <DeadLink why={state.why} />
    case 'failed':
      return <FailedPage message={state.message} onRetry={retry} />
    case 'open':
      return children({
        value: state.value,
        token,
        onChange: (value) => put({ at: 'open', value }),
        onDead: (why) => put({ at: 'dead', why }),
      })
  }
}

/** What is to be shown could not be had, and can be asked for again. */
export function FailedPage({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <LinkPage icon={<IconCloudOff size={28} />} title={PAGE_TEXT.failedTitle}>
      <p role="alert">{message}</p>
      <div className={styles.actions}>
        <Button size="md" onClick={onRetry}>
          {PAGE_TEXT.retry}
        </Button>
      </div>
    </LinkPage>
  )
}

/** A link that leads nowhere: nobody's, used, too old, or about what was taken back. */
export function DeadLink({ why }: { why: Death }) {
  const Icon = DEAD_ICONS[why]
  const { title, lead } = DEAD_TEXT[why]
  return (
    <LinkPage icon={<Icon size={28} />} title={title}>
      <p role="alert">{lead}</p>
    </LinkPage>
  )
}

/** How a visit ends well. */
export function DonePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <LinkPage icon={<IconCircleCheck size={28} />} title={title}>
      {children}
    </LinkPage>
  )
}
