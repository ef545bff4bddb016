import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { visibleName } from '#shared/domain/bidi.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import styles from './HoverCard.module.css'
import { HOVER_CARD_TEXT } from './text.ts'

const HoverCard = lazyCode(async () => (await import('./HoverCard.tsx')).HoverCard)

/** How long the pointer rests before the card shows, and how long it may be away, in milliseconds. */
const REST_MS = 450
const AWAY_MS = 250

interface PersonNameProps {
  readonly userID: number
  readonly name: string
  /** What is shown for them; their name where it is absent. */
  readonly children?: ReactNode
  readonly className?: string
}

/**
 * Somebody's name, which shows the card about them when the pointer rests on it, and by a click or
 * the keyboard (spec 3 §2). Nobody, the chatbot and the person themselves have none.
 */
export function PersonName({ userID, name, children = visibleName(name), className = '' }: PersonNameProps) {
  const myID = useSession(({ user }) => user?.id)
  if (userID <= 0 || userID === myID) return <span className={className}>{children}</span>
  return (
    <NameWithCard userID={userID} name={name} className={className}>
      {children}
    </NameWithCard>
  )
}

/** How the card was opened: what the keyboard opened takes the focus. */
export type CardMode = 'pointer' | 'pressed'

function NameWithCard({ userID, name, children, className }: Required<PersonNameProps>) {
  const { timers } = useServices()
  const [mode, setMode] = useState<CardMode | null>(null)
  const waiting = useRef<() => void>(undefined)
  useEffect(() => () => waiting.current?.(), [])
  const later = (ms: number, run: () => void) => {
    waiting.current?.()
    waiting.current = timers.after(ms, run)
  }
  const comes = () => later(REST_MS, () => setMode((now) => now ?? 'pointer'))
  const goes = () => later(AWAY_MS, () => setMode((now) => (now === 'pointer' ? null : now)))
  const stays = () => waiting.current?.()
  return (
    <span className={styles.anchor}>
      {/* A plain button: every message has one. */}
      <button
        type="button"
        className={`${styles.name} ${className}`}
        aria-label={HOVER_CARD_TEXT.card(name)}
        aria-haspopup="dialog"
        aria-expanded={mode !== null}
        onPointerEnter={(event) => event.pointerType === 'mouse' && comes()}
        onPointerLeave={goes}
        onClick={() => {
          waiting.current?.()
          setMode((now) => (now === 'pressed' ? null : 'pressed'))
        }}
      >
        {children}
      </button>
      {mode ? (
        <Suspense>
          <HoverCard
            userID={userID}
            name={name}
            mode={mode}
            label={HOVER_CARD_TEXT.card(name)}
            onClose={() => setMode(null)}
            onPointerEnter={stays}
            onPointerLeave={goes}
          />
        </Suspense>
      ) : null}
    </span>
  )
}
