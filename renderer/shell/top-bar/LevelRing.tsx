import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useSignedIn } from '../../services/signed-in.tsx'
import styles from './LevelRing.module.css'

const SIZE = 42
const STROKE = 3
const RADIUS = (SIZE - STROKE) / 2
const LENGTH = 2 * Math.PI * RADIUS

/** A ring around the avatar that fills with the person's level, once that is known (spec 1 §2.7). */
export function LevelRing({ children }: { children: ReactNode }) {
  const { level } = useSignedIn()
  const profile = useStore(level.store)
  if (!profile) return children
  const { currentLevel, progress } = profile
  const percent = Math.round(progress * 100)
  return (
    <span className={styles.ring} style={{ width: SIZE, height: SIZE }}>
      <svg
        width={SIZE}
        height={SIZE}
        role="img"
        aria-label={`Level ${currentLevel.level}, ${currentLevel.name}, ${percent} % done`}
      >
        <circle className={styles.track} cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} strokeWidth={STROKE} />
        <circle
          className={styles.done}
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          strokeWidth={STROKE}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - progress)}
          transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
        />
      </svg>
      <span className={styles.inside}>{children}</span>
      <span className={styles.number} aria-hidden="true">
        {currentLevel.level}
      </span>
    </span>
  )
}
