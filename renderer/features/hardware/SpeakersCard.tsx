import { Button } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { CheckCard } from './CheckCard.tsx'
import type { Check } from './checks.ts'
import styles from './Hardware.module.css'
import type { SpeakersState } from './media/use-speakers.ts'

interface SpeakersCardProps {
  readonly check: Check
  readonly state: SpeakersState
  readonly onPlay: () => void
  readonly onAnswer: (heard: boolean) => void
}

/** A tone, and whether it was heard. */
export function SpeakersCard({ check, state, onPlay, onAnswer }: SpeakersCardProps) {
  return (
    <CheckCard
      title="Speakers"
      icon={<IconVolume size={18} aria-hidden="true" />}
      checks={[check]}
      action={
        <Button variant="default" size="xs" disabled={state === 'playing'} onClick={onPlay}>
          {state === 'idle' || state === 'playing' ? 'Play a tone' : 'Play it again'}
        </Button>
      }
    >
      <div className={styles.tone} data-playing={state === 'playing'}>
        {state === 'asking' ? (
          <>
            <p>Did you hear three notes?</p>
            <Button size="xs" onClick={() => onAnswer(true)}>
              Yes
            </Button>
            <Button size="xs" variant="default" onClick={() => onAnswer(false)}>
              No
            </Button>
          </>
        ) : (
          <>
            <span className={styles.waves} aria-hidden="true">
              <i />
              <i />
              <i />
              <i />
              <i />
            </span>
            <p>{state === 'playing' ? 'Listen …' : 'Three notes, at a quarter of full volume.'}</p>
          </>
        )}
      </div>
    </CheckCard>
  )
}
