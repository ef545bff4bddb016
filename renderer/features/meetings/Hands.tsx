import { IconHandStop } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { CallGestures } from '../../services/calls/media/call-gestures.ts'
import styles from './CallRoom.module.css'
import { CALL_ROOM_TEXT as TEXT } from './call-text.ts'

/** Whose turn it is: hands that are up, in the order in which they went up, each to be lowered by who may. */
export function Hands({ gestures }: { gestures: CallGestures }) {
  const hands = useStore(gestures.store, (state) => state.hands)
  const isHost = useStore(gestures.store, (state) => state.isHost)
  if (hands.length === 0) return null
  return (
    <div className={styles.hands}>
      <IconHandStop size={17} stroke={1.7} aria-hidden="true" />
      <ol aria-label={TEXT.hands}>
        {hands.map(({ seat, name, isOwn }) => (
          <li key={seat}>
            <span>{isOwn ? TEXT.you : name}</span>
            {isHost && !isOwn ? (
              <button
                type="button"
                aria-label={TEXT.lowerOf(name)}
                onClick={() => void gestures.ask({ kind: 'LOWER_HAND', seat })}
              >
                {TEXT.lower}
              </button>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  )
}
